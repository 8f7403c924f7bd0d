package simulation

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/report"
)

// What must have happened before a report is admitted, and before a list is out.

// admitted sees that what is missing in the reports that a deed has admitted, or told more
// of, is asked, unless an officer has decided.
func (l *Life) admitted() {
	for _, ref := range l.known.admitted {
		r := l.known.reports[ref]
		letters := l.inForceOf(r)
		asked := func(what string) bool {
			return counted(r, what) || slices.ContainsFunc(r.Held(), func(w check.Question) bool { return w.What == what })
		}
		if r.State == check.Returned || r.Listed != nil || r.Ruling() != nil || len(letters) == 0 { // what comes after a list admits nothing
			continue
		}
		if today := l.settings.Day(l.desk.Clock()); l.all(letters, func(s *report.Report) bool { return s.LastDay() > today }) && !asked("event-running") {
			l.fail("what is not over is not admitted", "report %s (%s), on %s", ref, l.has(ref), today)
		}
		if l.Plan.Authority != "ncs" {
			continue
		}
		clubs, members := l.ledger.documents["club"], l.ledger.documents["membership"]
		exchange := !slices.ContainsFunc(letters, func(t *letter) bool { return !strings.HasSuffix(t.name, ".trf") })                                                     // which has no field for it
		if len(clubs) > 0 && (exchange || l.all(letters, func(s *report.Report) bool { return s.Organizer == "" })) && r.Announced == "" && !asked("organizer-missing") { // Reading G12
			l.fail("who says nothing is asked", "report %s names no organiser", ref)
		}
		if len(members) > 0 && l.all(letters, func(s *report.Report) bool { return s.Responsible+s.ChiefArbiter == "" }) && !asked("responsible-missing") {
			l.fail("who says nothing is asked", "report %s names nobody in charge", ref)
		}
		nobody := l.all(letters, func(s *report.Report) bool { return s.SubmittedBy == "" })
		for _, club := range clubs {
			named := strings.Contains(club, fmt.Sprintf("%q", r.Club)) && strings.Contains(club, `"reporters":[`)
			if r.Club != "" && nobody && named && !asked("reporter-missing") {
				l.fail("who says nothing is asked", "report %s names nobody who reports", ref)
			}
		}
		l.Tally.count("checked", "admitted reports against what was said")
	}
	l.known.admitted = nil
}

// all reports whether all letters say something.
func (l *Life) all(letters []*letter, says func(*report.Report) bool) bool {
	return !slices.ContainsFunc(letters, func(t *letter) bool { return !says(t.said) })
}

// tooEarly reports whether a list is out before its day, or while somebody can still pay
// in time, on the day of the bureau's clock.
func (l *Life) tooEarly(run *lists.Run) bool {
	today := l.settings.Day(l.desk.Clock())
	for _, r := range l.known.reports {
		if f := r.Fee; r.Period == run.Label && f != nil && f.Paid < f.Amount && today <= f.Until {
			return true
		}
	}
	return today < run.List
}

// warned sees that who is refused to publish a list, because it is too early, hears of all
// its reports that can still be paid for in time, and of no others.
func (l *Life) warned(label string, err error) {
	var refused *finding.Refused
	if !errors.As(err, &refused) || refused.ID != "publish-early" {
		return
	}
	named := strings.Split(refused.Value("unpaid"), ", ")
	today := l.settings.Day(l.desk.Clock())
	for _, r := range l.known.reports {
		f := r.Fee
		if runs := f != nil && l.known.paid[r.Ref] < f.Amount && today <= f.Until && r.Period == label; runs != slices.Contains(named, r.Ref) {
			l.fail("who publishes early is told of the fees that run", "list %s, on %s: of %v, report %s has the fee %+v", label, today, named, r.Ref, f)
		}
	}
	l.Tally.count("checked", "refusals to publish early")
}

// reasoned sees that a list that was published before its time has a reason in the log.
func (l *Life) reasoned(label string) {
	run := l.chain.runs[label]
	if run == nil || run.Base == 0 || run.Cause != "" || l.Failure != nil || !l.tooEarly(run) {
		return
	}
	l.view(func(r bureau.Reader) error {
		log, err := rows.LogOf(r, label)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(log, func(e *bureau.Entry) bool { return e.Action == "period.publish" && e.Reason != "" }) {
			l.fail("what is out early has a reason", "list %s was published on %s, its day is %s", label, l.settings.Day(l.desk.Clock()), run.List)
		}
		l.Tally.count("checked", "lists that were out early")
		return nil
	})
}
