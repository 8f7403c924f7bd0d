package view

import (
	"context"
	"sync"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/roster"
)

// ExplainUnofficial is like Explain, for the list as it would be now; with a label, for
// that of another period that is not out.
func ExplainUnofficial(ctx context.Context, b *bureau.Bureau, r bureau.Reader, id, label string) (*Explanation, error) {
	ahead, _, err := closing.Ahead(ctx, b, r)
	if err != nil {
		return nil, err
	}
	return ExplainNow(ahead, id, label)
}

// Unofficial is the list as it would be now, for a process that asks again and again: the open
// periods are closed once for each state of the bureau. The zero value is ready.
type Unofficial struct {
	mu    sync.Mutex
	of    any             // the state of the bureau that the others are of
	ahead *bureau.Overlay // the open periods, closed; nil: they were not yet
	list  *roster.List    // nil: it was not read yet
	made  map[int]*remade // runs of the open periods
}

// Enter sets the numbers of an admitted event's entries to those of the list as it would be now. Of
// identifies the state of the bureau.
func (u *Unofficial) Enter(ctx context.Context, b *bureau.Bureau, r bureau.Reader, of any, e *Event) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	ahead, err := u.aheadOf(ctx, b, r, of)
	if err != nil {
		return err
	}
	run, err := lists.CurrentRuns.Get(ahead, e.Report.Period)
	if err != nil || run == nil {
		return err
	}
	m := u.made[*run]
	if m == nil {
		if m, err = remake(ahead, *run); err != nil {
			return err
		}
		u.made[*run] = m
	}
	for _, row := range m.rows {
		s := &m.Batch.Sections[row.Section]
		if m.Records[m.Batch.Events[s.Event].Report].Ref != e.Report.Ref {
			continue
		}
		for _, k := range e.Entered {
			if k.Section == s.Number && k.Player == row.Player {
				k.InList, e.Provisional = true, true
				k.Rating, k.Performance, k.K, k.Change = int(row.Rating), int(row.Performance), int(row.K), int(row.Change+row.Bonus)
			}
		}
	}
	return nil
}

// Explain is like ExplainUnofficial for the newest list, in a state of the bureau, which of tells
// from others.
func (u *Unofficial) Explain(ctx context.Context, b *bureau.Bureau, r bureau.Reader, of any, id string) (*Explanation, error) {
	u.mu.Lock()
	ahead, err := u.aheadOf(ctx, b, r, of)
	u.mu.Unlock()
	if err != nil {
		return nil, err
	}
	return ExplainNow(ahead, id, "")
}

// List returns the list as it would be now, in a state of the bureau, which of tells from others.
func (u *Unofficial) List(ctx context.Context, b *bureau.Bureau, r bureau.Reader, of any) (*roster.List, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	ahead, err := u.aheadOf(ctx, b, r, of)
	if err != nil || u.list != nil {
		return u.list, err
	}
	run, err := lists.RunNow(ahead, "")
	if err == nil {
		u.list, err = lists.ListOf(ahead, run)
	}
	return u.list, err
}

// aheadOf returns what is stored with the open periods closed.
func (u *Unofficial) aheadOf(ctx context.Context, b *bureau.Bureau, r bureau.Reader, of any) (*bureau.Overlay, error) {
	if u.ahead == nil || u.of != of {
		ahead, _, err := closing.Ahead(ctx, b, r)
		if err != nil {
			return nil, err
		}
		u.ahead, u.of, u.list, u.made = ahead.Over(nil), of, nil, map[int]*remade{}
	}
	return u.ahead.Over(r), nil
}
