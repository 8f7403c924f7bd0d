package document

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/rating"
)

// Status is where the reports stand: schema arpad.status/1. It names no person.
type Status struct {
	Schema   string          `json:"schema"`
	Day      civil.Date      `json:"day"`
	Underway []StatusPending `json:"underway"` // in no list yet, the oldest first
	Rated    []EventLine     `json:"rated"`    // those received last, the newest first
	InLists  int             `json:"in_lists"` // all that are in lists
}

// StatusPending is a report that is in no list yet.
type StatusPending struct {
	Ref      string      `json:"ref"`
	Event    string      `json:"event"`
	Club     string      `json:"club"`
	State    lists.State `json:"state"`
	Received civil.Date  `json:"received"`
	Age      int         `json:"age"`       // days since it was received
	Left     *int        `json:"days_left"` // to report in time, or to pay; negative: over; null: no last day
	WaitsFor []string    `json:"waits_for"` // in sentences
}

// NewStatus returns the document of where the reports stand on a day.
func NewStatus(p *explain.Printer, s *agenda.Status, day civil.Date) Status {
	d := Status{Schema: "arpad.status/1", Day: day, Underway: []StatusPending{}, Rated: newEventLines(s.Rated), InLists: s.InLists}
	for i := range s.Underway {
		u := &s.Underway[i]
		line := StatusPending{u.Ref, u.Event, u.Club, lists.State(u.State), u.Received, u.Age, nil, PublicWaits(p, u.Case)}
		if u.Due {
			line.Left = &u.Left
		}
		d.Underway = append(d.Underway, line)
	}
	return d
}

// Calendar is what comes next, lists, announced events and reports with a last day: schema
// arpad.calendar/1.
type Calendar struct {
	Schema  string           `json:"schema"`
	Day     civil.Date       `json:"day"`
	Periods []CalendarPeriod `json:"periods"` // whose lists are not out, the first one first
	Events  []CalendarEvent  `json:"events"`  // announced ones of which no report has come
	Due     []CalendarDue    `json:"due"`     // reports with a last day, the first one first
}

// CalendarPeriod is a calculation period.
type CalendarPeriod struct {
	List     string      `json:"list"` // label of its list
	FirstDay civil.Date  `json:"first_day"`
	LastDay  civil.Date  `json:"last_day"`
	InForce  *civil.Date `json:"in_force"`  // the day of its list; null: unknown
	Left     int         `json:"days_left"` // until the last day; negative: over
}

// CalendarEvent is an announced event.
type CalendarEvent struct {
	Ref       string       `json:"ref"`
	Event     string       `json:"event"`
	Club      string       `json:"club"`
	Start     civil.Date   `json:"start"`
	End       civil.Date   `json:"end"`
	Type      *rating.Kind `json:"type"`      // null: it will not be rated
	Cancelled bool         `json:"cancelled"` // it does not take place
	Deadline  *civil.Date  `json:"deadline"`  // the last day to report all its games in time; null: none
}

// CalendarDue is a report for which something has to arrive.
type CalendarDue struct {
	Ref   string `json:"ref"`
	Event string `json:"event"`
	Left  int    `json:"days_left"`
}

// NewCalendar returns the document of what comes next after a day.
func NewCalendar(a *agenda.Ahead, day civil.Date) Calendar {
	d := Calendar{Schema: "arpad.calendar/1", Day: day, Periods: []CalendarPeriod{}, Events: []CalendarEvent{}, Due: []CalendarDue{}}
	for _, p := range a.Periods {
		d.Periods = append(d.Periods, CalendarPeriod{p.Label, p.Days.From, p.Days.To, orNull(p.List), p.Left})
	}
	for _, e := range a.Events {
		event := CalendarEvent{Ref: e.Ref, Event: e.Name, Club: e.Club, Start: e.Days.From, End: e.Days.To, Cancelled: e.Withdrawn != "", Deadline: orNull(e.Deadline)}
		if e.Answer.Rated {
			event.Type = orNull(e.Answer.Kind)
		}
		d.Events = append(d.Events, event)
	}
	for _, p := range a.Due {
		d.Due = append(d.Due, CalendarDue{p.Ref, p.Event, p.Left})
	}
	return d
}
