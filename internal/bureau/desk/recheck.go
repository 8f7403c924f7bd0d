package desk

import (
	"context"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// Check rechecks a report.
func Check(ctx context.Context, b *bureau.Bureau, ref string) error {
	return amend(ctx, b, "report.check", ref, "", func(tx *bureau.Tx, r *intake.Case) error {
		err := intake.Recheck(tx, r)
		tx.Note(ref, map[string]any{"state": r.State})
		return err
	})
}

// Recheck rechecks the reports of a period whose result may have changed. If a
// draft used the previous state of one, the period is reopened.
func Recheck(ctx context.Context, b *bureau.Bureau, label string) error {
	return b.Do(ctx, "report.recheck", "", func(tx *bureau.Tx) error {
		before, err := intake.OfPeriod(tx, label)
		if err != nil {
			return err
		}
		was := make([]intake.Drafted, len(before))
		for i, r := range before {
			was[i] = r.Drafted()
		}
		if _, err := intake.Readied(tx, before, false); err != nil {
			return err
		}
		for i, r := range before {
			if r.Drafted() != was[i] {
				tx.Note(label, nil)
				return lists.Reopen(tx, label)
			}
		}
		tx.Note(label, nil)
		return nil
	})
}
