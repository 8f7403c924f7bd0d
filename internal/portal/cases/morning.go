package cases

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/portal"
)

// morningShown is what the page shows with which a day begins.
type morningShown struct {
	Reads                       bool // the visitor reads reports
	Officer                     bool // the visitor decides on them
	Steps                       int  // of a new office, that are left
	Need, Wait, Admitted        int
	Asked                       int // inquiries that wait for an officer
	FIDE, Behind, Stated, Twice int
	Contact                     bool // the public can ask nobody
	Unknown                     int  // entries that have no known player, in the reports shown
	Due                         []document.TodayPeriod
	Alarms                      []portal.Item
	Planned                     []*lists.Period // that are published by themselves on a day
	Proposed                    []string        // numbers of corrections that nobody has decided on
	Guesses                     []agenda.Contradicting
	Reports                     queue
	Label                       string // of the period that runs; empty: it has none
	Days                        civil.Range
	List                        civil.Date
	Over, Left, Meter           int // days of the period
	Received, Waiting           int // reports of the next list, and those of them that wait
	Next                        string
}

// mostMorning is how many reports a morning begins with.
const mostMorning = 30

func showMorning(v *portal.Visit) (any, error) {
	s := &morningShown{Reads: v.Is.Actor.Is(readers), Officer: isOfficer(v)}
	var err error
	if s.Alarms, err = v.Alarms(); err != nil {
		return nil, err
	}
	if s.Steps, err = v.Steps(); err != nil || !s.Reads {
		return s, err
	}
	read, err := v.ReadBy(document.Wish{Document: "today", Most: mostMorning})
	if err != nil {
		return nil, err
	}
	t := read.(document.Today)
	s.Need, s.FIDE, s.Behind, s.Stated, s.Twice, s.Contact, s.Due, s.Guesses, s.Asked = t.Need, len(t.FIDE), len(t.Behind), t.Stated, len(t.Twice), t.Alone, t.Periods, t.Contradicting, len(t.Asked)
	for state, n := range t.States {
		if state == check.Admitted {
			s.Admitted = n
		} else {
			s.Wait += n
		}
	}
	s.Wait -= s.Need
	s.Reports = queueOf(v, "need", nil)
	for i := range t.Reports {
		of := &t.Reports[i]
		r := row{Ref: of.Ref, Event: of.Event, Club: of.Club, State: stateKey(of.State), Officer: of.Officer, Age: of.Age, Due: of.Left != nil}
		if r.Due {
			r.Left, r.Over = max(*of.Left, -*of.Left), *of.Left < 0
		}
		r.meter()
		r.Waits = waitsOf(v.Printer(), of.Waits)
		for _, w := range of.Waits {
			if w.What == check.WaitPlayer {
				s.Unknown++
			}
		}
		s.Reports.Rows = append(s.Reports.Rows, r)
	}
	return s, v.Bureau.View(v.R.Context(), func(r bureau.Reader, of *bureau.Settings) error {
		all, err := lists.AllPeriods(r)
		if err != nil {
			return err
		}
		for _, p := range all {
			if p.Plan != nil && !p.Stale() { // else it is an alarm
				s.Planned = append(s.Planned, p)
			}
		}
		corrections, err := correction.All(r)
		if err != nil {
			return err
		}
		for _, k := range corrections {
			if k.State == correction.Proposed {
				s.Proposed = append(s.Proposed, k.Number)
			}
		}
		c, err := agenda.CalendarOf(r, of, t.Day)
		if err != nil {
			return err
		}
		if now := &c.Now; !now.Meet && now.Days.To >= t.Day {
			s.Label, s.Days, s.List = now.Label, now.Days, now.List
			s.Over, s.Left = int(t.Day-now.Days.From)+1, int(now.Days.To-t.Day)
			s.Meter = 90 * s.Over / (s.Over + s.Left)
		}
		if c.Next != nil && c.Next.State != lists.Published {
			s.Next, s.Received, s.Waiting = c.Next.Label, c.Reports, c.Waiting
		}
		return nil
	})
}
