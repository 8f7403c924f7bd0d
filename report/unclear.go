package report

import (
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

// MayBegin returns the days that the first one may be, if it is not clear.
func (r *Report) MayBegin() []civil.Date {
	for _, u := range r.StillUnclear() {
		if !u.End {
			return slices.Clone(u.Days)
		}
	}
	return nil
}

// Suppose sets the days that may be read in several ways to the first of them, and
// returns what is to be asked about them.
func (r *Report) Suppose() (asked []finding.Finding) {
	for _, u := range r.StillUnclear() {
		if len(u.Days) == 0 {
			continue
		}
		*u.day(r) = u.Days[0]
		f := u.Finding()
		f.Refuses, f.Report = false, r.File
		asked = append(asked, f)
	}
	return asked
}
