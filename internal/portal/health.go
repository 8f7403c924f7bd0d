package portal

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/job"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/work"
)

// healthShown is whether everything is in order, as far as somebody has looked.
type healthShown struct {
	Copies   []copyShown
	Stale    bool   // the newest backup is older than a week, or there is none
	Folder   string // of the backups
	Verified string // when everything was last found as it was written; empty: never
	Found    []item // about the key and the database
	Backs    bool   // the visitor may make backups
}

type copyShown struct {
	Name, Made string
	KB         int
}

func (v *Visit) showHealth() (any, error) {
	s := healthShown{Backs: v.Is.Actor.Is(bureau.Administrator), Folder: v.portal.Office.CopyFolder()}
	copies, err := v.portal.Office.Copies()
	if err != nil {
		return nil, office.Problem(err)
	}
	const mostCopies, week = 10, 7 * 24 * time.Hour
	for _, c := range copies[:min(len(copies), mostCopies)] {
		s.Copies = append(s.Copies, copyShown{c.Name, v.When(c.Made), int(c.Size+1<<10-1) >> 10})
	}
	s.Stale = len(copies) == 0 || v.Bureau.Clock().Sub(copies[0].Made) > week
	jobs, err := v.door.Work.Jobs(v.R.Context(), "")
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		if j.What == "verify" && j.Outcome.State == work.Done && len(faultsOf(j)) == 0 && s.Verified == "" {
			s.Verified = v.When(j.Ended)
		}
	}
	found, err := office.Examine(v.R.Context(), v.Bureau)
	s.Found = items(page.In(v.Lang), found, cure)
	return s, err
}

// faultsOf returns what a job that has verified everything has found.
func faultsOf(j *work.Job) (found []bureau.Fault) {
	if j.What == "verify" && json.Unmarshal(j.Outcome.Result, &found) != nil {
		return nil
	}
	return found
}

// sendHealth begins what takes long, and leads to how far it is.
func (v *Visit) sendHealth() error {
	what := v.Field("do")
	act := map[string]job.Act{"verify": v.portal.verifies, "backup": v.portal.backsUp}[what]
	switch {
	case act == nil:
		return v.Lead("desk", "health")
	case what == "backup" && !v.Is.Actor.Is(bureau.Administrator):
		return finding.Refuse("act-not-allowed", finding.Text("act", "backup"))
	}
	id, err := v.portal.Jobs.Start(v.Is.Actor.Account, what, act)
	var running *work.RunningError
	if errors.As(err, &running) { // somebody has begun it: this is what they want to see
		id, err = running.ID, nil
	}
	if err != nil {
		return err
	}
	return v.Lead("desk", "jobs", id)
}

// verifies checks that everything is as it was written.
func (p *Portal) verifies(ctx context.Context, progress func(done, total int)) (found any, err error) {
	err = p.Use(func(b *bureau.Bureau) error {
		found, err = care.Verify(ctx, b, progress)
		return err
	})
	return found, err
}

// backsUp makes a backup.
func (p *Portal) backsUp(ctx context.Context, _ func(done, total int)) (made any, err error) {
	err = p.Use(func(b *bureau.Bureau) error {
		made, err = p.Office.MakeCopy(ctx, b)
		return err
	})
	return made, err
}

// results returns what a job has come to, for a page.
func (v *Visit) results(j *work.Job) (all []string) {
	p := page.In(v.Lang)
	if j.Outcome.State != work.Done {
		return nil
	}
	switch j.What {
	case "verify":
		found := faultsOf(j)
		if len(found) == 0 {
			return []string{p.Text("desk.health.sound", nil)}
		}
		for _, f := range found[:min(len(found), mostErrors)] {
			all = append(all, faultText(p, f))
		}
	case "backup":
		var made office.Copy
		if json.Unmarshal(j.Outcome.Result, &made) == nil {
			all = append(all, p.Text("desk.health.made", explain.Data{"file": v.portal.Office.CopyFolder() + "/" + made.Name}), p.Text("desk.health.key", nil))
		}
	}
	return all
}
