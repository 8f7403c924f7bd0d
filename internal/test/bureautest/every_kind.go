package bureautest

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// EveryKind returns a bureau in memory that has documents of every kind.
func EveryKind(t testing.TB) *Bureau {
	t.Helper()
	ctx := context.Background()
	f := synth.New(3, synth.Size{Players: 24, Clubs: 3, On: civil.Of(2023, 1, 21)}) // while there are fees
	d := JapanOf(t, &memory.Store{}, f, nil)
	d.Daily = proof.AppendDayLeaf

	club := f.Clubs[0].Name
	_, err := register.AddClub(ctx, d.Bureau, []string{"name=" + club, "representative=" + f.People[0].ID, "reporters=" + f.People[0].ID}, "applied")
	d.Must(err)
	_, err = register.SetClubContact(ctx, d.Bureau, club, []string{"email=club@example.jp", "language=ja"}, "")
	d.Must(err)
	_, err = register.Enrol(ctx, d.Bureau, register.Membership{Player: f.People[0].ID, Days: civil.Range{From: civil.Of(2023, 1, 1), To: civil.Of(2023, 12, 31)}}, "paid")
	d.Must(err)
	d.Must(register.Distinguish(ctx, d.Bureau, f.People[1].ID, f.People[2].ID, "they are two"))
	_, err = register.Register(ctx, d.Bureau, register.Player{ID: "N00999999", Name: "Twice Registered"}, register.Person{}, "applied")
	d.Must(err)
	_, err = desk.MergePlayers(ctx, d.Bureau, "N00999999", f.People[21].ID, "registered twice")
	d.Must(err)
	_, err = desk.AddPrecedent(ctx, d.Bureau, desk.Precedent{Title: "Late?", Text: "No.", By: "the board"})
	d.Must(err)
	_, _, err = events.Announce(ctx, d.Bureau, check.Announcement{Name: "Cup", Club: club, Days: civil.Range{From: f.On + 30, To: f.On + 30}, Type: rating.Standard, Rounds: 5,
		TimeControl: []report.TimeControl{"5400"}})
	d.Must(err)

	meeting := Event(f, "Evening", "", 0, 1, 2, 3)
	meeting.Meeting, meeting.SubmittedBy = true, f.People[0].Name
	ref := d.Send(meeting).Report.Ref
	_, err = desk.Pay(ctx, d.Bureau, ref, 0)
	d.Must(err)
	open := Event(f, "Open", "", 4, 5, 6, 7)
	open.FIDEEvent = true
	beside := Submission(JSON(t, open))
	beside.Sidecar = []byte(`{"responsible": "` + f.People[4].Name + `"}`)
	beside.Words.Venue = "Hall"
	_, err = intake.Submit(ctx, d.Bureau, beside)
	d.Must(err)
	d.SendBytes([]byte("<html><body>Log in</body></html>"))
	rapid := Event(f, "Rapid", "", 8, 9)
	rapid.Sections[0].Players[0].FideID = "99900017" // of nobody in the register
	back := d.Send(rapid).Report.Ref
	d.Must(desk.Decide(ctx, d.Bureau, back, check.Returned, "the wrong file"))

	d.On("2023-02-21T03:00:00Z")
	d.Publish(d.Report(ref).Period)
	q, err := correction.Inquire(ctx, d.Bureau, correction.Inquiry{Report: ref}, correction.Inquirer{Name: "Mori Kei", Contact: "kei@example.jp"})
	d.Must(err)
	d.Accept(Turn(ref, meeting, 0), q.Number)
	d.Rename(f.People[1].ID, "Zqfam05 Given05", "") // for the next list
	next := Event(f, "Next", "", 10, 11)
	next.Sections[0].Players[0].FideID = "99900025" // of nobody in the register
	d.Send(next)
	d.Must(d.InTurn(1).Do(ctx, "first", "no federation has both this and fees", func(tx *bureau.Tx) error {
		return lists.FirstRatings.Put(tx, bureau.SeqKey(20), &lists.FirstRating{Player: 20, Rating: 1000, Reason: "as the school says"})
	}))
	asked := bureau.Request{Rule: &bureau.Rule{ID: "first", Any: bureau.Officer, Ask: bureau.Another}, Key: "k1"}
	for range 2 { // the second waits for another officer
		err := d.Asking(asked, &bureau.Outcome{}).Do(ctx, "first", "", func(tx *bureau.Tx) error {
			tx.Settings.TwoOfficers = true
			return bureau.AllSettings.Put(tx, "", tx.Settings)
		})
		if !bureau.Answered(err) {
			d.Must(err)
		}
		asked.Key = ""
	}
	d.Verified()
	return d
}
