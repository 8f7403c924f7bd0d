package portal

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// mostColumns is how many columns of a file a page shows: lists have twenty, and each has a field. The others are taken
// as their headings say.
const mostColumns = 100

// column is a column of the file, and what it may be taken as.
type column struct {
	Text, First string
	As          []choice
}

// columns returns the columns of the file.
func (o *opening) columns(p *explain.Printer) (all []column) {
	for i, h := range o.headings[:min(len(o.headings), mostColumns)] {
		c, taken := column{Text: h.Text, First: h.First}, h.Column
		if i < len(o.As) {
			taken = o.As[i]
		}
		for _, name := range append([]string{""}, roster.Columns()...) {
			c.As = append(c.As, choice{Value: name, Name: columnName(p, name), Chosen: name == taken})
		}
		all = append(all, c)
	}
	return all
}

// readAs reads the file again, with these columns.
func (s *Setup) readAs(as []string) error {
	known := roster.Columns()
	for i, name := range as {
		if !slices.Contains(known, name) {
			as[i] = ""
		}
	}
	s.mu.Lock()
	list := s.answers.List
	s.mu.Unlock()
	if list == nil || list.Name == "" { // somebody was faster
		return nil
	}
	return s.choose(&chosen{list.Name, list.Data, as})
}

// inWords returns a finding that calls columns as the page does.
func inWords(p *explain.Printer, f finding.Finding) finding.Finding {
	f.Values = slices.Clone(f.Values)
	for i, v := range f.Values {
		if (v.Name == "column" || v.Name == "proposal") && slices.Contains(roster.Columns(), v.Text) {
			f.Values[i].Text = columnName(p, v.Text)
		}
	}
	return f
}

// columnName returns what a column of an opening list holds: "Standard, games"; for none that it is left out.
func columnName(p *explain.Printer, name string) string {
	for _, kind := range rating.AllKinds {
		switch rest, is := strings.CutPrefix(name, kind.String()); {
		case is && rest == "":
			return p.Text("desk.column.is-rating", explain.Data{"kind": p.Word(kind.String())})
		case is:
			return p.Text("desk.column.is-"+strings.TrimPrefix(rest, "_"), explain.Data{"kind": p.Word(kind.String())})
		case name == "fide_"+kind.String():
			return p.Text("desk.column.is-fide", explain.Data{"kind": p.Word(kind.String())})
		}
	}
	if name == "" {
		name = "none"
	}
	return p.Text("desk.column.is-"+name, nil)
}
