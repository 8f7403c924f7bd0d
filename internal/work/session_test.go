package work_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/work"
)

// begin begins a session that holds for 12 hours.
func begin(t *testing.T, s *work.Store, c *clock, account string, idle time.Duration) (token string) {
	t.Helper()
	token, err := s.Begin(t.Context(), work.Session{Account: account, Made: c.Time, Expires: c.Add(12 * time.Hour), Idle: idle, Factor: c.Time, Browser: "Firefox"}, "")
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// lives returns the live session of a token.
func lives(t *testing.T, s *work.Store, token string) *work.Session {
	t.Helper()
	found, err := s.Session(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// A session goes on under a new token after a fresh factor. The old token is nobody's from then on, and the end stays.
func TestSessionIsRenewed(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, _ *store.Work, c *clock) {
		first := begin(t, s, c, "A0007", 12*time.Hour)
		was := lives(t, s, first)
		c.Time = c.Add(time.Hour)
		fresh := *was
		fresh.Factor = c.Time
		second, err := s.Begin(t.Context(), fresh, was.Hash)
		if err != nil {
			t.Fatal(err)
		}
		now := lives(t, s, second)
		if now == nil || !now.Expires.Equal(was.Expires) || !now.Made.Equal(was.Made) || !now.Factor.Equal(c.Time) || lives(t, s, first) != nil {
			t.Errorf("renewed %v to %v; the old one is %v", was, now, lives(t, s, first))
		}
		if _, err := s.Begin(t.Context(), fresh, was.Hash); !errors.Is(err, work.ErrGone) { // by a request under way with the old token
			t.Errorf("an ended session was renewed: %v", err)
		}
		if all, err := s.Sessions(t.Context(), "A0007"); err != nil || len(all) != 1 {
			t.Errorf("%d sessions (%v)", len(all), err)
		}
	})
}

// A session ends after its time, whatever happens; and before if it is not used.
func TestSessionsEnd(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, _ *store.Work, c *clock) {
		used, idle := begin(t, s, c, "A0007", 2*time.Hour), begin(t, s, c, "A0007", 2*time.Hour)
		for range 11 {
			c.Time = c.Add(time.Hour)
			if lives(t, s, used) == nil {
				t.Fatalf("a session that is used has ended at %v", c.Time)
			}
		}
		if lives(t, s, idle) != nil {
			t.Error("an idle session lives")
		}
		c.Time = c.Add(time.Hour)
		if lives(t, s, used) != nil {
			t.Error("a session lives after its end")
		}
	})
}

// An account ends one of its sessions, or all others, and nobody else's.
func TestSessionsAreRevoked(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, _ *store.Work, c *clock) {
		mine, lost, third, other := begin(t, s, c, "A0007", time.Hour), begin(t, s, c, "A0007", time.Hour), begin(t, s, c, "A0007", time.Hour), begin(t, s, c, "A0008", time.Hour)
		err := errors.Join(s.End(t.Context(), "A0007", work.Hash(lost)), s.End(t.Context(), "A0007", work.Hash(other)))
		if err != nil || lives(t, s, lost) != nil || lives(t, s, other) == nil || lives(t, s, third) == nil {
			t.Errorf("ending one ended others, or not this one (%v)", err)
		}
		err = s.EndOthers(t.Context(), "A0007", work.Hash(mine))
		if err != nil || lives(t, s, mine) == nil || lives(t, s, third) != nil || lives(t, s, other) == nil {
			t.Errorf("ending the others ended another one, or not these (%v)", err)
		}
	})
}

// Of many who use the same code, step or ceremony at once, one is the first.
func TestOnce(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, _ *store.Work, c *clock) {
		token, err := s.Hold(t.Context(), "sign-in", "A0007", []string{"challenge"}, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		for name, use := range map[string]func() (bool, error){
			"step":          func() (bool, error) { return s.Step(t.Context(), "A0007", 100) },
			"recovery code": func() (bool, error) { return s.Spend(t.Context(), "A0007", "hash") },
			"ceremony": func() (bool, error) {
				var data []string
				account, err := s.Take(t.Context(), "sign-in", token, &data)
				if errors.Is(err, work.ErrGone) {
					return false, nil
				}
				return account == "A0007" && len(data) == 1, err
			},
		} {
			var first atomic.Int64
			var group sync.WaitGroup
			for range 20 {
				group.Go(func() {
					ok, err := use()
					if err != nil {
						t.Error(err)
					}
					if ok {
						first.Add(1)
					}
				})
			}
			group.Wait()
			if first.Load() != 1 {
				t.Errorf("%s: %d were the first", name, first.Load())
			}
		}
		if ok, err := s.Step(t.Context(), "A0007", 99); ok || err != nil {
			t.Errorf("an earlier step holds: %t, %v", ok, err)
		}
		late, err := s.Hold(t.Context(), "sign-in", "", nil, time.Minute)
		c.Time = c.Add(time.Minute)
		var data any
		if _, gone := s.Take(t.Context(), "sign-in", late, &data); err != nil || !errors.Is(gone, work.ErrGone) {
			t.Errorf("a ceremony holds after its time: %v, %v", err, gone)
		}
	})
}
