package desk

import (
	"context"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
)

// Check rechecks a report.
func Check(ctx context.Context, b *bureau.Bureau, ref string) error {
	return amend(ctx, b, "report.check", ref, "", func(tx *bureau.Tx, r *check.Case) error {
		err := intake.Recheck(tx, r)
		tx.Note(ref, map[string]any{"state": r.State})
		return err
	})
}
