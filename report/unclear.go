package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
)

// Unclear is the first or last day of an event that its file does not say clearly.
type Unclear struct {
	End  bool         // the last day, else the first
	Text string       // as written
	Days []civil.Date // what it may mean; empty: it is no date
	finding.At
}

// Field returns the name of the field in the JSON report.
func (u *Unclear) Field() string {
	if u.End {
		return "end"
	}
	return "start"
}

// day returns the field of a report.
func (u *Unclear) day(r *Report) *civil.Date {
	if u.End {
		return &r.End
	}
	return &r.Start
}

// Finding returns what is to be said of the day.
func (u *Unclear) Finding() finding.Finding {
	if len(u.Days) == 0 {
		return finding.Refusal("date-unreadable", u.At, finding.Text("field", u.Field()), finding.Text("text", u.Text))
	}
	days := make([]string, len(u.Days))
	for i, d := range u.Days {
		days[i] = d.String()
	}
	return finding.Refusal("date-ambiguous", u.At, finding.Text("field", u.Field()), finding.Text("text", u.Text),
		finding.Text("days", strings.Join(days, ", ")))
}

// StillUnclear returns the days that nobody has stated since.
func (r *Report) StillUnclear() (all []Unclear) {
	for _, u := range r.Unclear {
		if *u.day(r) == 0 {
			all = append(all, u)
		}
	}
	return all
}

// IsOfDays reports whether a finding says that the days of the event are not certain.
func IsOfDays(f *finding.Finding) bool {
	return f.ID == "no-date" || f.ID == "date-ambiguous" || f.ID == "date-unreadable"
}

// LacksDays reports whether the days of the event are not certain.
func (r *Report) LacksDays() bool {
	return len(r.StillUnclear()) > 0 || r.Start == 0 && r.End == 0
}

// MayBegin returns the days that the first one may be, if the days are not clear.
func (r *Report) MayBegin() (days []civil.Date) {
	for _, u := range r.StillUnclear() {
		switch {
		case !u.End:
			return slices.Clone(u.Days)
		case r.Start != 0:
			days = []civil.Date{r.Start}
		}
	}
	return days
}

// Evidence allows some ways to read the days of an event.
type Evidence struct {
	Because string // a word for the finding
	Allows  func(civil.Range) bool
}

// DecideDays sets the days that may be read in several ways, if the evidence leaves one. It says
// which did. It never guesses.
func (r *Report) DecideDays(all ...Evidence) []finding.Finding {
	ways := r.ways()
	for _, evidence := range all {
		kept := slices.DeleteFunc(slices.Clone(ways), func(w way) bool { return !evidence.Allows(w.Range) })
		if len(kept) == 1 {
			at := r.StillUnclear()[0].At
			r.Start, r.End = kept[0].From, kept[0].To
			f := finding.New("date-order", finding.Info, at, finding.Text("order", kept[0].order.String()), finding.Text("because", evidence.Because))
			return []finding.Finding{f.Of(r.File)}
		}
		if len(kept) > 0 {
			ways = kept
		}
	}
	return nil
}

// way is a way to read the days of an event.
type way struct {
	civil.Range
	order civil.Order
}

// ways returns the ways to read the days: all that are not clear in one order.
func (r *Report) ways() (all []way) {
	unclear := r.StillUnclear()
	for _, order := range civil.Orders {
		w, fits := way{civil.Range{From: r.Start, To: r.End}, order}, len(unclear) > 0
		for _, u := range unclear {
			written, _ := civil.Read(u.Text)
			day, ok := written.Day(order)
			fits = fits && ok && slices.Contains(u.Days, day)
			if u.End {
				w.To = max(w.To, day)
			} else {
				w.From = min(cmp.Or(w.From, day), day)
			}
		}
		if fits && !slices.ContainsFunc(all, func(other way) bool { return other.Range == w.Range }) {
			all = append(all, w)
		}
	}
	return all
}
