// Package trial says what would be: what a file would lead to if it were submitted, and what
// ratings games would lead to.
package trial

import (
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
	var before *roster.List
	err := preview.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		before, err = new(view.Unofficial).List(ctx, preview, r, nil)
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
		after, err := new(view.Unofficial).List(ctx, preview, r, nil)
		if err != nil {
			return err
		}
		if p.Event, err = view.FindEvent(r, p.Receipt.Report.Ref); err != nil {
			return err
		}
		if p.FIDE, err = intake.FIDE(r, p.Receipt.Report); err != nil {
			return err
		}
		return p.compare(r, before, after)
	})
	return p, err
}

// compare notes which ratings differ between two lists.
func (p *Preview) compare(r bureau.Reader, before, after *roster.List) error {
	var changed []uint32
	for n := range uint32(max(len(before.Standings), len(after.Standings))) {
		was, now := before.Standing(n), after.Standing(n)
		if slices.ContainsFunc(rating.AllKinds[:], func(kind rating.Kind) bool { return was.Of(kind).Rating != now.Of(kind).Rating }) {
			changed = append(changed, n)
		}
	}
	names, err := view.NamesOf(r, changed)
	for _, n := range changed {
		id, name := names(n)
		was, now := before.Standing(n), after.Standing(n)
		for _, kind := range rating.AllKinds {
			if from, to := was.Of(kind).Rating, now.Of(kind).Rating; from != to {
				p.Changes = append(p.Changes, Change{id, name, kind, from, to})
			}
		}
	}
	slices.SortStableFunc(p.Changes, func(a, b Change) int { return strings.Compare(a.ID, b.ID) })
	return err
}
