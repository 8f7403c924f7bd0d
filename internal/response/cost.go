package response

import (
	"context"
	"sync/atomic"
	"time"
)

// cost is the key under which a context has what a request costs.
type cost struct{}

// meter is what a request costs.
type meter struct {
	owed  time.Duration
	spent atomic.Int64
}

// Metered returns a context for a request of a visitor who owes some time for what they asked before,
// and what returns for how long answers to it were made: waiting is not counted.
func Metered(ctx context.Context, owed time.Duration) (metered context.Context, spent func() time.Duration) {
	m := &meter{owed: owed}
	return context.WithValue(ctx, cost{}, m), func() time.Duration { return time.Duration(m.spent.Load()) }
}

// Owed returns what the visitor owes who asked. Zero: nothing, or nobody counts it.
func Owed(ctx context.Context) time.Duration {
	if m, ok := ctx.Value(cost{}).(*meter); ok {
		return m.owed
	}
	return 0
}

// Spend counts the time since an answer was begun.
func Spend(ctx context.Context, begun time.Time) {
	if m, ok := ctx.Value(cost{}).(*meter); ok {
		m.spent.Add(int64(time.Since(begun)))
	}
}
