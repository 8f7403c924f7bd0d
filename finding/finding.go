// Package finding describes what a check found: its stable id, severity, place and
// clause, and the values for its message.
//
// A finding contains no sentence. Message and cure are in the locale files, under
// the keys "finding.ID.message" and "finding.ID.cure", and rendered by package
// explain. Bad input is a finding; an error is broken machinery.
package finding

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// Severity is the severity of a finding. It follows the verb of the clause:
// must is an error, should a warning.
type Severity uint8

// The severities. An error prevents the rating of a report or section.
const (
	Info Severity = iota
	Warning
	Error
)

var severityNames = [...]string{"info", "warning", "error"}

// String returns "info", "warning" or "error".
func (s Severity) String() string { return severityNames[s] }

// MarshalText formats the name.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText parses what MarshalText writes.
func (s *Severity) UnmarshalText(text []byte) error {
	n := slices.Index(severityNames[:], string(text))
	if n < 0 {
		return fmt.Errorf("%q is no severity", text)
	}
	*s = Severity(n)
	return nil
}

// At is a place in a file: line and column, counted from 1, the column in
// characters. Zero means the file as a whole.
type At struct{ Line, Column int32 }

// Place is the place of a finding.
type Place struct {
	Report string // the file's base name
	At
	Section   string
	InSection bool // whether it is about Section, which may have no name
}

// Finding is a single problem or fact that a check found.
type Finding struct {
	ID       string // stable, words joined by hyphens
	Severity Severity
	Place
	Clause  string // of the regulation, or empty
	Reading string // the reading that decided, or empty
	Refuses bool   // it prevents rating
	Values  []Value
	Case    string `json:"-"` // reference of the report of which it is shown in an office; its actions are about that
}

// InCase returns findings as they are shown of a report in an office.
func InCase(ref string, found []Finding) []Finding {
	found = slices.Clone(found)
	for i := range found {
		found[i].Case = ref
	}
	return found
}

// Value is a named value for a finding's message.
type Value struct{ Name, Text string }

// Text returns a text value. Invalid UTF-8 is left out, and a long text is cut.
func Text(name, text string) Value { return Value{name, shown(text)} }

// Quoted returns a quoted text value, in which hidden characters are visible.
func Quoted(name, text string) Value { return Text(name, strconv.QuoteToGraphic(shown(text))) }

// Int returns a numeric value.
func Int(name string, n int) Value { return Value{name, strconv.Itoa(n)} }

// Value returns the text of a named value, empty if there is none.
func (f Finding) Value(name string) string {
	for _, v := range f.Values {
		if v.Name == name {
			return v.Text
		}
	}
	return ""
}

// Under returns the finding with its clause and the reading that decided.
func (f Finding) Under(clause, reading string) Finding {
	f.Clause, f.Reading = clause, reading
	return f
}

// Of returns the finding as one about a file.
func (f Finding) Of(file string) Finding {
	f.Report = file
	return f
}

// In returns the finding as one about a section.
func (f Finding) In(section string) Finding {
	f.Section, f.InSection = section, true
	return f
}

// New returns a finding. The cure is in the locale files under the same id.
func New(id string, severity Severity, at At, values ...Value) Finding {
	return Finding{ID: id, Severity: severity, Place: Place{At: at}, Values: values}
}

// Refusal returns an error that prevents the rating of a section or of the
// whole report.
func Refusal(id string, at At, values ...Value) Finding {
	f := New(id, Error, at, values...)
	f.Refuses = true
	return f
}

// RefusesAll reports whether the finding prevents the rating of the whole
// report.
func (f Finding) RefusesAll() bool { return f.Refuses && !f.InSection }

// Compare orders findings by place, then by severity, id and values, so that
// the order does not depend on the order of the checks.
func Compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Report, b.Report),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Section, b.Section),
		-cmp.Compare(a.Severity, b.Severity),
		cmp.Compare(a.ID, b.ID),
		slices.CompareFunc(a.Values, b.Values, func(x, y Value) int {
			return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Text, y.Text))
		}),
	)
}

// Worst returns the highest severity, and false if there is no finding.
func Worst(findings []Finding) (Severity, bool) {
	worst := Info
	for _, f := range findings {
		worst = max(worst, f.Severity)
	}
	return worst, len(findings) > 0
}

// Problem is an error with a sentence in the locale files, under the key
// "problem.ID".
type Problem struct {
	ID     string
	Values []Value
}

// NewProblem returns a problem.
func NewProblem(id string, values ...Value) *Problem { return &Problem{id, values} }

// Error returns the problem for a programmer: its id and values.
func (p *Problem) Error() string {
	text := p.ID
	for _, v := range p.Values {
		text += " " + v.Name + "=" + strconv.Quote(v.Text)
	}
	return text
}

// Refused is the error for a refused request: a finding, with clause and cure.
type Refused struct{ Finding }

// Refuse returns the error for a refused request. The locale files have its
// message and cure.
func Refuse(id string, values ...Value) *Refused { return &Refused{New(id, Error, At{}, values...)} }

// Error returns the finding for a programmer: its id and values.
func (r *Refused) Error() string { return NewProblem(r.ID, r.Values...).Error() }
