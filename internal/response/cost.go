package response

import (
	"context"
	"sync/atomic"
	"time"
)

// cost is the key under which a context has the time that is spent on making an answer.
type cost struct{}

// Metered returns a context for a request, and what returns for how long answers to it were
// made: waiting is not counted.
func Metered(ctx context.Context) (metered context.Context, spent func() time.Duration) {
	all := new(atomic.Int64)
	return context.WithValue(ctx, cost{}, all), func() time.Duration { return time.Duration(all.Load()) }
}

// Spend counts the time since an answer was begun.
func Spend(ctx context.Context, begun time.Time) {
	if all, ok := ctx.Value(cost{}).(*atomic.Int64); ok {
		all.Add(int64(time.Since(begun)))
	}
}
