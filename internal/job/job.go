// Package job runs long acts beside the pages that begin them: they go on when the page is closed, and anybody can look
// how far they are. What they have come to is in the work database; a job whose process ends before it is broken off.
package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/work"
)

// Act is what a job does. It says how far it is: total is -1 as long as that is not known. Its result is kept as JSON.
type Act func(ctx context.Context, progress func(done, total int)) (result any, err error)

// Runner runs jobs.
type Runner struct {
	Failed func(what string, why error) // called with what is not for people to read; nil: it is not

	store *work.Store
	every time.Duration // between two beats
	ctx   context.Context
	group sync.WaitGroup

	mu      sync.Mutex // guards what follows
	running map[string]underway
}

// underway is a job that is worked on.
type underway struct {
	cancel context.CancelCauseFunc
	ended  chan struct{} // closed when what it has come to is kept
}

// New returns a runner whose jobs end with the context.
func New(ctx context.Context, s *work.Store) *Runner {
	return &Runner{store: s, every: beatEvery, ctx: ctx, running: map[string]underway{}}
}

// beatEvery is how often a job says that it is worked on.
const beatEvery = 2 * time.Second

// errStopped is why a job ends that somebody stops.
var errStopped = errors.New("stopped by somebody")

// Start starts a job of an account, and returns its ID. Of each kind one is under way: while there is another one, the
// error is a *work.RunningError.
func (r *Runner) Start(account, what string, act Act) (id string, err error) {
	if r.ctx.Err() != nil {
		return "", context.Cause(r.ctx)
	}
	if id, err = r.store.BeginJob(r.ctx, account, what, -1); err != nil {
		return "", err
	}
	ctx, cancel := context.WithCancelCause(r.ctx)
	ended := make(chan struct{})
	r.mu.Lock()
	r.running[id] = underway{cancel, ended}
	r.mu.Unlock()
	r.group.Go(func() {
		defer close(ended)
		defer cancel(nil)
		err := r.run(ctx, id, cancel, act)
		r.mu.Lock()
		delete(r.running, id)
		r.mu.Unlock()
		if err != nil && r.Failed != nil {
			r.Failed(what, err)
		}
	})
	return id, nil
}

// Stop stops a job of this process. It reports whether there is one.
func (r *Runner) Stop(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	job, ok := r.running[id]
	if ok {
		job.cancel(errStopped)
	}
	return ok
}

// Await waits until a job of this process has ended, and what it has come to is kept.
func (r *Runner) Await(id string) {
	r.mu.Lock()
	job, is := r.running[id]
	r.mu.Unlock()
	if is {
		<-job.ended
	}
}

// Wait waits until all jobs have ended.
func (r *Runner) Wait() { r.group.Wait() }

// far is how far a job is.
type far struct {
	mu          sync.Mutex
	done, total int
}

func (f *far) set(done, total int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.done, f.total = done, total
}

func (f *far) get() (done, total int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.done, f.total
}

// run runs a job, and keeps what it has come to. It returns what is not for people to read.
func (r *Runner) run(ctx context.Context, id string, cancel context.CancelCauseFunc, act Act) error {
	how := &far{total: -1}
	ended, beaten := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(beaten)
		beat := time.NewTicker(r.every)
		defer beat.Stop()
		for {
			select {
			case <-ended:
				return
			case <-beat.C:
			}
			done, total := how.get()
			if err := r.store.Beat(ctx, id, done, total); errors.Is(err, work.ErrGone) { // it was held to be broken off
				cancel(err)
			}
		}
	}()
	result, err := attempt(ctx, act, how.set)
	close(ended)
	<-beaten
	done, total := how.get()
	last, finish := context.WithTimeout(context.WithoutCancel(ctx), work.JobLease) // also when the server stops
	defer finish()
	outcome := OutcomeOf(ctx, result, err)
	kept := r.store.EndJob(last, id, done, total, outcome)
	if outcome.Cause == "" {
		err = nil
	}
	return errors.Join(err, kept)
}

// attempt runs an act; a panic is its error.
func attempt(ctx context.Context, act Act, progress func(done, total int)) (result any, err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("panic: %v", why)
		}
	}()
	return act(ctx, progress)
}

// OutcomeOf returns what an act has come to.
func OutcomeOf(ctx context.Context, result any, err error) work.Outcome {
	var problem *finding.Problem
	var refused *finding.Refused
	switch {
	case err == nil:
		text, err := json.Marshal(result)
		if err != nil {
			return work.Outcome{State: work.Failed, Cause: err.Error()}
		}
		return work.Outcome{State: work.Done, Result: text}
	case errors.Is(context.Cause(ctx), errStopped):
		return work.Outcome{State: work.Stopped}
	case ctx.Err() != nil:
		return work.Outcome{State: work.BrokenOff}
	case errors.As(err, &problem):
		return work.Outcome{State: work.Failed, Problem: problem}
	case errors.As(err, &refused):
		return work.Outcome{State: work.Failed, Refused: &refused.Finding}
	}
	return work.Outcome{State: work.Failed, Cause: err.Error()}
}
