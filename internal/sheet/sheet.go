// Package sheet reads and writes tables with named columns: CSV.
package sheet

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
)

// Column is a field of a T: how to parse and format a cell, and the meaning of
// the field.
type Column[T any] struct {
	Name    string
	Form    string            // what a cell must be, a key of the locale files: "text", "date", ...
	Public  bool              // may be shown publicly
	Clauses map[string]string // the clauses that ask for it, by authority
	Reading string            // the reading by which a cell is stored in another form than entered
	Seldom  bool              // omitted if empty in all rows
	Read    func(*T, string) error
	Write   func(*T) string
}

// Text returns a public column of texts.
func Text[T any](name string, field func(*T) *string) Column[T] {
	return Column[T]{Name: name, Form: "text", Public: true,
		Read:  func(v *T, s string) error { *field(v) = s; return nil },
		Write: func(v *T) string { return *field(v) }}
}

// Day returns a public column of dates.
func Day[T any](name string, field func(*T) *civil.Date) Column[T] {
	return Column[T]{Name: name, Form: "date", Public: true,
		Read:  func(v *T, s string) error { return field(v).UnmarshalText([]byte(s)) },
		Write: func(v *T) string { return field(v).String() }}
}

// Sheet is the columns of a table, in output order.
type Sheet[T any] []Column[T]

// Cell is how a field is parsed and formatted.
type Cell[T any] struct {
	*Column[T]
	Text string
	At   finding.At
}

// Row is a line of a table.
type Row[T any] struct {
	At    finding.At
	Cells []Cell[T]
	Sound bool // no cell was refused

	header []*Column[T]
}

// column returns a column by name, nil if there is none.
func (s Sheet[T]) column(name string) *Column[T] {
	i := slices.IndexFunc(s, func(c Column[T]) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &s[i]
}

// tooLong reports whether a text is too long for the column. Only texts and
// lists of texts have a limit; other forms check themselves.
func (c *Column[T]) tooLong(text string) bool {
	return (c.Form == "text" || c.Form == "email") && finding.TooLong(text)
}

// Value returns a row's cell of a column, empty if there is none.
func (r *Row[T]) Value(column string) string {
	for _, c := range r.Cells {
		if c.Name == column {
			return c.Text
		}
	}
	return ""
}

// Columns returns the names of a row's columns.
func (r *Row[T]) Columns() (names []string) {
	for _, c := range r.Cells {
		names = append(names, c.Name)
	}
	return names
}

// Has reports whether the table has a column.
func (r *Row[T]) Has(column string) bool {
	return slices.ContainsFunc(r.header, func(c *Column[T]) bool { return c != nil && c.Name == column })
}

// Fill parses the cells of a row into a value. An invalid cell is a refusal; a
// cell stored in another form is an info.
func (r *Row[T]) Fill(to *T) []finding.Finding {
	var found []finding.Finding
	for _, c := range r.Cells {
		adjusted, err := c.parse(to)
		if err != nil {
			found = append(found, finding.Refusal("cell-impossible", c.At, finding.Text("column", c.Name),
				finding.Quoted("text", c.Text), finding.Text("form", c.Form)))
		} else if adjusted != nil {
			found = append(found, *adjusted)
		} else if kept := c.Write(to); c.Reading != "" && kept != c.Text {
			found = append(found, finding.New("cell-adjusted", finding.Info, c.At, finding.Text("column", c.Name),
				finding.Quoted("text", c.Text), finding.Text("kept", kept)).Under("", c.Reading))
		}
	}
	return found
}

// Fields returns a row from FIELD=VALUE pairs.
func (s Sheet[T]) Fields(fields []string) (*Row[T], error) {
	r := &Row[T]{Sound: true}
	for _, field := range fields {
		name, text, ok := strings.Cut(field, "=")
		c := s.column(name)
		if !ok || c == nil {
			names := make([]string, len(s))
			for i := range s {
				names[i] = s[i].Name
			}
			return nil, finding.Refuse("field-unknown", finding.Quoted("text", field), finding.Text("names", strings.Join(names, ", ")))
		}
		if text = strings.TrimSpace(text); !utf8.ValidString(text) || finding.Disguised(text) {
			return nil, finding.Refuse("control-character", finding.Quoted("text", text))
		}
		if c.tooLong(text) {
			return nil, finding.Readable(text)
		}
		r.Cells = append(r.Cells, Cell[T]{c, text, finding.At{}})
	}
	return r, nil
}

// Shown returns the public columns, or all if private is set.
func (s Sheet[T]) Shown(private bool) Sheet[T] {
	if private {
		return s
	}
	var shown Sheet[T]
	for _, c := range s {
		if c.Public {
			shown = append(shown, c)
		}
	}
	return shown
}

// Only returns the columns with some names.
func (s Sheet[T]) Only(names ...string) Sheet[T] {
	return slices.DeleteFunc(slices.Clone(s), func(c Column[T]) bool { return !slices.Contains(names, c.Name) })
}

// Same reports whether two values agree in all columns.
func (s Sheet[T]) Same(a, b *T) bool {
	for i := range s {
		if s[i].Write(a) != s[i].Write(b) {
			return false
		}
	}
	return true
}
