// Package agenda returns what is under way and what comes next: an officer's morning,
// where the reports stand, the calendar.
package agenda

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// Calendar is which list comes next, and in which list a report of a day counts.
type Calendar struct {
	Next          *lists.Period // the first one with reports whose list is not out; nil: none
	Reports, Open int           // of that period: reports, and open questions about them
	Waiting       int           // of these reports: those with open questions
	Now           regulation.Period
}

// CalendarOf returns the calendar of a day.
func CalendarOf(r bureau.Reader, s *bureau.Settings, today civil.Date) (*Calendar, error) {
	rules, err := s.Rules()
	if err != nil {
		return nil, err
	}
	c := &Calendar{Now: rules.Latest().Period(&report.Report{Received: today, Start: today, End: today})}
	periods, err := lists.AllPeriods(r)
	if err != nil {
		return nil, err
	}
	n := slices.IndexFunc(periods, func(p *lists.Period) bool { return p.State != lists.Published })
	if n < 0 {
		return c, nil
	}
	c.Next = periods[n]
	reports, err := rows.Reports.Select(r, bureau.Range{Order: 2, Is: []any{c.Next.Label}})
	for _, report := range reports {
		c.Reports++
		c.Open += report.Open
		if report.Open > 0 {
			c.Waiting++
		}
	}
	return c, err
}

// Status is where the reports stand.
type Status struct {
	Underway []Pending      // in no list yet, the oldest first
	Rated    []*rows.Report // those received last, the newest first
	InLists  int            // all that are in lists
}

// StatusOf returns where the reports stand on a day, with as many rated ones as the limit
// says.
func StatusOf(r bureau.Reader, today civil.Date, limit int) (*Status, error) {
	s := &Status{}
	waiting, err := Waiting(r)
	if err != nil {
		return nil, err
	}
	admitted, err := InState(r, check.Admitted)
	if err != nil {
		return nil, err
	}
	underway := slices.Concat(waiting, admitted)
	slices.SortStableFunc(underway, byReceipt)
	if s.Underway, err = PendingOf(r, underway, today); err != nil {
		return nil, err
	}
	rated := bureau.Range{Order: 1, Is: []any{string(check.Rated)}, Backward: true}
	err = r.Rows(&rows.Reports.Relation, rated, func(row bureau.Row) (bool, error) {
		if s.InLists++; s.InLists > limit {
			return true, nil
		}
		report, err := rows.Reports.Value(row)
		s.Rated = append(s.Rated, report)
		return true, err
	})
	return s, err
}

// LastEvents returns the rated events that ended last, the newest first.
func LastEvents(r bureau.Reader, limit int) (events []*rows.Report, err error) {
	err = r.Rows(&rows.Reports.Relation, bureau.Range{Order: 4, Backward: true}, func(row bureau.Row) (bool, error) {
		report, err := rows.Reports.Value(row)
		if err == nil && report.State == string(check.Rated) {
			events = append(events, report)
		}
		return len(events) < limit, err
	})
	return events, err
}
