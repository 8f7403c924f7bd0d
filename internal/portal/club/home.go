package club

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/regulation"
)

// homeShown is what the first page of an organiser shows.
type homeShown struct {
	Clubs   []option
	Noted   string // reference of a notice that has just come; empty: none
	Waits   []waiting
	Period  regulation.Period // in which a report of today counts
	Left    int               // days until its last one
	Last    civil.Date        // the day of the last report; zero: none has come
	After   int               // how many days it came after the event
	Fees    []string          // what is to be paid, an amount for each currency
	HasFees bool              // a report has, or had, one
	Members int               // of these players, those who are members today
	Players int
	Events  []eventLine
	More    int // events that are not shown
	Command string
}

// waiting is something that waits for the club.
type waiting struct {
	What    string // the key of its kind: "answer", "file", "fee", "report"
	Event   string
	Said    []string // in sentences
	More    int      // of these that are not shown
	On      civil.Date
	Until   civil.Date // the last day to do it in time; zero: none
	Left    daysLeft   // until then
	Ref     string     // of the report or the announcement
	Inquiry string     // its number; empty: it is none
}

// eventLine is an event of the club.
type eventLine struct {
	Ref       string
	Announced bool // and not reported
	Event     string
	Days      civil.Range
	State     string // in a word
	Waits     string // the key of what waits for the club; empty: nothing
	List      string // label of the list that has it; empty: none has
	Over      bool
	Withdrawn bool
}

// daysLeft is how many days are left; negative: it is over.
type daysLeft int

// String returns the days in figures.
func (d daysLeft) String() string { return strconv.Itoa(int(d)) }

// Over returns how many days too late it is.
func (d daysLeft) Over() int { return int(-d) }

// Empty reports whether nothing has come from the club, and nothing waits for it.
func (s *homeShown) Empty() bool { return len(s.Events)+len(s.Waits) == 0 }

// Club returns the name of the only club, empty if there are several.
func (s *homeShown) Club() string {
	if len(s.Clubs) != 1 {
		return ""
	}
	return s.Clubs[0].Name
}

// How much of it a page shows.
const (
	mostSaid   = 3
	mostEvents = 40
)

// never is later than any day.
const never = civil.Date(1 << 30)

// expectedFor is for how many days after its deadline a report is waited for.
const expectedFor = 90

func showHome(v *portal.Visit) (any, error) {
	s := &homeShown{}
	var err error
	if s.Clubs, err = clubsOf(v, ""); err != nil {
		return nil, err
	}
	reports, err := each[document.OwnReport](v, "reports")
	if err != nil {
		return nil, err
	}
	announced, err := each[*document.OwnAnnouncement](v, "announcements")
	if err != nil {
		return nil, err
	}
	asked, err := each[document.OwnInquiry](v, "inquiries")
	if err != nil {
		return nil, err
	}
	today := v.Bureau.Today(v.Of)
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, of *bureau.Settings) error {
		c, err := agenda.CalendarOf(r, of, today)
		if err != nil {
			return err
		}
		s.Period, s.Left = c.Now, int(c.Now.Days.To-today)
		doubts, err := correction.Doubts(r, &v.Bureau.Actor)
		for _, d := range doubts {
			s.Waits = append(s.Waits, waiting{What: "answer", Event: d.Case.Event, Said: []string{v.Printer().Text("desk.doubt.about", nil)}, On: d.On, Ref: d.Report, Inquiry: d.Number})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	s.ask(asked, reports)
	for i := range reports {
		s.report(v, &reports[i])
	}
	s.Fees = feesOf(v, reports)
	s.HasFees = slices.ContainsFunc(reports, func(r document.OwnReport) bool { return r.Fee != nil })
	for _, a := range announced {
		s.announced(v, a, today)
	}
	if ref := v.R.URL.Query().Get("noted"); slices.ContainsFunc(reports, func(r document.OwnReport) bool { return *r.Ref == ref }) {
		s.Noted = ref
	}
	for i := range s.Waits {
		s.Waits[i].Left = daysLeft(s.Waits[i].Until - today)
	}
	slices.SortStableFunc(s.Waits, func(a, b waiting) int {
		return cmp.Or(cmp.Compare(cmp.Or(a.Until, never), cmp.Or(b.Until, never)), cmp.Compare(a.On, b.On))
	})
	slices.SortStableFunc(s.Events, func(a, b eventLine) int { return cmp.Or(cmp.Compare(b.Days.To, a.Days.To), cmp.Compare(b.Ref, a.Ref)) })
	if len(s.Events) > mostEvents && v.R.URL.Query().Get("all") == "" {
		s.Events, s.More = s.Events[:mostEvents], len(s.Events)-mostEvents
	}
	s.Command = explain.CommandLine([]string{"report", "list"})
	return s, s.count(v)
}

// ask adds what the office asks the club.
func (s *homeShown) ask(all []document.OwnInquiry, reports []document.OwnReport) {
	for i := range all {
		q := &all[i]
		if !q.Asked || q.Replied || q.Answer != "" || q.Withdrawn {
			continue
		}
		w := waiting{What: "answer", Said: []string{q.Question}, On: q.On, Ref: q.Report, Inquiry: q.Number}
		for j := range reports {
			if r := &reports[j]; *r.Ref == q.Report {
				w.Event, w.Until = *r.Event, s.counts(r)
			}
		}
		s.Waits = append(s.Waits, w)
	}
}

// counts returns the last day of the period in which a report counts, zero if that is not the present one.
func (s *homeShown) counts(r *document.OwnReport) civil.Date {
	if r.Period != nil && *r.Period == s.Period.Label {
		return s.Period.Days.To
	}
	return 0
}

// report adds a report, and what of it waits for the club.
func (s *homeShown) report(v *portal.Visit, r *document.OwnReport) {
	line := eventLine{Ref: *r.Ref, Event: cmp.Or(*r.Event, *r.Ref), State: v.Printer().Word(string(r.State))}
	if r.Start != nil && r.End != nil {
		line.Days = civil.Range{From: *r.Start, To: *r.End}
	}
	received := civil.Date(0)
	if len(r.Moves) > 0 {
		received = v.Of.Day(r.Moves[0].At)
	}
	if received > s.Last {
		s.Last, s.After = received, max(0, int(received-cmp.Or(line.Days.To, received)))
	}
	if r.State == check.Rated && r.Period != nil {
		line.List = *r.Period
	}
	of := map[string]*waiting{}
	for _, a := range r.Asks {
		what := map[string]string{string(check.Returned): "file", check.WaitFile: "file", check.WaitFee: "fee"}[a.What]
		until := orZero(a.Until)
		if what == "" {
			what, until = "answer", s.counts(r)
		}
		w := of[what]
		if w == nil {
			w = &waiting{What: what, Event: line.Event, On: received, Until: until, Ref: line.Ref}
			of[what] = w
		}
		if len(w.Said) < mostSaid {
			w.Said = append(w.Said, a.Text)
		} else {
			w.More++
		}
	}
	for _, what := range []string{"file", "answer", "fee"} {
		if w := of[what]; w != nil {
			s.Waits = append(s.Waits, *w)
			line.Waits = cmp.Or(line.Waits, what)
		}
	}
	for _, w := range s.Waits {
		if w.Inquiry != "" && w.Ref == line.Ref {
			line.Waits = "answer"
		}
	}
	s.Events = append(s.Events, line)
}

// announced adds an announced event of which no report has come.
func (s *homeShown) announced(v *portal.Visit, a *document.OwnAnnouncement, today civil.Date) {
	if a.Reported {
		return
	}
	line := eventLine{Ref: a.Ref, Announced: true, Event: a.Event, Days: a.Days, State: v.Printer().Text("desk.events.announced", nil), Over: a.Days.To < today, Withdrawn: a.Withdrawn != ""}
	until := orZero(a.Deadline)
	switch {
	case line.Withdrawn:
		line.State = v.Printer().Text("desk.events.withdrawn", nil)
	case line.Over && max(until, a.Days.To)+expectedFor >= today:
		line.Waits = "report"
		s.Waits = append(s.Waits, waiting{What: "report", Event: a.Event, On: a.Days.To, Until: until, Ref: a.Ref})
	}
	s.Events = append(s.Events, line)
}

// feesOf returns what is to be paid, an amount for each currency.
func feesOf(v *portal.Visit, reports []document.OwnReport) (all []string) {
	due := map[string]int{}
	for i := range reports {
		if f := reports[i].Fee; f.Due() > 0 {
			due[f.Currency] += f.Due()
		}
	}
	for _, currency := range slices.Sorted(maps.Keys(due)) {
		all = append(all, v.Printer().Amount(strconv.Itoa(due[currency]), currency))
	}
	return all
}

// count counts the members among the players of the clubs. That somebody looks is kept.
func (s *homeShown) count(v *portal.Visit) error {
	for _, id := range v.Is.Actor.Clubs {
		read, err := v.Read("members", id)
		if err != nil {
			return err
		}
		members, err := as[[]document.Member](read)
		if err != nil {
			return err
		}
		for _, m := range members {
			if s.Players++; m.Member {
				s.Members++
			}
		}
	}
	return nil
}
