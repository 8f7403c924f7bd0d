package document

import (
	"fmt"
	"io"

	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// listColumn is a column of a list in CSV and in spreadsheets.
type listColumn struct {
	name string
	of   func(*ListPlayer) any // nil: there is no value
}

// listColumns returns the columns of a list. New ones follow those that programs know.
func listColumns(about *regulation.About) []listColumn {
	all := []listColumn{{"id", func(p *ListPlayer) any { return p.ID }}, {"name", func(p *ListPlayer) any { return p.Name }}}
	ofKind := func(kind rating.Kind, name string, of func(*ListRating) any) {
		all = append(all, listColumn{kind.String() + name, func(p *ListPlayer) any {
			if r := p.Of(kind); r != nil {
				return of(r)
			}
			return nil
		}})
	}
	for _, kind := range about.Lists {
		ofKind(kind, "", func(r *ListRating) any { return int(r.Rating) })
		ofKind(kind, "_games", func(r *ListRating) any { return int(r.Games) })
		if about.Expectancy {
			ofKind(kind, "_k", func(r *ListRating) any { return orNothing(r.K) })
		}
		if about.Qualifying.Decides() {
			ofKind(kind, "_qualifies", func(r *ListRating) any { return orNothing(r.Qualifies) })
		}
	}
	all = append(all, listColumn{"name_local", func(p *ListPlayer) any { return p.Local }}, listColumn{"club", func(p *ListPlayer) any { return p.Club }})
	for _, kind := range about.Lists {
		ofKind(kind, "_change", func(r *ListRating) any { return orNothing(r.Change) })
	}
	all = append(all, listColumn{"title", func(p *ListPlayer) any { return p.Title }}, listColumn{"place", func(p *ListPlayer) any { return orNothing(p.Place) }})
	for _, kind := range about.Lists {
		if about.Expectancy {
			ofKind(kind, "_next_k", func(r *ListRating) any { return orNothing(r.NextK) })
		}
	}
	return all
}

// orNothing returns what a pointer points to, nil if there is nothing.
func orNothing[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// listHead returns the names of columns.
func listHead(columns []listColumn) []string {
	head := make([]string, len(columns))
	for i, c := range columns {
		head[i] = c.name
	}
	return head
}

// WriteListCSV writes a list as CSV, with the columns of its kinds.
func WriteListCSV(to io.Writer, l *ranking.List) error {
	w, columns := sheet.NewWriter(to), listColumns(&l.About)
	if err := w.Write(listHead(columns)); err != nil {
		return err
	}
	row := make([]string, len(columns))
	for line, err := range l.All() {
		if err != nil {
			return err
		}
		d := NewListPlayer(line)
		for i, c := range columns {
			row[i] = ""
			if value := c.of(&d); value != nil {
				row[i] = fmt.Sprint(value)
			}
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// WriteListXLSX writes a list as a spreadsheet, with the columns of its CSV.
func WriteListXLSX(to io.Writer, l *ranking.List) error {
	title, columns := l.Publication.Label, listColumns(&l.About)
	if l.Kind != 0 {
		title += " " + l.Kind.String()
	}
	return writeWorkbook(to, title, workbookSheet{
		name: title, head: listHead(columns), widths: []float64{12, 24},
		rows: each(l, func(line *rows.Line) []any {
			d, row := NewListPlayer(line), make([]any, len(columns))
			for i, c := range columns {
				row[i] = c.of(&d)
			}
			return row
		}),
	})
}
