package job

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/internal/work"
)

// runs is a runner on a database of its own.
type runs struct {
	*testing.T
	*Runner
	stop   context.CancelFunc
	failed chan error
}

// each runs a test on a database of each kind.
func each(t *testing.T, test func(r *runs)) {
	storetest.InSQL(t, func(t *testing.T, of *store.Store) {
		s, err := work.Open(t.Context(), of, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		r := &runs{t, New(ctx, s), stop, make(chan error, 10)}
		r.every = time.Millisecond
		r.Failed = func(_ string, why error) { r.failed <- why }
		test(r)
		stop()
		r.Wait()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

// starts begins a job of somebody.
func (r *runs) starts(act Act) string {
	r.Helper()
	id, err := r.Start("A0007", "verify", act)
	if err != nil {
		r.Fatal(err)
	}
	return id
}

// job returns a job that there is.
func (r *runs) job(id string) *work.Job {
	r.Helper()
	j, err := r.store.Job(r.Context(), id)
	if err != nil || j == nil {
		r.Fatalf("job %s: %v, %v", id, j, err)
	}
	return j
}

// until waits for the end of the context of a job.
func until(ctx context.Context, _ func(done, total int)) (any, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// While a job runs it is seen how far it is, and no other of its kind begins; then what it has come to.
func TestJobRuns(t *testing.T) {
	each(t, func(r *runs) {
		goOn := make(chan struct{})
		id := r.starts(func(_ context.Context, progress func(done, total int)) (any, error) {
			progress(3, 24)
			<-goOn
			progress(24, 24)
			return map[string]int{"faults": 0}, nil
		})
		for r.job(id).Done != 3 { // it is written some time
		}
		var running *work.RunningError
		if _, err := r.Start("A0008", "verify", until); !errors.As(err, &running) || running.ID != id {
			r.Errorf("another one of its kind: %v", err)
		}
		close(goOn)
		r.Wait()
		if j := r.job(id); j.Outcome.State != work.Done || string(j.Outcome.Result) != `{"faults":0}` || j.Done != 24 || j.Total != 24 {
			r.Errorf("it has come to %+v", j)
		}
		if len(r.failed) > 0 {
			r.Error(<-r.failed)
		}
	})
}

// What a job fails with is kept for who began it; what is not for them to read is passed on, too.
func TestJobFails(t *testing.T) {
	each(t, func(r *runs) {
		problem, refused, broken := finding.NewProblem("store-full", finding.Text("file", "arpad.db")), finding.Refuse("database-upgraded-meanwhile"), errors.New("broken machinery")
		for _, c := range []struct {
			act    Act
			want   work.Outcome
			passed int
		}{
			{func(context.Context, func(int, int)) (any, error) { return nil, problem }, work.Outcome{State: work.Failed, Problem: problem}, 0},
			{func(context.Context, func(int, int)) (any, error) { return nil, refused }, work.Outcome{State: work.Failed, Refused: &refused.Finding}, 0},
			{func(context.Context, func(int, int)) (any, error) { return nil, broken }, work.Outcome{State: work.Failed, Cause: "broken machinery"}, 1},
			{func(context.Context, func(int, int)) (any, error) { panic("a mistake") }, work.Outcome{State: work.Failed, Cause: "panic: a mistake"}, 1},
		} {
			id := r.starts(c.act)
			r.Wait()
			if diff := cmp.Diff(c.want, r.job(id).Outcome); diff != "" || len(r.failed) != c.passed {
				r.Error(diff, len(r.failed))
			}
			r.failed = make(chan error, 10)
		}
	})
}

// A job ends when somebody stops it, when the program ends, and when another process holds it to be broken off.
func TestJobEnds(t *testing.T) {
	each(t, func(r *runs) {
		id := r.starts(until)
		if r.Stop("nothing") || !r.Stop(id) {
			r.Error("it cannot be stopped, or another one can")
		}
		r.Wait()
		if j := r.job(id); j.Outcome.State != work.Stopped || r.Stop(id) {
			r.Errorf("stopped it has come to %+v", j)
		}
		id = r.starts(until)
		if err := r.store.EndJob(r.Context(), id, 0, -1, work.Outcome{State: work.BrokenOff}); err != nil {
			r.Fatal(err)
		}
		r.Wait()
		if err := <-r.failed; !errors.Is(err, work.ErrGone) {
			r.Errorf("held to be broken off it says %v", err)
		}
		id = r.starts(until)
		r.stop()
		r.Wait()
		if j := r.job(id); j.Outcome.State != work.BrokenOff || j.Ended.IsZero() {
			r.Errorf("when the program ends it has come to %+v", j)
		}
		if _, err := r.Start("A0007", "verify", until); !errors.Is(err, context.Canceled) {
			r.Errorf("after the end another one begins: %v", err)
		}
	})
}
