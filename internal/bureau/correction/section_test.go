package correction_test

import (
	"context"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

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
	t.Parallel()
	ctx := context.Background()
	d, r, ref := twoSections(t)
	for _, out := range []pack.Out{pack.Unrated, pack.In} {
		want := len(r.Sections[0].Games)
		if out == pack.In {
			want += len(r.Sections[1].Games)
		}
		d.On("2024-01-20T03:00:00Z")
		if err := desk.Adjust(ctx, d.Bureau, ref, "it was a friendly game", check.Adjustment{Section: "B", Round: 7, White: 15, Black: 16, Out: &out}); err != nil {
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
	t.Parallel()
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
	if _, out := d.Recorded(ref); out.State != check.Withheld {
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
