package correction_test

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// A report whose games count in a list is not added to one, nor back to its own, before an
// officer has said whether they are the same.
func TestGamesOfAListAreNotAddedByCorrections(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	ways := map[string]func(d *bureautest.Bureau, first string) func() error{
		"late": func(d *bureautest.Bureau, first string) func() error {
			d.Must(desk.Decide(ctx, d.Bureau, first, check.Withheld, "the organiser is asked"))
			return func() error {
				return d.Propose(correction.Amendment{Kind: correction.AddLate, Report: first, Label: "2024-03"})
			}
		},
		"undone": func(d *bureautest.Bureau, first string) func() error {
			d.On("2024-02-25T03:00:00Z")
			d.Publish("2024-03")
			k := d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: first}, "")
			return func() error {
				_, err := correction.Undo(ctx, d.Bureau, k.Number, "", "it was right")
				return err
			}
		},
	}
	for name, way := range ways {
		d := bureautest.Sixteen(t, "ncs")
		d.On("2024-02-10T03:00:00Z")
		first := d.Submit(d.Event("Open", "2024-02-05"))
		again := way(d, first)
		second := d.Submit(d.Event("Results of the Open", "2024-02-05"))
		d.On("2024-03-25T03:00:00Z")
		d.Publish(d.Report(second).Period)
		if d.Report(second).Counting != 49 {
			t.Fatalf("%s: %d games count", name, d.Report(second).Counting)
		}
		bureautest.Refused(t, again(), "games-in-list")
	}
}
