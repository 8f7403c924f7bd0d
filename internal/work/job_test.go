package work_test

import (
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/work"
)

// startJob begins a job.
func startJob(t *testing.T, s *work.Store, account string) string {
	t.Helper()
	id, err := s.BeginJob(t.Context(), account, "verify", -1)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// jobOf returns a job that there is.
func jobOf(t *testing.T, s *work.Store, id string) *work.Job {
	t.Helper()
	j, err := s.Job(t.Context(), id)
	if err != nil || j == nil {
		t.Fatalf("job %s: %v, %v", id, j, err)
	}
	return j
}

// A job tells how far it is, and what it has come to, as long as it is kept.
func TestJob(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, _ *store.Work, c *clock) {
		begun := c.Time
		id := startJob(t, s, "A0007")
		want := &work.Job{ID: id, Account: "A0007", What: "verify", Made: begun, Beat: begun, Total: -1}
		if diff := cmp.Diff(want, jobOf(t, s, id)); diff != "" {
			t.Error(diff)
		}
		c.Time = begun.Add(30 * time.Second)
		if err := s.Beat(t.Context(), id, 3, 24); err != nil {
			t.Fatal(err)
		}
		want.Beat, want.Done, want.Total = c.Time, 3, 24
		if diff := cmp.Diff(want, jobOf(t, s, id)); diff != "" {
			t.Error(diff)
		}
		c.Time = begun.Add(80 * time.Second)
		outcome := work.Outcome{State: work.Done, Result: json.RawMessage(`{"faults":0}`)}
		if err := s.EndJob(t.Context(), id, 24, 24, outcome); err != nil {
			t.Fatal(err)
		}
		want.Beat, want.Ended, want.Done, want.Outcome = c.Time, c.Time, 24, outcome
		if diff := cmp.Diff(want, jobOf(t, s, id)); diff != "" {
			t.Error(diff)
		}
		if err := s.Beat(t.Context(), id, 0, 24); !errors.Is(err, work.ErrGone) {
			t.Errorf("it goes on after its end: %v", err)
		}
		if err := s.EndJob(t.Context(), id, 24, 24, work.Outcome{State: work.Failed}); !errors.Is(err, work.ErrGone) {
			t.Errorf("it ends twice: %v", err)
		}
		if j, err := s.Job(t.Context(), "nothing"); j != nil || err != nil {
			t.Errorf("a job that is none: %v, %v", j, err)
		}
		failed := work.Outcome{State: work.Failed, Problem: finding.NewProblem("store-full", finding.Text("file", "arpad.db"))}
		other := startJob(t, s, "A0008")
		if err := s.EndJob(t.Context(), other, 0, -1, failed); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(failed, jobOf(t, s, other).Outcome); diff != "" {
			t.Error(diff)
		}
		for account, want := range map[string][]string{"A0007": {id}, "A0008": {other}, "A0009": nil, "": {other, id}} {
			all, err := s.Jobs(t.Context(), account)
			var got []string
			for _, j := range all {
				got = append(got, j.ID)
			}
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Error(account, diff, err)
			}
		}
	})
}

// Of a kind one job is under way, however many begin one at once.
func TestOneJobOfAKind(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, _ *store.Work, _ *clock) {
		var begun atomic.Int32
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				_, err := s.BeginJob(t.Context(), "A0007", "backup", -1)
				var running *work.RunningError
				switch {
				case err == nil:
					begun.Add(1)
				case !errors.As(err, &running) || running.ID == "":
					t.Error(err)
				}
			})
		}
		if group.Wait(); begun.Load() != 1 {
			t.Errorf("%d have begun", begun.Load())
		}
		startJob(t, s, "A0007")
	})
}

// A job of which nobody has heard for a minute is broken off, and another one can begin.
func TestJobIsBrokenOff(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, _ *store.Work, c *clock) {
		begun := c.Time
		id := startJob(t, s, "A0007")
		c.Time = begun.Add(work.JobLease - time.Second)
		if j := jobOf(t, s, id); !j.Ended.IsZero() || j.Outcome.State != "" {
			t.Errorf("before its lease ends: %+v", j)
		}
		c.Time = begun.Add(work.JobLease)
		if j := jobOf(t, s, id); !j.Ended.Equal(begun) || j.Outcome.State != work.BrokenOff {
			t.Errorf("after its lease: %+v", j)
		}
		startJob(t, s, "A0008")
		if err := s.Beat(t.Context(), id, 1, 2); !errors.Is(err, work.ErrGone) {
			t.Errorf("it goes on beside another one: %v", err)
		}
		if j := jobOf(t, s, id); j.Outcome.State != work.BrokenOff {
			t.Errorf("beside another one: %+v", j)
		}
		c.Time = c.Add(31 * 24 * time.Hour)
		if err := s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if j, err := s.Job(t.Context(), id); j != nil || err != nil {
			t.Errorf("after a month: %v, %v", j, err)
		}
	})
}
