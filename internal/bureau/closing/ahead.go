package closing

import (
	"context"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// Ahead returns what is stored as it would be if the periods whose lists are not out were
// closed now, one after the other, with the reports that are admitted. The run of its
// newest list is the unofficial one; it returns the number of the run of the newest
// official list, too. Nothing is written.
func Ahead(ctx context.Context, b *bureau.Bureau, r bureau.Reader) (ahead *bureau.Overlay, official int, err error) {
	ahead = bureau.NewOverlay(r)
	tx, err := b.Begin(ctx, ahead)
	if err != nil {
		return nil, 0, err
	}
	if official, err = lists.RunNow(r, ""); err != nil {
		return nil, 0, err
	}
	newest, err := lists.FindRun(r, official)
	if err != nil {
		return nil, 0, err
	}
	all, err := lists.AllPeriods(tx)
	if err != nil {
		return nil, 0, err
	}
	for _, p := range all {
		if p.State == lists.Published || p.Before(newest) {
			continue
		}
		reports, err := intake.OfPeriod(tx, p.Label)
		if err != nil {
			return nil, 0, err
		}
		if !slices.ContainsFunc(reports, func(c *check.Case) bool { return c.State == check.Admitted }) {
			continue
		}
		run, err := draft(tx, p, reports)
		if err != nil {
			return nil, 0, err
		}
		if err := lists.Follow(tx, run); err != nil {
			return nil, 0, err
		}
	}
	return ahead, official, nil
}
