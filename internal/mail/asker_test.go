package mail_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/internal/work"
	"github.com/arpadchess/arpad/report"
)

// Whoever asks for something is answered: a player in their own words not the club whose report it is about, the club for which
// somebody asks, and at the terminal whoever an officer has noted.
func TestWhoeverAskedIsAnswered(t *testing.T) {
	ctx := t.Context()
	f := synth.New(3, synth.Size{Players: 24, Clubs: 3, On: civil.Of(2023, 1, 21)})
	db := storetest.Create(t, storetest.File(t))
	d := bureautest.JapanOf(t, db, f, nil)
	l := tells(t, db, d, map[string]bool{}, "name="+f.Clubs[0].Name, "reporters="+f.People[0].ID)
	invited := func(address string, wish account.Wish) *bureau.Actor {
		_, err := account.Invite(ctx, d.Bureau, address, "Somebody", wish, "")
		l.Must(err)
		var by *bureau.Actor
		l.Look(func(r bureau.Reader) error {
			return bureau.Accounts.Scan(r, "", "", func(number string, a *bureau.Account) (bool, error) {
				if a.Email == address {
					by = &bureau.Actor{Account: number, Roles: a.Roles, Clubs: a.Clubs, Player: a.Player}
				}
				return true, nil
			})
		})
		return by
	}
	player := invited(playersAddress, account.Wish{Roles: []string{"player"}, Player: f.People[0].ID})
	both := invited(fansAddress, account.Wish{Roles: []string{"player", "organiser"}, Player: f.People[1].ID, Clubs: []string{l.club}})
	const reports = "reports@example.jp"
	l.Must(l.kept.Shown(ctx, reports))
	club := invited(reports, account.Wish{Roles: []string{"organiser"}, Clubs: []string{l.club}})
	event := bureautest.Event(f, "Asked about", "", 0, 1, 2, 3)
	event.SubmittedBy = f.People[0].Name
	handed := bureautest.Submission(bureautest.JSON(t, event))
	handed.For = l.club
	got, err := intake.Submit(ctx, d.Bureau, handed)
	l.Must(err)

	for name, by := range map[string]struct {
		actor   *bureau.Actor
		contact string
		want    []string
	}{
		"a player": {player, "", []string{work.OfAccount + player.Account}}, "a player who reports for the club": {both, "", []string{work.OfAccount + both.Account}},
		"the club": {club, "", []string{work.OfAccount + both.Account, work.OfAccount + club.Account, work.OfClub + l.club}}, "on paper": {&d.Actor, fansAddress, []string{work.OfInquirer}},
	} {
		b := *d.Bureau
		b.Actor = *by.actor
		asks := &act.Asks[act.ProposeResult]{Contact: by.contact}
		asks.Act.Ref, asks.Act.Round, asks.Act.White, asks.Act.Black, asks.Act.Result, asks.Act.Reason = got.Report.Ref, 1, 1, 2, act.Result(report.Drawn), "it was drawn"
		asked, err := act.Do(ctx, &b, asks, act.With{})
		l.Must(err)
		l.Must(l.letters.Collect(ctx))
		l.Must(correction.CloseInquiry(ctx, d.Bureau, asked.Subject, "the score sheets say otherwise"))
		l.Must(l.letters.Collect(ctx))
		var to []string
		l.Must(l.kept.Letters(ctx, "", "", func(is *work.Letter) bool {
			if is.Kind == "answered" && !l.seen[is.ID] {
				l.seen[is.ID] = true
				to = append(to, is.Receiver)
			}
			return true
		}))
		for i, is := range by.want {
			if is == work.OfInquirer {
				by.want[i] += asked.Subject
			}
		}
		if slices.Sort(to); !slices.Equal(to, by.want) {
			t.Errorf("%s asks, and %q are answered, want %q", name, to, by.want)
		}
	}
}
