package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/clockwork"
	"github.com/arpadchess/arpad/internal/job"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/work"
)

// scheduleCommand handles what happens by itself.
type scheduleCommand struct {
	List scheduleListCommand `cmd:"" help:"cli.schedule-list"`
	Run  scheduleRunCommand  `cmd:"" help:"cli.schedule-run"`
}

// routineIDs returns the words for what happens by itself.
func routineIDs() string {
	var all []string
	for _, r := range bureau.Routines {
		all = append(all, r.ID)
	}
	return strings.Join(all, ",")
}

// scheduleListCommand lists what happens by itself.
type scheduleListCommand struct{ bureauFlags }

func (c *scheduleListCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	last := map[string]work.Turn{}
	err := office.Database(b).IfWork(ctx, func(w *store.Work) (err error) {
		last, err = work.LastTurns(ctx, w)
		return err
	})
	if err != nil {
		return err
	}
	return b.View(ctx, func(_ bureau.Reader, s *bureau.Settings) error {
		printRows(a, bureau.Routines, func(r bureau.Routine) table.Row {
			next := a.Text("desk.clock.off", nil)
			if at := s.NextTime(r, b.Clock()); !at.IsZero() {
				next = a.Text("desk.clock.next-at", explain.Data{"at": clock(s, at)})
			}
			return table.Row{r.ID, a.Text("desk.clock.name-"+r.ID, nil), s.TimeOf(r), a.turn(s, last[r.ID]), next}
		})
		return nil
	})
}

// turn says what has come of something that happened by itself.
func (a *app) turn(s *bureau.Settings, t work.Turn) string {
	key, values := clockwork.Say(t)
	data := explain.Data{"at": clock(s, t.Due)}
	for name, value := range values {
		data[name] = value
	}
	return a.Text("desk.clock."+key, data)
}

// scheduleRunCommand does now what happens by itself.
type scheduleRunCommand struct {
	bureauFlags
	backupsFlag
	Routine string `arg:"" enum:"${routines}" help:"cli.arg-routine"`
}

func (c *scheduleRunCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	kept, err := work.Open(ctx, office.Database(b), b.Clock)
	if err != nil {
		return err
	}
	jobs := job.New(ctx, kept)
	of := c.office(a)
	of.Backups = c.Backups
	within := &clockwork.Clock{Work: kept, Jobs: jobs, Office: of}
	i := slices.IndexFunc(bureau.Routines, func(r bureau.Routine) bool { return r.ID == c.Routine })
	made, err := within.Do(ctx, b, bureau.Routines[i])
	jobs.Wait()
	err = errors.Join(err, kept.Close())
	switch {
	case errors.Is(err, work.ErrLate):
		return finding.NewProblem("clock-busy")
	case err != nil:
		return err
	case made.Problem != nil:
		return made.Problem
	case made.Refused != nil:
		return &finding.Refused{Finding: *made.Refused}
	case made.Cause != "":
		return errors.New(made.Cause)
	}
	return b.View(ctx, func(_ bureau.Reader, s *bureau.Settings) error {
		at := b.Clock().Truncate(time.Second)
		a.say("desk.clock.did", explain.Data{"name": a.Text("desk.clock.name-"+c.Routine, nil), "what": a.turn(s, work.Turn{Due: at, Ended: at, Outcome: made})})
		if clockwork.ResultOf(made).Faults > 0 {
			a.atLeast(exitRefused)
		}
		return nil
	})
}
