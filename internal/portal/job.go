package portal

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/work"
)

// Jobs returns the jobs of all accounts, the newest first.
func (v *Visit) Jobs() ([]*work.Job, error) { return v.door.Work.Jobs(v.R.Context(), "") }

// Result reads what a job that is done has come to. It reports whether it has come to that.
func Result(j *work.Job, into any) bool {
	return j.Outcome.State == work.Done && json.Unmarshal(j.Outcome.Result, into) == nil
}

// results returns what a job has come to, in sentences.
func (v *Visit) results(j *work.Job) []string {
	for _, room := range v.portal.Rooms {
		if say := room.Results[j.What]; say != nil && j.Outcome.State == work.Done {
			return say(v, j)
		}
	}
	return nil
}

// jobShown is what the page of a job shows.
type jobShown struct {
	*work.Job
	Title   string
	Running bool
	Seconds int      // since it began, until now or its end
	Failed  *message // why; nil: it has not failed
	Stops   bool     // the visitor may stop it
	Results []string // what came of it
}

// job returns the job of the page.
func (v *Visit) job() (*work.Job, error) {
	j, err := v.door.Work.Job(v.R.Context(), v.R.PathValue("job"))
	if err == nil && j == nil {
		err = finding.NewProblem("job-unknown")
	}
	return j, err
}

// stops reports whether the visitor may stop a job: it is theirs, or they look after the machine.
func (v *Visit) stops(j *work.Job) bool {
	return j.Ended.IsZero() && (j.Account == v.Is.Actor.Account || v.Is.Actor.Is(bureau.Administrator))
}

// Begins begins a job of the visitor, who acts in it in the bureau as it is open then, and returns its ID. If one of its kind is
// under way, it returns that of it.
func (v *Visit) Begins(what string, does func(ctx context.Context, b *bureau.Bureau) (any, error)) (id string, err error) {
	who, use := v.Is.Actor, v.portal.Use
	id, err = v.portal.Jobs.Start(who.Account, what, func(ctx context.Context, progress func(done, total int)) (made any, err error) {
		err = use(func(b *bureau.Bureau) error {
			acting := *b
			acting.Actor, acting.Progress = who, progress
			made, err = does(ctx, &acting)
			return err
		})
		return made, err
	})
	var running *work.RunningError
	if errors.As(err, &running) {
		id, err = running.ID, nil
	}
	return id, err
}

// Job returns the last job of a kind that the visitor has begun, nil if there is none.
func (v *Visit) Job(what string) (*work.Job, error) {
	all, err := v.door.Work.Jobs(v.R.Context(), v.Is.Session.Account)
	if i := slices.IndexFunc(all, func(j *work.Job) bool { return j.What == what }); err == nil && i >= 0 {
		return all[i], nil
	}
	return nil, err
}

// Failure returns what the visitor reads of a job that has not done what it was to do: why, and what they do about it. Both are
// empty if it has, or is under way.
func (v *Visit) Failure(j *work.Job) (why, cure string) {
	p := page.In(v.Lang)
	var of *message
	switch o := j.Outcome; {
	case o.Problem != nil:
		of, _ = refused(p, o.Problem)
	case o.Refused != nil:
		of, _ = refused(p, &finding.Refused{Finding: *o.Refused})
	case o.State == work.Failed:
		of = &message{p.Text("desk.job.failed", nil), p.Text("desk.job.failed-cure", nil)}
	}
	if of == nil {
		return "", ""
	}
	return of.What, of.Cure
}

func (v *Visit) showJob() (any, error) {
	j, err := v.job()
	if err != nil {
		return nil, err
	}
	p, until := page.In(v.Lang), v.Bureau.Clock()
	kind, _, _ := strings.Cut(j.What, " ") // what follows is of which one
	s := jobShown{Job: j, Title: p.TextOr("desk.job.what-"+kind, "desk.job.what", nil), Running: j.Ended.IsZero(), Stops: v.stops(j), Results: v.results(j)}
	if s.Running {
		v.W.Header().Set("Refresh", "2")
	} else {
		until = j.Ended
	}
	s.Seconds = int(until.Sub(j.Made) / time.Second)
	if why, cure := v.Failure(j); why != "" {
		s.Failed = &message{why, cure}
	}
	return s, nil
}

// sendJob stops the job.
func (v *Visit) sendJob() error {
	j, err := v.job()
	if err != nil {
		return err
	}
	if v.stops(j) {
		v.portal.Jobs.Stop(j.ID)
	}
	return v.Lead("desk", "jobs", j.ID)
}
