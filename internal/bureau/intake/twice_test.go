package intake_test

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/report"
)

// Games that two reports have count once, or somebody is asked.

// doubled hands in an event, and then the same one under another name; the second report
// has a section of two games besides.
func doubled(d *bureautest.Bureau, on string) (first, second string) {
	d.T.Helper()
	send := func(r *report.Report) string {
		receipt, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: r.Name, Data: []byte(r.Name), Parsed: r, From: "club"})
		d.Must(err)
		return receipt.Report.Ref
	}
	again := d.Event("Results of the Open", on)
	again.Sections[0].Name = "Open"
	side := again.Sections[0]
	side.Name, side.Rounds, side.Games = "Side event", 1, []report.Game{
		{Round: 1, White: 1, Black: 9, Date: again.End, Result: report.Drawn}, {Round: 1, White: 2, Black: 10, Date: again.End, Result: report.Drawn},
	}
	again.Sections = append(again.Sections, side)
	return send(d.Event("Open", on)), send(again)
}

// counting returns how many games of a report count.
func counting(d *bureautest.Bureau, ref string) int { return d.Report(ref).Counting }

// asksTwice reports whether a report has the open question whether its games are those of
// another one.
func asksTwice(d *bureautest.Bureau, ref string) bool {
	for _, w := range d.Report(ref).Open() {
		if w.What == "games-twice" {
			return true
		}
	}
	return false
}

// What a list has left out because an earlier report has it counts in that one, when it
// goes into a later list: it is not asked about what the list has left out.
func TestGamesThatAListHasLeftOutCountInTheOtherReport(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, answered := range []bool{false, true} {
		d := bureautest.SixteenIn(t, &memory.Store{}, 2023, "ncs", bureautest.AsReported)
		d.On("2023-01-10T03:00:00Z")
		first, second := doubled(d, "2023-01-05")
		_, err := desk.Pay(ctx, d.Bureau, second, 0)
		d.Must(err)
		if answered {
			d.Must(desk.Answer(ctx, d.Bureau, second, "the same event", "", desk.Reply{Question: "games-twice"}))
		}
		d.On("2023-02-01T03:00:00Z")
		d.Publish("2023-02")
		if r := d.Report(second); r.State != check.Rated || r.Counting != 2 {
			t.Fatalf("the second is %s with %d games, and waits for %v", r.State, r.Counting, r.Open())
		}
		_, err = desk.Pay(ctx, d.Bureau, first, 0)
		d.Must(err)
		d.Must(desk.Answer(ctx, d.Bureau, first, "the bank was closed", "", desk.Reply{Question: check.WaitOverdue, Count: true}))
		d.On("2023-03-01T03:00:00Z")
		d.Publish("2023-03")
		if r := d.Report(first); r.State != check.Rated || r.Counting != 49 {
			t.Errorf("the first is %s with %d games, and waits for %v", r.State, r.Counting, r.Open())
		}
	}
}

// Games that an officer has left out because another report has them are asked about
// again when that one does not go into a list any more. When it does, the answer stands.
func TestGamesLeftOutForAReportAreAskedAgain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, state := range []lists.State{check.Withheld, check.Returned, check.Closed} {
		for _, counts := range []bool{false, true} {
			d := bureautest.Sixteen(t, "ncs")
			d.On("2024-02-10T03:00:00Z")
			first, second := doubled(d, "2024-02-05")
			d.Must(desk.Answer(ctx, d.Bureau, second, "the same event", "", desk.Reply{Question: "games-twice"}))
			d.Must(desk.Decide(ctx, d.Bureau, first, state, "not so"))
			d.On("2024-02-25T03:00:00Z")
			d.Must(d.Close("2024-03"))
			if r := d.Report(second); !asksTwice(d, second) || r.Counting != 2 {
				t.Errorf("the first is %s, and the second has %d games and waits for %v", state, r.Counting, r.Open())
				continue
			}
			d.Must(desk.Answer(ctx, d.Bureau, second, "looked at", "", desk.Reply{Question: "games-twice", Count: counts}))
			if got, want := counting(d, second), map[bool]int{false: 2, true: 51}[counts]; got != want || asksTwice(d, second) {
				t.Errorf("the first is %s: %d games of the second count, and not %d", state, got, want)
			}
			d.Must(desk.Decide(ctx, d.Bureau, first, check.Admitted, "it is right after all"))
			d.Must(d.Close("2024-03"))
			if asksTwice(d, first) || asksTwice(d, second) || counting(d, first) != 49 || counting(d, second) != 2 {
				t.Errorf("the first was %s: %d and %d games count", state, counting(d, first), counting(d, second))
			}
		}
	}
}

// A report that came first and is admitted last has its games; the other one is asked.
func TestGamesOfAReportThatIsAdmittedLastCountOnce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	d.On("2024-02-10T03:00:00Z")
	first := d.Submit(d.Event("Open", "2024-02-05"))
	d.Must(desk.Decide(ctx, d.Bureau, first, check.Withheld, "the organiser is asked"))
	second := d.Submit(d.Event("Results of the Open", "2024-02-05"))
	if asksTwice(d, second) {
		t.Error("it is asked about a report that is withheld")
	}
	d.Must(desk.Decide(ctx, d.Bureau, first, check.Admitted, "it is right"))
	d.On("2024-02-25T03:00:00Z")
	_, err := closing.Close(ctx, d.Bureau, "2024-03")
	d.Must(err)
	if asksTwice(d, first) || !asksTwice(d, second) || counting(d, first)+counting(d, second) != 49 {
		t.Errorf("%d and %d games count", counting(d, first), counting(d, second))
	}
}
