// Package statement holds what somebody says of a report beside its files, and how that goes over what
// was read of them.
package statement

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Words are what somebody says, with the keys of the JSON report. What is empty is not stated.
type Words struct {
	Event        string     `json:"name,omitempty" help:"cli.flag-submit-event" placeholder:"NAME"`
	Start        civil.Date `json:"start,omitzero" help:"cli.flag-submit-start" placeholder:"YYYY-MM-DD"`
	End          civil.Date `json:"end,omitzero" help:"cli.flag-submit-end" placeholder:"YYYY-MM-DD"`
	Organizer    string     `json:"organizer,omitempty" help:"cli.flag-submit-organizer" placeholder:"CLUB"`
	Responsible  string     `json:"responsible,omitempty" help:"cli.flag-submit-responsible" placeholder:"NAME"`
	Venue        string     `json:"venue,omitempty" help:"cli.flag-submit-venue" placeholder:"PLACE"`
	Time         string     `json:"time,omitempty" help:"cli.flag-submit-time" placeholder:"HH:MM"`
	Type         string     `json:"type,omitempty" enum:",${types}" default:"" help:"cli.flag-submit-type" placeholder:"TYPE"`
	TimeControl  string     `json:"time_control_text,omitempty" help:"cli.flag-submit-time-control" placeholder:"CODE"`
	Rounds       int        `json:"rounds,omitempty" help:"cli.flag-submit-rounds" placeholder:"N"`
	Group        string     `json:"group,omitempty" enum:",${groups}" default:"" help:"cli.flag-submit-group" placeholder:"GROUP"`
	AgeYear      int        `json:"age_year,omitempty" help:"cli.flag-age-year" placeholder:"YEAR"`
	FIDEEvent    *bool      `json:"fide_event,omitempty" name:"fide-event" negatable:"" help:"cli.flag-submit-fide-event"`
	Meeting      *bool      `json:"meeting,omitempty" negatable:"" help:"cli.flag-submit-meeting"`
	Team         *bool      `json:"team,omitempty" negatable:"" help:"cli.flag-submit-team"`
	Braille      *bool      `json:"braille,omitempty" negatable:"" help:"cli.flag-braille"`
	Qualifying   *bool      `json:"qualifying,omitempty" negatable:"" help:"cli.flag-submit-qualifying"`
	Qualified    []string   `json:"qualified,omitempty" help:"cli.flag-submit-qualified" placeholder:"NAME" sep:"none"`
	Entries      []string   `json:"entries,omitempty" name:"entry" help:"cli.flag-submit-entry" placeholder:"START=ID" sep:"none"`
	Results      []string   `json:"results,omitempty" name:"result" help:"cli.flag-submit-result" placeholder:"ROUND:START-START=1-0" sep:"none"`
	Dispensation string     `json:"dispensation,omitempty" help:"cli.flag-dispensation" placeholder:"REASON"`
	Reporter     string     `json:"submitted_by,omitempty" kong:"-"`
	As           `kong:"-"` // how the bytes are to be read
}

// As is what somebody knows of the bytes of a file.
type As struct {
	Encoding string            `json:"encoding,omitempty"`
	Dates    civil.Order       `json:"date_order,omitzero"`
	Columns  map[string]string `json:"columns,omitempty"`
}

// Say reports whether anything is known.
func (as *As) Say() bool { return as.Encoding != "" || as.Dates != 0 || len(as.Columns) > 0 }

// Empty reports whether the words say nothing.
func (w *Words) Empty() bool { return bytes.Equal(w.JSON(), []byte("{}")) }

// JSON returns the words as they are kept.
func (w *Words) JSON() []byte {
	data, _ := json.Marshal(w) // it has texts, numbers and flags only
	return data
}

// String returns the words as people read them, in the order of their keys.
func (w *Words) String() string {
	var said map[string]any
	_ = json.Unmarshal(w.JSON(), &said) // of our own making
	var words []string
	for _, key := range slices.Sorted(maps.Keys(said)) {
		words = append(words, fmt.Sprintf("%s=%v", key, said[key]))
	}
	return strings.Join(words, ", ")
}

// Over lays the words over a file as it was read, and returns what is found of it then. If the
// file came later they only fill in what it leaves out.
func (w *Words) Over(p *report.Report, found []finding.Finding, later bool) []finding.Finding {
	kind, _ := rating.ParseKind(w.Type)
	state(&p.Name, w.Event, later)
	state(&p.Start, w.Start, later)
	state(&p.End, w.End, later)
	state(&p.Organizer, w.Organizer, later)
	state(&p.Responsible, w.Responsible, later)
	state(&p.Venue, w.Venue, later)
	state(&p.Time, w.Time, later)
	state(&p.Type, kind, later)
	state(&p.AgeYear, w.AgeYear, later)
	state(&p.Dispensation, w.Dispensation, later)
	state(&p.SubmittedBy, w.Reporter, later)
	if len(w.Qualified) > 0 && (!later || len(p.Qualified) == 0) {
		p.Qualified = w.Qualified
	}
	said := map[string]*bool{"fide_event": w.FIDEEvent, "meeting": w.Meeting, "team": w.Team, "braille": w.Braille, "qualifying": w.Qualifying}
	for _, f := range report.Flags {
		if is := said[f.Name]; is != nil && !(later && (*f.Of(p) || p.Stated.Has(f.Stated))) {
			*f.Of(p) = *is
			p.Stated.Set(f.Stated, !*is)
		}
	}
	group, open, err := report.ReadGroup(w.Group, finding.At{})
	found = slices.Concat(found, open)
	for i := range p.Sections {
		s := &p.Sections[i]
		state(&s.Rounds, w.Rounds, later)
		if w.Group != "" && err == nil && !(later && (s.Group != report.Open || s.Stated.Has(report.StatedGroup))) {
			s.Group = group
			s.Stated.Set(report.StatedGroup, group == report.Open)
		}
	}
	found = slices.Concat(found, w.enter(p, later))
	if w.TimeControl != "" && !(later && (len(p.TimeControl) > 0 || p.TimeControlText != "")) {
		p.TimeControl, p.TimeControlText = nil, w.TimeControl
		found = slices.DeleteFunc(slices.Clone(found), func(f finding.Finding) bool { return strings.HasPrefix(f.ID, "time-control-") && !f.InSection })
		found = slices.Concat(found, p.ReadWords())
	}
	return found
}

// state sets a field to what is stated, if anything is.
func state[T comparable](to *T, stated T, later bool) {
	var nothing T
	if stated != nothing && (!later || *to == nothing) {
		*to = stated
	}
}
