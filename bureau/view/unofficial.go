package view

import (
	"context"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/closing"
	"github.com/arpadchess/arpad/bureau/lists"
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

// UnofficialList returns the list as it would be now: with all admitted games that are in
// no published list, period by period. It is compared with the newest official list.
func UnofficialList(ctx context.Context, b *bureau.Bureau, r bureau.Reader) (*List, error) {
	ahead, official, err := closing.Ahead(ctx, b, r)
	if err != nil {
		return nil, err
	}
	n, err := lists.RunNow(ahead, "")
	if err != nil {
		return nil, err
	}
	run, err := lists.FindRun(ahead, n)
	if err != nil {
		return nil, err
	}
	l, err := linesOf(ahead, run, official)
	if err == nil {
		l.Unofficial = true
	}
	return l, err
}
