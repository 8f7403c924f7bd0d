package desk_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/report"
)

// An unknown player holds only their own games, not the event: a report that
// waits only for this player is rated without them.
func TestBadEntryHoldsOnlyItsGames(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {
		r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
		r.Sections[0].Players[3].ID = ""
		ref := d.Send(r).Report.Ref
		_, kept := d.Recorded(ref)
		d.Now = time.Date(2024, 1, 21, 0, 0, 0, 0, time.UTC)
		run, err := closing.Close(context.Background(), d.Bureau, kept.Period)
		if err != nil || run.Games != 1 {
			t.Fatal(run, err)
		}
	})
}

// An officer's match follows its entry to a new start number.
func TestMatchFollowsItsEntry(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {
		ctx := context.Background()
		r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
		r.Sections[0].Players[3].ID = ""
		ref := d.Send(r).Report.Ref
		if err := desk.Match(ctx, d.Bureau, ref, "", 4, f.People[3].ID); err != nil {
			t.Fatal(err)
		}
		drawn := report.Drawn
		if err := desk.Adjust(ctx, d.Bureau, ref, "scoresheet", check.Adjustment{Round: 1, White: 3, Black: 4, Result: &drawn}); err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(8) {
			stage := synth.Renumbered(seed, r)
			d.Replace(stage)
			games, kept := d.Recorded(ref)
			g := stage.Sections[0].Games[1]
			if want := fmt.Sprint(" 1 ", g.White, " ", g.Black, " 1/2-1/2"); len(kept.Open()) > 0 || !slices.Contains(games, want) {
				t.Fatalf("%v %q, want %q", kept.Open(), games, want)
			}
		}
	})
}

// An officer's correction of a game applies once its players are known.
func TestAdjustmentWaitsForItsPlayers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	r.Sections[0].Players[3].ID = ""
	ref := d.Send(r).Report.Ref
	drawn := report.Drawn
	d.Must(desk.Adjust(ctx, d.Bureau, ref, "scoresheet", check.Adjustment{Round: 1, White: 3, Black: 4, Result: &drawn}))
	if games, _ := d.Recorded(ref); len(games) != 1 {
		t.Fatalf("%q", games)
	}
	d.Must(desk.Match(ctx, d.Bureau, ref, "", 4, f.People[3].ID))
	if games, kept := d.Recorded(ref); len(kept.Open()) > 0 || !slices.Contains(games, " 1 3 4 1/2-1/2") {
		t.Fatalf("%v %q", kept.Open(), games)
	}
}

// An officer cannot match two entries of a section to the same player, before
// the report is rated or after.
func TestPlayerIsMatchedOnceInASection(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {

		ctx := context.Background()
		kept := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3)).Report
		twice := check.Adjustment{Start: 1, Player: f.People[1].ID}
		bureautest.Refused(t, desk.Adjust(ctx, d.Bureau, kept.Ref, "so", twice), "player-in-section")
		d.Now = d.Now.AddDate(0, 1, 1)
		d.Publish(kept.Period)
		_, err := correction.Propose(ctx, d.Bureau, correction.Proposal{What: correction.Amendment{Kind: correction.AmendPlayer, Report: kept.Ref, Adjustments: []check.Adjustment{twice}}, Reason: "so"})
		bureautest.Refused(t, err, "player-in-section")
	})
}

// An entry is not registered as a new player if somebody has the same name and
// birth: the refusal names them.
func TestNewPlayerIsNotRegisteredAgain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	e := &r.Sections[0].Players[3]
	e.ID, e.Birth = "", f.People[3].Birth
	ref := d.Send(r).Report.Ref
	_, err := desk.MatchNew(ctx, d.Bureau, ref, "", 4)
	bureautest.Refused(t, err, "perhaps-not-new")
	var refusal *finding.Refused
	if errors.As(err, &refusal); refusal.Value("id") != f.People[3].ID {
		t.Errorf("%s is named, not %s", refusal.Value("id"), f.People[3].ID)
	}
	d.Must(desk.Match(ctx, d.Bureau, ref, "", 4, f.People[3].ID))
}

// An officer's match remains when the file's own ID for the entry belongs to
// nobody any more: no game is lost.
func TestAdjustedEntryStaysKnown(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {

		ctx := context.Background()
		number := func(fide string) { d.Set(f.People[10].ID, "fide_id="+fide) }
		number("99000001")
		r := bureautest.Event(f, "Open", "", 10, 1, 2, 3)
		r.Sections[0].Players[0].ID, r.Sections[0].Players[0].FideID = "", "99000001"
		ref := d.Send(r).Report.Ref
		before, _ := d.Recorded(ref)
		if err := desk.Adjust(ctx, d.Bureau, ref, "his brother played", check.Adjustment{Start: 1, Player: f.People[11].ID}); err != nil {
			t.Fatal(err)
		}
		number("")
		if err := desk.Check(ctx, d.Bureau, ref); err != nil {
			t.Fatal(err)
		}
		if after, _ := d.Recorded(ref); len(after) != len(before) {
			t.Errorf("of %d games %d are left", len(before), len(after))
		}
	})
}

// If a file with other start numbers is refused, an officer's matches apply to
// the previous file, which is admitted instead.
func TestMatchesFollowBack(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {

		ctx := context.Background()
		number := func(person int, fide string) { d.Set(f.People[person].ID, "fide_id="+fide) }
		number(2, "99000001")
		unknown := func(e *report.Player) { e.ID, e.FideID, e.Name = "", "", "Mori Kei" }
		first := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
		unknown(&first.Sections[0].Players[3])
		ref := d.Send(first).Report.Ref
		if err := desk.Match(ctx, d.Bureau, ref, "", 4, f.People[9].ID); err != nil {
			t.Fatal(err)
		}
		before, _ := d.Recorded(ref)
		second := bureautest.Event(f, "Open", "", 3, 2, 1, 0)
		unknown(&second.Sections[0].Players[0])
		second.Sections[0].Players[1].ID, second.Sections[0].Players[1].FideID = "", "99000001"
		d.Send(second)
		number(2, "")
		number(1, "99000001") // twice in the second file
		err := desk.Check(ctx, d.Bureau, ref)
		if err == nil {
			err = desk.SetAside(ctx, d.Bureau, ref, d.Report(ref).File(len(d.Report(ref).Revisions)), "as it came first")
		}
		if after, _ := d.Recorded(ref); err != nil || len(before) != 2 || len(after) != len(before) {
			t.Errorf("of %d games %d are left: %v", len(before), len(after), err)
		}
	})
}

// What an officer has decided of an entry is not what a file states: another file with the same
// numbers, under other start numbers, or with those put right, contradicts nothing, and the decision
// follows the entry.
func TestMatchIsNoStatementOfAFile(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	base, f := bureautest.Japan(t, nil)
	exchanged := func() *report.Report {
		r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
		p := r.Sections[0].Players
		p[2].ID, p[3].ID = p[3].ID, p[2].ID
		return r
	}
	ref := base.Send(exchanged()).Report.Ref
	base.Must(desk.Match(ctx, base.Bureau, ref, "", 3, f.People[2].ID))
	before, kept := base.Recorded(ref)
	if len(kept.Open()) > 0 {
		t.Fatal(kept.Open())
	}
	for name, again := range map[string]*report.Report{
		"same": exchanged(), "renumbered": synth.Renumbered(3, exchanged()), "put right": bureautest.Event(f, "Open", "", 0, 1, 2, 3),
	} {
		d := base.Clone(t)
		again.Venue = "Other hall"
		d.Now = d.Now.Add(time.Hour)
		d.Send(again)
		games, r := d.Recorded(ref)
		if len(r.Open()) > 0 || len(games) != len(before) {
			t.Errorf("%s: %+v, %q", name, r.Open(), games)
		}
		d.Look(func(rd bureau.Reader) error {
			batch, _, err := bureautest.RecordOf(rd, r)
			if err != nil {
				return err
			}
			u, err := intake.ReadingOf(rd, r, (*check.Reading).Sound)
			if err != nil {
				return err
			}
			for _, e := range batch.Sections[0].Entries {
				id, err := lists.IDOf(rd, e.Player)
				if err != nil {
					return err
				}
				is := f.People[slices.IndexFunc(f.People, func(p synth.Person) bool { return p.ID == id })].Name
				if named := u.Joined().Entry("", int(e.Start)).Name; named != is {
					t.Errorf("%s: %s is %s", name, named, is)
				}
			}
			return nil
		})
	}
}
