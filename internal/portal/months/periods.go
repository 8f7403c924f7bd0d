package months

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
)

// periodLine is a period in the list of all.
type periodLine struct {
	lists.Period
	Left      int        // days until its last one; negative: it is over
	Reports   int        // of an open one
	Revision  int        // of its list; 0: it is not out
	Published civil.Date // the day of that revision
}

// Over reports whether the period has ended.
func (l *periodLine) Over() bool { return l.Left < 0 }

// Due reports whether its list waits for the officer.
func (l *periodLine) Due() bool { return l.Over() && l.Revision == 0 }

// periodsShown is what the page of all periods shows.
type periodsShown struct {
	Ahead []periodLine // whose lists are not out, the first one first
	Out   []periodLine // the newest first
	Waits int          // what waits for a second officer
}

func showPeriods(v *portal.Visit) (any, error) {
	s := &periodsShown{}
	err := view(v, func(r bureau.Reader, settings *bureau.Settings) error {
		today := v.Bureau.Today(settings)
		all, err := periodsOf(r, settings, today)
		if err != nil {
			return err
		}
		for _, p := range all {
			line := periodLine{Period: p, Left: int(p.Days.To - today)}
			if p.State != lists.Published {
				reports, err := rows.Reports.Select(r, bureau.Range{Order: 2, Is: []any{p.Label}})
				if err != nil {
					return err
				}
				line.Reports = len(reports)
				s.Ahead = append(s.Ahead, line)
				continue
			}
			newest, err := lists.Publications.Last(r, p.Label+"\x00")
			if err != nil {
				return err
			}
			if newest != nil {
				line.Revision, line.Published = newest.Revision, settings.Day(newest.At)
			}
			s.Out = append(s.Out, line)
		}
		slices.Reverse(s.Out)
		waiting, err := v.Bureau.Waiting(r)
		s.Waits = len(waiting)
		return err
	})
	return s, err
}

// periodsOf returns all periods, also those of which nothing has come: that are over and need a list, and that come next.
func periodsOf(r bureau.Reader, s *bureau.Settings, today civil.Date) (all []lists.Period, err error) {
	known, err := lists.AllPeriods(r)
	if err != nil {
		return nil, err
	}
	for _, p := range known {
		all = append(all, *p)
	}
	add := func(p lists.Period) {
		if !slices.ContainsFunc(all, func(k lists.Period) bool { return k.Label == p.Label }) {
			all = append(all, p)
		}
	}
	run, err := newestList(r)
	if err != nil {
		return nil, err
	}
	rules, err := s.Rules()
	if err != nil {
		return nil, err
	}
	ahead, err := agenda.AheadOf(r, s, today)
	if err != nil {
		return nil, err
	}
	coming := lists.Ended(rules, run.Period(), today)
	for _, p := range ahead.Periods {
		coming = append(coming, p.Period)
	}
	for _, p := range coming {
		add(lists.Period{Label: p.Label, Days: p.Days, List: p.List, Meet: p.Meet, State: lists.Open})
	}
	slices.SortFunc(all, func(a, b lists.Period) int { return a.Period().Compare(b.Period()) })
	return all, nil
}

// nextDue returns the label of the period that is over and whose list comes next after that of another one, empty if none is: lists
// of one day, too, are made one on the other, in the order of their labels.
func nextDue(all []lists.Period, label string, today civil.Date) string {
	at := slices.IndexFunc(all, func(p lists.Period) bool { return p.Label == label })
	for _, p := range all[at+1:] {
		if p.State != lists.Published && p.Days.To < today {
			return p.Label
		}
	}
	return ""
}

// newestList returns the current run of the newest list.
func newestList(r bureau.Reader) (*lists.Run, error) {
	newest, err := lists.LatestRun.Get(r, "")
	if err != nil {
		return nil, err
	}
	return lists.FindRun(r, *newest)
}
