// Package trial says what would be: what a file would lead to if it were submitted, and what
// ratings games would lead to.
package trial

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Preview is what a submission, or a statement, would lead to.
type Preview struct {
	Receipt *intake.Receipt
	Event   *view.Event       // nil: the file cannot be read
	FIDE    *fidereport.Event // nil: it is none
	Changes []Change          // of ratings in the unofficial list, by ID
}

// Unread returns the preview of a file that cannot be read.
func Unread(found []finding.Finding) *Preview {
	return &Preview{Receipt: &intake.Receipt{Findings: found}}
}

// Change is a change of a player's rating.
type Change struct {
	ID, Name string
	Kind     rating.Kind
	From, To rating.Rating // zero: unrated
}

// Of has somebody act in a preview of a bureau, and compares the unofficial lists before and after it.
func Of(ctx context.Context, preview *bureau.Bureau, act func() (*intake.Receipt, error)) (*Preview, error) {
	u, before := &view.Unofficial{}, (*roster.List)(nil)
	err := preview.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		before, err = u.List(ctx, preview, r, "before")
		return err
	})
	if err != nil {
		return nil, err
	}
	p := &Preview{}
	if p.Receipt, err = act(); err != nil || p.Receipt.Report == nil {
		return p, err
	}
	err = preview.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		after, err := u.List(ctx, preview, r, "after")
		if err != nil {
			return err
		}
		if p.Event, err = view.FindEvent(r, p.Receipt.Report.Ref); err != nil {
			return err
		}
		if p.FIDE, err = intake.FIDE(r, p.Receipt.Report); err != nil {
			return err
		}
		names, err := view.NamesOf(r, nil)
		if err != nil {
			return err
		}
		for n := range max(len(before.Standings), len(after.Standings)) {
			was, now := before.Standing(uint32(n)), after.Standing(uint32(n))
			for _, kind := range rating.AllKinds {
				if from, to := was.Of(kind).Rating, now.Of(kind).Rating; from != to {
					id, name := names(uint32(n))
					p.Changes = append(p.Changes, Change{id, name, kind, from, to})
				}
			}
		}
		return nil
	})
	slices.SortFunc(p.Changes, func(a, b Change) int { return cmp.Or(strings.Compare(a.ID, b.ID), cmp.Compare(a.Kind, b.Kind)) })
	return p, err
}
