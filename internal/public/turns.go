package public

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/response"
)

// turns lets few answers be made at once. Whoever owes least goes first, and of two who owe the
// same the one who waits longer: those who ask much wait for those who ask little.
type turns struct {
	mu      sync.Mutex // guards what follows
	free    int
	waiting []*waiter
}

// waiter waits for a turn, until the channel is closed.
type waiter struct {
	owes time.Duration
	turn chan struct{}
}

// await waits for a turn, and returns what to call when it has ended.
func (t *turns) await(ctx context.Context) (leave func(), err error) {
	w := &waiter{owes: response.Owed(ctx), turn: make(chan struct{})}
	t.mu.Lock()
	t.waiting = append(t.waiting, w)
	t.begin()
	t.mu.Unlock()
	select {
	case <-w.turn:
		return t.end, nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if at := slices.Index(t.waiting, w); at >= 0 {
		t.waiting = slices.Delete(t.waiting, at, at+1)
		return nil, finding.Refuse("request-busy")
	}
	return t.end, nil
}

// begin begins turns while some are free.
func (t *turns) begin() {
	for t.free > 0 && len(t.waiting) > 0 {
		next := slices.MinFunc(t.waiting, func(a, b *waiter) int { return cmp.Compare(a.owes, b.owes) })
		at := slices.Index(t.waiting, next)
		t.waiting = slices.Delete(t.waiting, at, at+1)
		t.free--
		close(next.turn)
	}
}

func (t *turns) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free++
	t.begin()
}
