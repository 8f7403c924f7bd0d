// Package clockwork does what happens by itself at its times. Of several processes one has the turn: a lease in the work database,
// with a fence that refuses whoever has had it before and comes late. A time that was missed is made up for once, and a clock that
// is set back does nothing twice.
package clockwork

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/job"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/work"
)

// Clock does what is due.
type Clock struct {
	Work        *work.Store
	Jobs        *job.Runner // runs what takes long, so that pages show how far it is
	Office      *office.Office
	Use         func(func(*bureau.Bureau) error) error // calls a function with the bureau as it is open
	Certificate func() time.Time                       // the last moment of the certificate in use; nil: there is none
	Failed      func(what string, why error)           // is called with what is not for people to read; nil: nobody is told
	Sends       bool                                   // letters are sent by a mail server
	Reads       bool                                   // a mailbox is read

	mu     sync.Mutex // guards what follows, and is held during a turn
	holder string
}

// How often it is looked whether something is due, and how long a process has the turn without saying so again.
const (
	lookEvery  = 20 * time.Second
	leaseHolds = 2 * time.Minute
)

// leaseName is the name of the lease, and that of a routine's turns is its ID.
const leaseName = "clock"

// Run does what is due, until the context ends.
func (c *Clock) Run(ctx context.Context) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		if err := c.Tick(ctx); err != nil && ctx.Err() == nil && c.Failed != nil {
			c.Failed("clock", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
}

// Tick does what is due now. It does nothing while another process has the turn. What is seen for the first time is due at its next time.
func (c *Clock) Tick(ctx context.Context) error {
	return c.Use(func(b *bureau.Bureau) error {
		due, err := c.due(ctx, b)
		if err != nil || len(due) == 0 {
			return err
		}
		err = c.inTurn(ctx, b, func(ctx context.Context, fence int) error {
			if due, err = c.due(ctx, b); err != nil { // another process may have done it
				return err
			}
			for _, d := range due {
				if failed := c.do(ctx, b, d, fence); !errors.Is(failed, errUnderWay) { // it is looked at again
					err = errors.Join(err, failed)
				}
			}
			return err
		})
		if errors.Is(err, work.ErrLate) { // another process does it
			return nil
		}
		return err
	})
}

// Do does a routine now, whatever its times are, and returns what has come of it.
func (c *Clock) Do(ctx context.Context, b *bureau.Bureau, r bureau.Routine) (o work.Outcome, err error) {
	at := b.Clock().UTC().Truncate(time.Second)
	err = c.inTurn(ctx, b, func(ctx context.Context, fence int) error {
		if err := c.Work.ForgetTurns(ctx, r.ID, at); err != nil {
			return err
		}
		err := c.do(ctx, b, dueRoutine{Routine: r, at: at}, fence)
		if errors.Is(err, errUnderWay) {
			return finding.NewProblem("clock-busy")
		}
		last, failed := c.Work.LastTurns(ctx)
		o = last[r.ID].Outcome
		return errors.Join(err, failed)
	})
	return o, err
}

// dueRoutine is a routine with the moment for which it is due.
type dueRoutine struct {
	bureau.Routine
	at    time.Time
	first bool // it is seen for the first time, and only that is noted
}

// due returns what is due.
func (c *Clock) due(ctx context.Context, b *bureau.Bureau) (all []dueRoutine, err error) {
	last, err := c.Work.LastTurns(ctx)
	if err != nil {
		return nil, err
	}
	now := b.Clock().UTC().Truncate(time.Second)
	err = b.View(ctx, func(_ bureau.Reader, s *bureau.Settings) error {
		for _, r := range bureau.Routines {
			before, known := last[r.ID]
			if !known {
				all = append(all, dueRoutine{r, now, true})
			} else if at := s.LastTime(r, before.Due, now); !at.IsZero() {
				all = append(all, dueRoutine{Routine: r, at: at})
			}
		}
		return nil
	})
	return all, err
}

// inTurn calls a function that has the turn, which it says again and again meanwhile. Its context ends when another process has it.
func (c *Clock) inTurn(ctx context.Context, b *bureau.Bureau, f func(ctx context.Context, fence int) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.holder == "" {
		c.holder = rand.Text()
	}
	above, err := b.Fence(ctx) // of a database that was restored, too
	if err != nil {
		return err
	}
	fence, err := c.Work.Lease(ctx, leaseName, c.holder, time.Now(), leaseHolds, above)
	if err != nil {
		return err
	}
	within, stop := context.WithCancelCause(ctx)
	held := make(chan struct{})
	go func() {
		defer close(held)
		again := time.NewTicker(leaseHolds / 4)
		defer again.Stop()
		for {
			select {
			case <-within.Done():
				return
			case <-again.C:
			}
			if got, err := c.Work.Lease(within, leaseName, c.holder, time.Now(), leaseHolds, 0); errors.Is(err, work.ErrLate) || err == nil && got != fence {
				stop(work.ErrLate)
			}
		}
	}()
	err = f(within, fence)
	stop(nil)
	<-held
	return errors.Join(err, c.Work.Release(context.WithoutCancel(ctx), leaseName, c.holder))
}

// do does a routine in a turn, and keeps what has come of it. What it could not do is no error: that is kept. What somebody else does
// just now is errUnderWay, and still due.
func (c *Clock) do(ctx context.Context, b *bureau.Bureau, d dueRoutine, fence int) error {
	t := work.Turn{Task: d.ID, Due: d.at, Fence: fence}
	if err := c.Work.BeginTurn(ctx, leaseName, t); err != nil {
		return err
	}
	if d.first {
		t.Outcome.State = First
		return c.Work.EndTurn(ctx, leaseName, t)
	}
	made, err := calls[d.ID](ctx, &turn{Clock: c, Bureau: b.InTurn(fence), fence: fence})
	if errors.Is(err, bureau.ErrLate) || errors.Is(err, work.ErrLate) || ctx.Err() != nil {
		return errors.Join(work.ErrLate, err) // it is begun again by who has the turn
	}
	if errors.Is(err, errUnderWay) {
		return err
	}
	t.Outcome = job.OutcomeOf(ctx, made, err)
	if t.Outcome.Cause != "" && c.Failed != nil {
		c.Failed(d.ID, err)
	}
	return c.Work.EndTurn(ctx, leaseName, t)
}

// First is the state of a routine that was seen for the first time.
const First work.State = "first"
