package clockwork

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/vault"
	"github.com/arpadchess/arpad/internal/job"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/work"
)

// turn is a turn of the clock. Whoever has had it before changes nothing.
type turn struct {
	*Clock
	*bureau.Bureau
	fence int
}

// Result is what a routine has come to.
type Result struct {
	Did    []string `json:"did,omitempty"`    // what it has done something with: labels, references, files
	Faults int      `json:"faults,omitempty"` // that it has found
}

// calls is what each routine calls.
var calls = map[string]func(context.Context, *turn) (*Result, error){
	"publish": publish, "overdue": overdue, "backup": backUp, "try": try, "verify": verify, "sweep": sweep, "remind": remind, "alarm": alarm,
}

// publish publishes the lists whose day has come. One whose draft has become another one is refused; that is an alarm.
func publish(ctx context.Context, t *turn) (*Result, error) {
	var due []string
	err := t.View(ctx, func(r bureau.Reader, s *bureau.Settings) error {
		all, err := lists.AllPeriods(r)
		for _, p := range all {
			if p.Plan != nil && p.Plan.On <= t.Today(s) {
				due = append(due, p.Label)
			}
		}
		return err
	})
	made := &Result{}
	for _, label := range due {
		_, failed := closing.PublishPlanned(ctx, t.Bureau, label)
		var refused *finding.Refused
		switch {
		case failed == nil:
			made.Did = append(made.Did, label)
		case errors.As(failed, &refused) && refused.ID == "no-plan": // it was taken back, or put off
		default:
			err = errors.Join(err, failed)
		}
	}
	return made, err
}

// overdue withholds the reports whose fee was not paid in time.
func overdue(ctx context.Context, t *turn) (*Result, error) {
	there := false
	err := t.View(ctx, func(r bureau.Reader, s *bureau.Settings) (err error) {
		there, err = desk.AnyOverdue(r, t.Today(s))
		return err
	})
	made := &Result{}
	if err != nil || !there {
		return made, err
	}
	all, err := desk.Overdue(ctx, t.Bureau)
	for _, c := range all {
		made.Did = append(made.Did, c.Ref)
	}
	return made, err
}

// copiesKept is how many backups the bureau's folder has.
const copiesKept = 30

// backUp makes a backup, and removes old ones.
func backUp(ctx context.Context, t *turn) (*Result, error) {
	return long(ctx, t, "backup", func(ctx context.Context, b *bureau.Bureau) (any, *Result, error) {
		made, err := t.Office.MakeCopy(ctx, b, true)
		if err != nil {
			return nil, nil, err
		}
		_, err = t.Office.DropCopies(copiesKept)
		return made, &Result{Did: []string{made.Name}}, err
	})
}

// try restores the newest backup in a place of its own.
func try(ctx context.Context, t *turn) (*Result, error) {
	return long(ctx, t, "try", func(ctx context.Context, b *bureau.Bureau) (any, *Result, error) {
		tried, err := t.Office.TryCopy(ctx, b.Progress)
		if err != nil {
			return nil, nil, err
		}
		return tried, &Result{Did: []string{tried.Name}, Faults: len(tried.Faults)}, nil
	})
}

// verify verifies everything that is stored.
func verify(ctx context.Context, t *turn) (*Result, error) {
	return long(ctx, t, "verify", func(ctx context.Context, b *bureau.Bureau) (any, *Result, error) {
		faults, err := care.Verify(ctx, b, b.Progress)
		return faults, &Result{Faults: len(faults)}, err
	})
}

// errUnderWay is why a routine was not done: somebody does it, or was killed a moment ago.
var errUnderWay = errors.New("somebody has begun it")

// long does what takes long as a job.
func long(ctx context.Context, t *turn, what string, does func(context.Context, *bureau.Bureau) (any, *Result, error)) (made *Result, err error) {
	act := func(_ context.Context, progress func(done, total int)) (any, error) { // it ends with the turn
		b := *t.Bureau
		b.Progress = progress
		var kept any
		kept, made, err = does(ctx, &b)
		return kept, err
	}
	err = errors.New("it was broken off")
	id, begun := t.Jobs.Start(bureau.ByItself, what, job.Act(act))
	var running *work.RunningError
	switch {
	case errors.As(begun, &running):
		return nil, errUnderWay
	case begun != nil:
		return nil, begun
	}
	t.Jobs.Await(id)
	return made, err
}

// sweep removes what has had its time.
func sweep(ctx context.Context, t *turn) (*Result, error) {
	if err := t.Work.Sweep(ctx); err != nil {
		return nil, err
	}
	n, err := vault.DropOldEvidence(ctx, t.Bureau)
	made := &Result{}
	if n > 0 {
		made.Did = []string{strconv.Itoa(n)}
	}
	return made, err
}

// When clubs are reminded of a report: so many days after the event, and so many before its deadline.
const (
	daysAfter  = 7
	daysBefore = 14
)

// remind reminds clubs of the reports of their events.
func remind(ctx context.Context, t *turn) (*Result, error) {
	var all []work.Reminder
	err := t.View(ctx, func(r bureau.Reader, s *bureau.Settings) error {
		today := t.Today(s)
		expected, err := agenda.ExpectedOf(r, s, today)
		for _, e := range expected {
			switch {
			case e.Withdrawn != "" || !e.Over || e.Late():
			case e.Deadline != 0 && e.Left <= daysBefore:
				all = append(all, work.Reminder{What: mail.ReportDue, Subject: e.Ref, Club: e.Club})
			case today-e.Days.To >= daysAfter:
				all = append(all, work.Reminder{What: mail.ReportMissing, Subject: e.Ref, Club: e.Club})
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return noted(t.letters().Remind(ctx, leaseName, t.fence, all))
}

// alarm tells accounts of alarms that have begun.
func alarm(ctx context.Context, t *turn) (*Result, error) {
	found, err := t.Alarms(ctx, t.Bureau)
	if err != nil {
		return nil, err
	}
	return noted(t.letters().Raise(ctx, leaseName, t.fence, found))
}

// letters returns who writes letters.
func (t *turn) letters() *mail.Office { return &mail.Office{Bureau: t.Bureau, Work: t.Work} }

// noted returns what was noted for the first time.
func noted(first []work.Reminder, err error) (*Result, error) {
	made := &Result{}
	for _, r := range first {
		made.Did = append(made.Did, r.Subject)
	}
	slices.Sort(made.Did)
	return made, err
}

// ResultOf returns what a routine has come to.
func ResultOf(o work.Outcome) (r Result) {
	_ = json.Unmarshal(o.Result, &r) // of another version: nothing is said
	return r
}

// Say returns the key of what is said of a turn, below the texts of the clock, and what that mentions.
func Say(t work.Turn) (key string, values map[string]string) {
	made := ResultOf(t.Outcome)
	values = map[string]string{"what": strings.Join(made.Did, ", "), "faults": strconv.Itoa(made.Faults)}
	switch {
	case t.Ended.IsZero() || t.Outcome.State == First:
		return "never", values
	case t.Outcome.State != work.Done:
		return "failed", values
	case made.Faults > 0:
		return "faults", values
	case len(made.Did) > 0:
		return "done", values
	}
	return "nothing", values
}
