package work_test

import (
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/work"
)

// When a key was last used is known to five minutes, so that a busy program writes seldom.
func TestUsage(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, _ *store.Work, c *clock) {
		first := c.Time
		used := func() time.Time {
			t.Helper()
			if err := s.Used(t.Context(), "A0007", "K1"); err != nil {
				t.Fatal(err)
			}
			all, err := s.Usage(t.Context(), "A0007")
			if other, failed := s.Usage(t.Context(), "A0008"); err != nil || failed != nil || len(all) != 1 || len(other) != 0 {
				t.Fatal(all, other, err, failed)
			}
			return all["K1"]
		}
		for _, step := range []struct{ after, shows time.Duration }{{0, 0}, {5*time.Minute - time.Second, 0}, {5 * time.Minute, 5 * time.Minute}, {9 * time.Minute, 5 * time.Minute}} {
			c.Time = first.Add(step.after)
			if got := used(); !got.Equal(first.Add(step.shows)) {
				t.Errorf("after %v: %v", step.after, got)
			}
		}
	})
}
