package agenda

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// Ahead is what comes next: lists, announced events and the reports that have to come.
type Ahead struct {
	Periods  []ComingPeriod // whose lists are not out, the first one first
	Events   []Expected     // announced events of which no report has come, the first one first
	Due      []Pending      // reports with a day until which something has to arrive, the first one first
	Deadline regulation.Deadline
}

// ComingPeriod is a calculation period.
type ComingPeriod struct {
	regulation.Period
	Left  int  // days until its last one; negative: over
	Known bool // reports have arrived for it
}

// Expected is an announced event of which no report has come.
type Expected struct {
	events.Announced
	Over     bool
	Deadline civil.Date // the last day on which all its games are reported in time; zero: none
	Left     int        // days until then; negative: over
}

// How far ahead the periods go, and how long after its deadline an event is still expected.
const (
	periodsAhead = 6
	daysExpected = 90
)

// AheadOf returns what comes next after a day.
func AheadOf(r bureau.Reader, s *bureau.Settings, today civil.Date) (*Ahead, error) {
	rules, err := s.Rules()
	if err != nil {
		return nil, err
	}
	edition := rules.Latest()
	a := &Ahead{Deadline: edition.About().Deadline}
	known, err := lists.AllPeriods(r)
	if err != nil {
		return nil, err
	}
	for _, p := range known {
		if p.State != lists.Published {
			a.Periods = append(a.Periods, ComingPeriod{regulation.Period{Label: p.Label, Days: p.Days, List: p.List, Meet: p.Meet}, int(p.Days.To - today), true})
		}
	}
	for day := today; len(a.Periods) < periodsAhead; {
		p := edition.Period(&report.Report{Received: day, Start: day, End: day})
		if p.Meet || p.Days.To < day {
			break
		}
		if !slices.ContainsFunc(a.Periods, func(c ComingPeriod) bool { return c.Label == p.Label }) {
			a.Periods = append(a.Periods, ComingPeriod{p, int(p.Days.To - today), false})
		}
		day = p.Days.To + 1
	}
	slices.SortStableFunc(a.Periods, func(x, y ComingPeriod) int { return x.Compare(y.Period) })
	if a.Events, err = expected(r, a.Deadline, today); err != nil {
		return nil, err
	}
	underway, err := StatusOf(r, today, 0)
	if err != nil {
		return nil, err
	}
	a.Due = slices.DeleteFunc(underway.Underway, func(p Pending) bool { return !p.Due })
	slices.SortStableFunc(a.Due, func(x, y Pending) int { return x.Left - y.Left })
	return a, nil
}

// Late reports whether the last day to report an event has passed.
func (e *Expected) Late() bool { return e.Deadline != 0 && e.Left < 0 }

// ExpectedOf returns the announced events of which no report has come, the first one first.
func ExpectedOf(r bureau.Reader, s *bureau.Settings, today civil.Date) ([]Expected, error) {
	rules, err := s.Rules()
	if err != nil {
		return nil, err
	}
	return expected(r, rules.Latest().About().Deadline, today)
}

// expected returns the announced events of which no report has come.
func expected(r bureau.Reader, deadline regulation.Deadline, today civil.Date) ([]Expected, error) {
	all, err := events.Announcements(r)
	var coming []Expected
	for _, announced := range all {
		e := Expected{Announced: announced, Over: announced.Days.To < today, Deadline: deadline.Last(announced.Days.To)}
		if e.Deadline != 0 {
			e.Left = int(e.Deadline - today)
		}
		switch {
		case announced.Report != nil, announced.Withdrawn != "" && e.Over, max(e.Deadline, announced.Days.To)+daysExpected < today:
		default:
			coming = append(coming, e)
		}
	}
	return coming, err
}
