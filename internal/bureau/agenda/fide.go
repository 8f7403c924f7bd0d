package agenda

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// FIDEEvents are the FIDE events of a bureau, by what was sent of them to FIDE.
type FIDEEvents struct {
	Reported []FIDEEvent
	Expected []events.Announced // that are over, and of which no report has come
}

// FIDEEvent is a FIDE event of which a report has come.
type FIDEEvent struct {
	*rows.Report
	Sections []fidereport.Section
	Days     int // since its last day
}

// FIDEEventsOf returns the FIDE events of a bureau in some states, each by the day on which
// it ended, the oldest first.
func FIDEEventsOf(r bureau.Reader, today civil.Date, states ...fidereport.State) (*FIDEEvents, error) {
	all := &FIDEEvents{}
	found, err := fideReports(r, states...)
	if err != nil {
		return nil, err
	}
	for _, row := range found {
		e, err := fideEvent(r, row, today)
		if err != nil {
			return nil, err
		}
		all.Reported = append(all.Reported, *e)
	}
	announced, err := events.Announcements(r)
	for _, a := range announced {
		if a.FIDEEvent && a.Withdrawn == "" && a.Report == nil && a.Days.To < today {
			all.Expected = append(all.Expected, a)
		}
	}
	return all, err
}

// FIDEEventOf returns a FIDE event by the reference of its report.
func FIDEEventOf(r bureau.Reader, today civil.Date, ref string) (*FIDEEvent, error) {
	row, err := rows.Reports.One(r, ref)
	if err != nil {
		return nil, err
	}
	return fideEvent(r, row, today)
}

func fideEvent(r bureau.Reader, row *rows.Report, today civil.Date) (*FIDEEvent, error) {
	c, err := intake.Find(r, row.Ref)
	if err != nil {
		return nil, err
	}
	e := &FIDEEvent{Report: row, Days: int(today - row.LastDay)}
	told, err := intake.FIDE(r, c)
	if err == nil && c.Current != 0 {
		e.Sections, err = told.Sections(r, c.RecordID(c.Current))
	}
	return e, err
}

// fideReports returns the reports of FIDE events in some states, those that ended first.
func fideReports(r bureau.Reader, states ...fidereport.State) ([]*rows.Report, error) {
	var all []*rows.Report
	for _, state := range states {
		some, err := rows.Reports.Select(r, bureau.Range{Order: 5, Is: []any{string(state)}})
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	slices.SortStableFunc(all, func(a, b *rows.Report) int { return int(a.LastDay - b.LastDay) })
	return all, nil
}
