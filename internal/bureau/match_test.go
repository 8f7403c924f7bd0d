package bureau_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// An unknown player holds only their own games, not the event: a report that
// waits only for this player is rated without them.
func TestBadEntryHoldsOnlyItsGames(t *testing.T) {
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
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {
		ctx := context.Background()
		r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
		r.Sections[0].Players[3].ID = ""
		ref := d.Send(r).Report.Ref
		if err := desk.Match(ctx, d.Bureau, ref, "", 4, f.People[3].ID); err != nil {
			t.Fatal(err)
		}
		drawn := report.Drawn
		if err := desk.Adjust(ctx, d.Bureau, ref, "scoresheet", intake.Adjustment{Round: 1, White: 3, Black: 4, Result: &drawn}); err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(8) {
			stage := synth.Renumbered(seed, r)
			d.Replace(stage)
			games, kept := d.Recorded(ref)
			g := stage.Sections[0].Games[1]
			if want := fmt.Sprint(" 1 ", g.White, " ", g.Black, " 1/2-1/2"); len(kept.Waits) > 0 || !slices.Contains(games, want) {
				t.Fatalf("%v %q, want %q", kept.Waits, games, want)
			}
		}
	})
}

// An officer's correction of a game applies once its players are known.
func TestAdjustmentWaitsForItsPlayers(t *testing.T) {
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	r.Sections[0].Players[3].ID = ""
	ref := d.Send(r).Report.Ref
	drawn := report.Drawn
	d.Must(desk.Adjust(ctx, d.Bureau, ref, "scoresheet", intake.Adjustment{Round: 1, White: 3, Black: 4, Result: &drawn}))
	if games, _ := d.Recorded(ref); len(games) != 1 {
		t.Fatalf("%q", games)
	}
	d.Must(desk.Match(ctx, d.Bureau, ref, "", 4, f.People[3].ID))
	if games, kept := d.Recorded(ref); len(kept.Waits) > 0 || !slices.Contains(games, " 1 3 4 1/2-1/2") {
		t.Fatalf("%v %q", kept.Waits, games)
	}
}

// An officer cannot match two entries of a section to the same player, before
// the report is rated or after.
func TestPlayerIsMatchedOnceInASection(t *testing.T) {
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {

		ctx := context.Background()
		kept := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3)).Report
		twice := intake.Adjustment{Start: 1, Player: f.People[1].ID}
		bureautest.Refused(t, desk.Adjust(ctx, d.Bureau, kept.Ref, "so", twice), "player-in-section")
		d.Now = d.Now.AddDate(0, 1, 1)
		d.Publish(kept.Period)
		_, err := correction.Propose(ctx, d.Bureau, correction.Proposal{What: correction.Amendment{Kind: correction.AmendPlayer, Report: kept.Ref, Adjustments: []intake.Adjustment{twice}}, Reason: "so"})
		bureautest.Refused(t, err, "player-in-section")
	})
}

// twoSections submits an event of sixteen in South Africa whose second section
// has just enough players: the last one plays only the last game.
func twoSections(t *testing.T) (d *bureautest.Bureau, r *report.Report, ref string) {
	d = bureautest.Sixteen(t, "chessa")
	d.On("2024-01-10T03:00:00Z")
	r = d.Event("Open", "2024-01-05")
	all := r.Sections[0]
	a := report.Section{Name: "A", Rounds: all.Rounds, Group: all.Group, Players: all.Players[:10]}
	b := report.Section{Name: "B", Rounds: all.Rounds, Group: all.Group, Players: all.Players[10:]}
	for _, g := range all.Games {
		switch {
		case g.White <= 10 && g.Black <= 10:
			a.Games = append(a.Games, g)
		case g.White > 10 && g.Black > 10:
			b.Games = append(b.Games, g)
		}
	}
	b.Players = append(b.Players, report.Player{StartNumber: 16, ID: d.ID(15), Name: "Player NoP"})
	b.Games = append(b.Games, report.Game{Round: 7, White: 15, Black: 16, Date: r.End, Result: report.Drawn})
	r.Sections = []report.Section{a, b}
	return d, r, d.Submit(r)
}

// A game changed to unplayed no longer makes a player count for the section,
// and counts again when changed back, Number of players 1 (Readings C25, G7).
func TestAdjustedGamesAreCounted(t *testing.T) {
	ctx := context.Background()
	d, r, ref := twoSections(t)
	for _, out := range []pack.Out{pack.Unrated, pack.In} {
		want := len(r.Sections[0].Games)
		if out == pack.In {
			want += len(r.Sections[1].Games)
		}
		d.On("2024-01-20T03:00:00Z")
		if err := desk.Adjust(ctx, d.Bureau, ref, "it was a friendly game", intake.Adjustment{Section: "B", Round: 7, White: 15, Black: 16, Out: &out}); err != nil {
			t.Fatal(err)
		}
		d.On("2024-02-01T03:00:00Z")
		run, err := closing.Close(ctx, d.Bureau, "2024-02")
		if err != nil {
			t.Fatal(err)
		}
		if run.Games != want {
			t.Errorf("%s: %d games are rated, not %d", out, run.Games, want)
		}
	}
	d.Verified()
}

// In a rated report, such a change would leave part of a section in the list:
// the report must be withdrawn, corrected and added again.
func TestCorrectionLeavesNoSectionTooSmall(t *testing.T) {
	ctx := context.Background()
	d, r, ref := twoSections(t)
	d.On("2024-02-01T03:00:00Z")
	d.Publish("2024-02")
	forfeit := bureautest.Result(ref, &report.Report{Sections: r.Sections[1:]}, len(r.Sections[1].Games)-1, report.DoubleForfeit)
	_, err := correction.Propose(ctx, d.Bureau, correction.Proposal{What: forfeit, Reason: "nobody came"})
	bureautest.Refused(t, err, "correction-unrates")

	d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: ref}, "")
	if err := desk.Adjust(ctx, d.Bureau, ref, "nobody came", forfeit.Adjustments...); err != nil {
		t.Fatal(err)
	}
	if _, out := d.Recorded(ref); out.State != intake.Withheld {
		t.Fatalf("what was withdrawn is %s", out.State)
	}
	d.Accept(correction.Amendment{Kind: correction.AddLate, Report: ref, Label: "2024-02"}, "")
	before, now := d.Standing()["2024-01"], d.Standing()["2024-02"]
	var moved [bureautest.People]bool
	for n := range bureautest.People {
		moved[n] = now[d.ID(n)] != before[d.ID(n)]
	}
	if a, b := moved[:10], moved[10:]; !slices.Contains(a, true) || slices.Contains(b, true) {
		t.Errorf("section A moved %v, and B, which is too small, %v", a, b)
	}
	d.Verified()
}

// An entry is not registered as a new player if somebody has the same name and
// birth: the refusal names them.
func TestNewPlayerIsNotRegisteredAgain(t *testing.T) {
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
