package upkeep

import (
	"context"
	"slices"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/clockwork"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/work"
)

// scheduleShown is what the page of what happens by itself shows.
type scheduleShown struct {
	Tabs     []tab
	Alarms   []portal.Item
	Routines []routineShown
	Zone     string
	Folder   string       // for backups
	Runs     bool         // the visitor may have one done now
	F        *portal.Form // changes the times; nil: the visitor does not
}

// routineShown is something that happens by itself.
type routineShown struct {
	ID, Name, When, Last, Next string
	Own                        string // time, as the settings say it
	Bad                        bool   // it was not done, or has found faults
}

func showSchedule(v *portal.Visit) (any, error) {
	s := &scheduleShown{Tabs: tabs(v, "schedule"), Zone: v.Of.Zone, Folder: v.Office().CopyFolder(), Runs: v.Is.Actor.Is(bureau.Administrator)}
	p := v.Printer()
	last, err := v.Clock().Work.LastTurns(v.R.Context())
	if err != nil {
		return nil, err
	}
	for _, r := range bureau.Routines {
		one := routineShown{ID: r.ID, Name: p.Text("desk.clock.name-"+r.ID, nil), When: p.Text("desk.clock.every-"+r.ID, nil), Last: said(v, last[r.ID]), Own: r.OwnTime(v.Of)}
		key, _ := clockwork.Say(last[r.ID])
		one.Bad = key == "failed" || key == "faults"
		if one.Own != "" {
			one.When = one.Own
		}
		if at := v.Of.NextTime(r, v.Bureau.Clock()); at.IsZero() {
			one.When, one.Next = p.Text("desk.clock.off", nil), "–"
		} else {
			one.Next = v.When(at)
		}
		s.Routines = append(s.Routines, one)
	}
	if s.Alarms, err = v.Alarms(); err != nil || !v.Is.Actor.Is(bureau.Officer|bureau.Administrator) {
		return s, err
	}
	seen, err := seenOf(v, bureau.Subject{Seen: []bureau.Document{bureau.AllSettings.Of("")}})
	if err != nil {
		return nil, err
	}
	s.F, err = v.Form(&act.ChangeSettings{}, seen)
	return s, err
}

// said says what has come of something that happened by itself.
func said(v *portal.Visit, t work.Turn) string {
	key, values := clockwork.Say(t)
	data := explain.Data{"at": v.When(t.Due)}
	for name, value := range values {
		data[name] = value
	}
	return v.Printer().Text("desk.clock."+key, data)
}

// clockJob is what the kinds of jobs begin with that do now what happens by itself.
const clockJob = "clock "

// sendSchedule begins what happens by itself, and leads to how far it is.
func sendSchedule(v *portal.Visit) error {
	i := slices.IndexFunc(bureau.Routines, func(r bureau.Routine) bool { return r.ID == v.Field("do") })
	switch {
	case i < 0:
		return v.Lead("admin", "schedule")
	case !v.Is.Actor.Is(bureau.Administrator):
		return finding.Refuse("act-not-allowed", finding.Text("act", "schedule run "+bureau.Routines[i].ID))
	}
	within := v.Clock()
	id, err := v.Begins(clockJob+bureau.Routines[i].ID, func(ctx context.Context, b *bureau.Bureau) (any, error) {
		o, err := within.Do(ctx, b, bureau.Routines[i])
		switch {
		case err != nil:
			return nil, err
		case o.Problem != nil:
			return nil, o.Problem
		case o.Refused != nil:
			return nil, &finding.Refused{Finding: *o.Refused}
		}
		return work.Turn{Task: bureau.Routines[i].ID, Due: b.Clock(), Ended: b.Clock(), Outcome: o}, nil
	})
	if err != nil {
		return err
	}
	return v.Lead("desk", "jobs", id)
}

// results are what jobs of this room have come to, by their kinds.
func results() map[string]func(*portal.Visit, *work.Job) []string {
	all := map[string]func(*portal.Visit, *work.Job) []string{"verify": verified, "doctor": diagnosed, "backup": backedUp, "try": tried}
	for _, r := range bureau.Routines {
		all[clockJob+r.ID] = func(v *portal.Visit, j *work.Job) []string {
			var t work.Turn
			if !portal.Result(j, &t) {
				return nil
			}
			return []string{v.Printer().Text("desk.clock.name-"+r.ID, nil), said(v, t)}
		}
	}
	return all
}
