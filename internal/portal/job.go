package portal

import (
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/work"
)

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

func (v *Visit) showJob() (any, error) {
	j, err := v.job()
	if err != nil {
		return nil, err
	}
	p, until := page.In(v.Lang), v.Bureau.Clock()
	s := jobShown{Job: j, Title: p.TextOr("desk.job.what-"+j.What, "desk.job.what", nil), Running: j.Ended.IsZero(), Stops: v.stops(j), Results: v.results(j)}
	if s.Running {
		v.W.Header().Set("Refresh", "2")
	} else {
		until = j.Ended
	}
	s.Seconds = int(until.Sub(j.Made) / time.Second)
	switch o := j.Outcome; {
	case o.Problem != nil:
		s.Failed, _ = refused(p, o.Problem)
	case o.Refused != nil:
		s.Failed, _ = refused(p, &finding.Refused{Finding: *o.Refused})
	case o.State == work.Failed:
		s.Failed = &message{p.Text("desk.job.failed", nil), p.Text("desk.job.failed-cure", nil)}
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
