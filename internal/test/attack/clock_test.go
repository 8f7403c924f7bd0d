package attack_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// A clock that is ten years behind, from the beginning of a command or from a step in it,
// spoils nothing: what it does not allow is refused, and all goes on when it is right.
func TestClockTenYearsBack(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, looks := range map[string]int{"from the beginning": 0, "after a step": 1, "after two": 2} {
		t.Run(name, func(t *testing.T) {
			d := bureautest.Sixteen(t, "ncs")
			d.Daily = proof.AppendDayLeaf
			refs := d.Live(1, 2, nil)
			right := d.Clock
			tries := []func() error{
				func() error {
					r := d.Event("Open late", "2024-02-20")
					_, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: "late.json", Data: bureautest.JSON(t, r), Parsed: r, From: "club"})
					return err
				},
				func() error {
					_, err := desk.AddPrecedent(ctx, d.Bureau, desk.Precedent{Title: "Late?", Text: "No.", By: "the board"})
					return err
				},
				func() error { return desk.Decide(ctx, d.Bureau, refs[1], check.Withheld, "a protest") },
				func() error { _, err := closing.Close(ctx, d.Bureau, "2024-04"); return err },
				func() error { _, err := closing.Publish(ctx, d.Bureau, "2024-04", "it is time"); return err },
			}
			for _, try := range tries {
				looked := 0
				d.Clock = func() time.Time {
					if looked++; looked > looks {
						return right().AddDate(-10, 0, 0)
					}
					return right()
				}
				if err, is := try(), new(finding.Refused); err != nil && !errors.As(err, &is) {
					t.Error(err)
				}
				d.Clock = right
				d.Verified()
			}
			d.On("2024-03-25T03:00:00Z")
			if looks > 0 { // else the report is of ten years ago
				d.Publish("2024-04")
			}
			d.Verified()
		})
	}
}
