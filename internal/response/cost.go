package response

import (
	"context"
	"runtime"
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
// and what returns how much time of a processor the making of answers to it took.
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

// Spend calls what makes an answer to a request, and counts the time of a processor that it takes: neither
// waiting for a database nor what others have the processors do makes a request dearer.
func Spend(ctx context.Context, answer func() error) error {
	m, ok := ctx.Value(cost{}).(*meter)
	if !ok {
		return answer()
	}
	runtime.LockOSThread() // processors count by thread
	defer runtime.UnlockOSThread()
	begun := used()
	defer func() { m.spent.Add(int64(used() - begun)) }()
	return answer()
}
