package site

import (
	"slices"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// status is the values of the board that shows where reports stand.
type status struct {
	*agenda.Status
	Calendar *agenda.Calendar
	Waiting  int        // reports that wait for somebody
	Reports  []underway // those received last first
	States   []lists.State
}

// underway is a report that is in no list yet.
type underway struct {
	agenda.Pending
	State string
	Waits []string
}

func readStatus(v *visit) (*status, error) {
	all, err := v.Visit.Status()
	if err != nil {
		return nil, err
	}
	s := &status{Status: all}
	for i := range slices.Backward(all.Underway) {
		p := &all.Underway[i]
		u := underway{Pending: *p, State: v.Word(string(p.Case.State)), Waits: document.PublicWaits(v.Printer, p.Case)}
		if len(u.Waits) > 0 {
			s.Waiting++
		}
		s.Reports = append(s.Reports, u)
	}
	for _, state := range check.States() {
		if state == check.Rated || slices.ContainsFunc(s.Reports, func(u underway) bool { return u.Case.State == state }) {
			s.States = append(s.States, state)
		}
	}
	s.Calendar, err = agenda.CalendarOf(v.R, v.Settings, v.Now.Day)
	return s, err
}
