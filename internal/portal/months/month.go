package months

import (
	"slices"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	seeing "github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/portal"
)

// reportLine is a report of a period.
type reportLine struct {
	Ref, Event string
	State      lists.State
	In, Held   int    // games: that go in, and that do not
	Waits      string // for what, in words; empty: for nothing
}

// monthShown is what the page of a period shows.
type monthShown struct {
	lists.Period
	When    func(time.Time) string
	Left    int          // days until its last one; negative: it is over
	Until   int          // days until its list comes into force; negative: that day is past
	In, Out []reportLine // reports that go in today, and those that stay out
	Rated   []reportLine // reports of a list that is out
	Games   int          // that go in
	Held    int          // of the reports that go in, those that do not
	Asked   int          // of these, those of reports with a question that nobody has answered
	Missing []events.Announced
	Since   closing.Since // what has come since its draft was made
	Runs    []seeing.LoggedRun
	Lists   []*lists.Publication
	Before  string      // label of a period that has to be published first; empty: none
	Next    string      // label of the period that is over and comes next; empty: none is
	Forms   *monthForms // nil: the visitor only reads
}

// Over reports whether the period has ended.
func (s *monthShown) Over() bool { return s.Left < 0 }

// Behind reports whether something has come since the draft was made.
func (s *monthShown) Behind() bool { return !s.Since.None() }

// Way returns how far the list has come.
func (s *monthShown) Way() way {
	if s.State == lists.Published {
		return wayAt(3)
	}
	return wayAt(map[bool]int{true: 1}[s.State == lists.Drafted])
}

// Draft returns the draft, nil if there is none.
func (s *monthShown) Draft() *seeing.LoggedRun {
	for i := range s.Runs {
		if s.Runs[i].State == seeing.RunDraft {
			return &s.Runs[i]
		}
	}
	return nil
}

func showMonth(v *portal.Visit) (any, error) {
	s := &monthShown{When: v.When}
	err := view(v, func(r bureau.Reader, settings *bureau.Settings) error {
		today := v.Bureau.Today(settings)
		all, err := periodsOf(r, settings, today)
		if err != nil {
			return err
		}
		label := v.R.PathValue("label")
		i := slices.IndexFunc(all, func(p lists.Period) bool { return p.Label == label })
		if i < 0 {
			return finding.Refuse("no-period", finding.Text("label", label))
		}
		s.Period, s.Left, s.Until = all[i], int(all[i].Days.To-today), int(all[i].List-today)
		if err := s.reports(v, r); err != nil {
			return err
		}
		announced, err := events.Announcements(r)
		if err != nil {
			return err
		}
		for _, a := range announced {
			if a.Report == nil && a.Withdrawn == "" && s.Days.Contains(a.Days.To) {
				s.Missing = append(s.Missing, a)
			}
		}
		if s.Runs, err = seeing.RunsOf(r, &s.Period); err != nil {
			return err
		}
		if s.Lists, err = lists.Publications.All(r, label+"\x00"); err != nil {
			return err
		}
		since, err := closing.SinceDraft(v.Bureau.Over(r), r, &s.Period)
		if err != nil {
			return err
		}
		s.Since = *since
		s.Next = nextDue(all, label, today)
		s.Before, err = before(r, all[:i])
		return err
	})
	if err == nil {
		err = s.forms(v)
	}
	return s, err
}

// reports sorts the reports of the period by where they go.
func (s *monthShown) reports(v *portal.Visit, r bureau.Reader) error {
	all, err := intake.OfPeriod(r, s.Label)
	for _, c := range all {
		var waits []string
		for _, q := range c.Open() {
			waits = append(waits, q.What)
		}
		slices.Sort(waits)
		line := reportLine{c.Ref, c.Event, c.State, c.Counting, c.Games - c.Counting, ""}
		if len(waits) > 0 {
			line.Waits = v.Printer().Because(slices.Compact(waits))
		}
		switch {
		case c.State == check.Rated:
			s.Rated = append(s.Rated, line)
		case c.State == check.Closed:
		case c.State == check.Admitted || c.IsPending() && c.GoesInPart():
			s.In, s.Games, s.Held = append(s.In, line), s.Games+line.In, s.Held+line.Held
			if line.Waits != "" {
				s.Asked += line.Held
			}
		default:
			s.Out = append(s.Out, line)
		}
	}
	return err
}

// before returns the label of the first of some periods that has to be published before those that follow.
func before(r bureau.Reader, earlier []lists.Period) (string, error) {
	newest, err := newestList(r)
	if err != nil {
		return "", err
	}
	for i := range earlier {
		p := &earlier[i]
		if p.State == lists.Published || p.Before(newest) {
			continue
		}
		admitted, err := closing.Admitted(r, p.Label)
		if err != nil || p.State == lists.Drafted || len(admitted) > 0 {
			return p.Label, err
		}
	}
	return "", nil
}
