package bureau_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// A federation of sixteen: twelve rated players, three unrated, and one who
// does not play. There is one event a month.
const people = 16

var forms = map[string]string{"ncs": "N%08d", "jcf": "N%08d", "japan": "N%08d", "chessa": "%09d", "nscl": "S%06d"}

// settle returns a bureau with the federation and a list of 1 January 2024.
func settle(t *testing.T, s bureau.Store, authority string) *fixture {
	t.Helper()
	var options map[string]string
	if authority == "ncs" {
		options = asReported
	}
	return settleIn(t, s, 2024, authority, options)
}

// settleIn is settle with another year and with options of its regulation.
func settleIn(t *testing.T, s bureau.Store, year int, authority string, options map[string]string) *fixture {
	t.Helper()
	d := &fixture{t: t, ids: forms[authority]}
	d.Bureau = &bureau.Bureau{Store: s, Clock: func() time.Time { return d.now }, Actor: "officer", Projection: projection.Rows{}}
	t.Cleanup(d.agree)
	d.on(fmt.Sprintf("%d-12-22T03:00:00Z", year-1))
	list := &roster.List{From: civil.Of(year, 1, 1), Standings: make([]roster.Standing, people)}
	players := make([]roster.Player, people)
	for n := range players {
		birth, _ := civil.NewBirth(1970+n, 5, 1+n)
		players[n] = roster.Player{ID: d.id(n), Name: fmt.Sprintf("Player No%c", 'A'+n), Birth: birth, EnteredUnrated: n >= 12}
		if n < 12 || n == 15 {
			*list.Standings[n].Of(rating.Standard) = roster.State{Rating: rating.Rating(1900 - 50*n), Peak: rating.Rating(1900 - 50*n), Games: 60, K: 20}
		}
	}
	zero := fmt.Sprintf("%d-01", year)
	if authority == "nscl" { // it labels its lists by its meets
		zero = "zero"
	}
	if err := closing.Init(context.Background(), d.Bureau, bureau.Settings{Authority: authority, ListZero: zero, Options: options, Reason: "as the board has decided"}, players, list); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *fixture) id(n int) string { return fmt.Sprintf(d.ids, n+1) }

func day(text string) civil.Date {
	d, err := civil.Parse(text)
	if err != nil {
		panic(err)
	}
	return d
}

// event returns the event that ends on a day: fifteen players, seven rounds.
// The results depend only on the day.
func (d *fixture) event(name, on string) *report.Report {
	end := day(on)
	r := &report.Report{
		Name: name, Organizer: "Minato Chess Club", Venue: "Hall", City: "Minato", Start: end - 1, End: end, Type: rating.Standard,
		Responsible: "Player NoA", SubmittedBy: "Player NoA",
		TimeControl: []report.TimeControl{"5400+30"},
	}
	s := report.Section{Rounds: 7, Group: report.Open}
	const entries = 15
	for n := range entries {
		s.Players = append(s.Players, report.Player{StartNumber: n + 1, ID: d.id(n), Name: fmt.Sprintf("Player No%c", 'A'+n)})
	}
	for round := 1; round <= 7; round++ {
		for board := 1; board <= entries/2; board++ {
			white, black := (round+board)%entries+1, (round+entries-board)%entries+1
			digest := sha256.Sum256([]byte(fmt.Sprint(on, round, board)))
			s.Games = append(s.Games, report.Game{
				Round: round, White: white, Black: black, Date: end - civil.Date(round%2), Result: report.Result(digest[0] % 3),
			})
		}
	}
	r.Sections = []report.Section{s}
	return r
}

// hand submits a report and returns its reference.
func (d *fixture) hand(r *report.Report) string {
	d.t.Helper()
	receipt, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: r.Name, Data: fmt.Append(nil, r.Name, r.End), Parsed: r, From: "club"})
	if err != nil {
		d.t.Fatal(err)
	}
	if receipt.Report.State != intake.Admitted {
		d.t.Fatalf("%s is %s: %v", r.Name, receipt.Report.State, receipt.Findings)
	}
	return receipt.Report.Ref
}

// live runs the months from first to last of 2024: the event of each month is
// reported on the 10th, and its list published on the 25th, for NSCL on the
// 15th. alter may change a report, or return nil to leave it out. live returns
// the references by month.
func (d *fixture) live(first, last int, alter func(month int, r *report.Report) *report.Report) map[int]string {
	d.t.Helper()
	refs := map[int]string{}
	for month := first; month <= last; month++ {
		d.on(fmt.Sprintf("2024-%02d-10T03:00:00Z", month))
		r := d.event(fmt.Sprintf("Open %d", month), fmt.Sprintf("2024-%02d-05", month))
		if alter != nil {
			r = alter(month, r)
		}
		if r == nil {
			continue
		}
		refs[month] = d.hand(r)
		d.on(fmt.Sprintf("2024-%02d-25T03:00:00Z", month))
		label := ""
		d.look(func(rd bureau.Reader) error {
			found, err := intake.Find(rd, refs[month])
			label = found.Period
			return err
		})
		if d.ids == forms["chessa"] { // its periods are whole months
			d.on(fmt.Sprintf("2024-%02d-01T03:00:00Z", month+1))
		}
		d.publish(label)
	}
	return refs
}

// lived is live without changes; it also returns the reports.
func (d *fixture) lived(first, last int) (refs map[int]string, reports map[int]*report.Report) {
	d.t.Helper()
	reports = map[int]*report.Report{}
	refs = d.live(first, last, func(month int, r *report.Report) *report.Report {
		reports[month] = r
		return r
	})
	return refs, reports
}

// look calls f with a Reader.
func (d *fixture) look(f func(bureau.Reader) error) {
	d.t.Helper()
	if err := d.View(context.Background(), func(r bureau.Reader, _ *bureau.Settings) error { return f(r) }); err != nil {
		d.t.Fatal(err)
	}
}

// refused checks that err is a refusal with an id.
func refused(t *testing.T, err error, id string) {
	t.Helper()
	var r *finding.Refused
	if !errors.As(err, &r) || r.ID != id {
		t.Errorf("it is %v, not refused as %s", err, id)
	}
}

// ratings are the ratings of a list by ID and kind.
type ratings map[string][rating.Kinds]rating.Rating

func ratingsOf(l *view.List) ratings {
	all := ratings{}
	for _, line := range l.Lines {
		var row [rating.Kinds]rating.Rating
		for _, kind := range rating.AllKinds {
			row[kind-1] = line.Standing.Of(kind).Rating
		}
		all[line.Player.ID] = row
	}
	return all
}

// standing returns all current lists, by label.
func (d *fixture) standing() map[string]ratings {
	d.t.Helper()
	all := map[string]ratings{}
	d.look(func(r bureau.Reader) error {
		published, err := lists.AllPublications(r)
		for _, p := range published {
			l, err := view.CurrentList(r, p.Label)
			if err != nil {
				return err
			}
			all[p.Label] = ratingsOf(l)
		}
		return err
	})
	return all
}

// issued returns the digests of all publications, by label and revision.
func (d *fixture) issued() map[string]string {
	d.t.Helper()
	all := map[string]string{}
	d.look(func(r bureau.Reader) error {
		published, err := lists.AllPublications(r)
		for _, p := range published {
			all[fmt.Sprintf("%s/%d %s", p.Label, p.Revision, p.Cause)] = p.Digest
		}
		return err
	})
	return all
}

// verified checks that verify finds no faults.
func (d *fixture) verified() {
	d.t.Helper()
	if faults, err := care.Verify(context.Background(), d.Bureau, nil); err != nil || len(faults) > 0 {
		d.t.Fatal(faults, err)
	}
	d.look(func(r bureau.Reader) error {
		listed, err := lists.AllPublications(r)
		for _, p := range listed {
			disclosed, err := proof.Disclose(r, p)
			if err != nil {
				return err
			}
			if _, err := disclosed.Check(nil); err != nil {
				d.t.Errorf("list %s, revision %d, does not follow from its disclosure: %v", p.Label, p.Revision, err)
			}
		}
		return err
	})
}

// accept proposes a correction and accepts it.
func (d *fixture) accept(what correction.Amendment, inquiry string) *correction.Correction {
	d.t.Helper()
	k, err := correction.Propose(context.Background(), d.Bureau, correction.Proposal{What: what, Inquiry: inquiry, Reason: "the score sheet"})
	if err == nil {
		k, err = correction.Accept(context.Background(), d.Bureau, k.Number, "seen")
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return k
}

// undo undoes a correction.
func (d *fixture) undo(number string) {
	d.t.Helper()
	k, err := correction.Undo(context.Background(), d.Bureau, number, "", "it was right")
	if err == nil {
		_, err = correction.Accept(context.Background(), d.Bureau, k.Number, "seen")
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

// turn returns the correction of a game's result to another one.
func turn(ref string, r *report.Report, game int) correction.Amendment {
	return result(ref, r, game, turned(r.Sections[0].Games[game].Result))
}

// result returns the correction of a game's result.
func result(ref string, r *report.Report, game int, to report.Result) correction.Amendment {
	g := r.Sections[0].Games[game]
	return correction.Amendment{Kind: correction.AmendResult, Report: ref, Adjustments: []intake.Adjustment{{
		Section: r.Sections[0].Name, Round: g.Round, White: g.White, Black: g.Black, Result: &to,
	}}}
}

// turned returns another result.
func turned(r report.Result) report.Result { return (r + 1) % 3 }
