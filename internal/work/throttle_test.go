package work_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/work"
)

// Whoever has used their tries has none, also if they try at once; they come back with time, and with a success. A try at
// two places takes none where the other has none left.
func TestTries(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, _ *store.Work, c *clock) {
		l := work.Limit{Tries: 3, Hourly: 6}
		try := func(places ...uint16) bool {
			of := map[uint16]work.Limit{}
			for _, place := range places {
				of[place] = l
			}
			ok, err := s.Try(t.Context(), of)
			if err != nil {
				t.Error(err)
			}
			return ok
		}
		var granted atomic.Int64
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				if try(7) {
					granted.Add(1)
				}
			})
		}
		group.Wait()
		if got := granted.Load(); got != 3 {
			t.Errorf("of 8 tries at once %d were granted, want 3", got)
		}
		if try(1, 7) || !try(1) || !try(1) || !try(1) || try(1) {
			t.Error("a try that was not granted has cost one elsewhere, or there are more than three")
		}
		c.Time = c.Add(10 * time.Minute)
		if !try(7) || try(7) {
			t.Error("in ten minutes not just one comes back")
		}
		c.Time = c.Add(-time.Hour)
		if !try(2) || try(7) {
			t.Error("while the clock is behind a try comes back, or one is lost elsewhere")
		}
		c.Time = c.Add(time.Hour)
		if err := s.GiveBack(t.Context(), map[uint16]work.Limit{7: l}); err != nil || !try(7) || try(7) {
			t.Errorf("what was given back cannot be taken once: %v", err)
		}
	})
}
