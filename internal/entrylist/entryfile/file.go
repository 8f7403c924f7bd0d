// Package entryfile reads lists of entries from files: of pairing programs, with or without games, and tables.
package entryfile

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/entrylist"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
)

// row is an entry of a table.
type row struct{ id, name, given, local, kana, club, fide string }

// columns are the columns of a table that say who somebody is. All others are left out, births with them.
var columns = sheet.Sheet[row]{
	sheet.Text("id", func(r *row) *string { return &r.id }), sheet.Text("name", func(r *row) *string { return &r.name }),
	sheet.Text("given_name", func(r *row) *string { return &r.given }), sheet.Text("name_local", func(r *row) *string { return &r.local }),
	sheet.Text("kana", func(r *row) *string { return &r.kana }), sheet.Text("club", func(r *row) *string { return &r.club }),
	sheet.Text("fide_id", func(r *row) *string { return &r.fide }),
}

// mostRows is how many rows of a table are read: more than anybody looks up, so that too many are told from all.
const mostRows = 2000

// File reads a file: of a pairing program, with or without games; a table with or without a header; or a text with an entry on
// each line. Findings say why there are no lines.
func File(data []byte, name string) ([]entrylist.Line, []finding.Finding) {
	if r, _ := file.Read(data, name, ""); r != nil {
		if all := entered(r); len(all) > 0 {
			return all, nil
		}
	}
	in, found := file.Table(data, name)
	if in == nil || slices.ContainsFunc(found, finding.Finding.RefusesAll) {
		return nil, found
	}
	text, err := io.ReadAll(in) // from memory
	if err != nil {
		return nil, append(found, finding.Refusal("list-empty", finding.At{}))
	}
	all := tabled(text, name)
	if _, cells := in.(sheet.Cells); all == nil && cells {
		_ = sheet.Rows(string(text), func(_ int, cells []string) bool { // what cannot be read further is left out
			all = append(all, entrylist.Pasted(strings.Join(cells, "\t"))...)
			return len(all) < mostRows
		})
	} else if all == nil {
		all = entrylist.Pasted(string(text))
	}
	if len(all) == 0 {
		found = append(found, finding.Refusal("list-empty", finding.At{}))
	}
	return all, found
}

// entered returns the entries of a report.
func entered(r *report.Report) (all []entrylist.Line) {
	for i := range r.Sections {
		for j := range r.Sections[i].Players {
			all = append(all, entrylist.Entry(&r.Sections[i].Players[j]))
		}
	}
	return all
}

// tabled returns the entries of a table with a header; nil: it has none.
func tabled(text []byte, name string) (all []entrylist.Line) {
	heads := columns.Headings(bytes.NewReader(text))
	if !slices.ContainsFunc(heads, func(h sheet.Heading) bool {
		return slices.Contains([]string{"id", "name", "name_local", "kana"}, h.Column)
	}) {
		return nil
	}
	c := finding.Collector{File: name}
	columns.ReadCSV(bytes.NewReader(text), &c, sheet.Demands{Rows: mostRows, Unknown: finding.Info}, func(cells *sheet.Row[row]) {
		var r row
		cells.Fill(&r)
		numbers := slices.DeleteFunc([]string{r.id, r.fide}, func(number string) bool { return strings.TrimSpace(number) == "" })
		called := strings.TrimSpace(r.name + " " + r.given)
		if l := entrylist.Written(numbers, cmp.Or(called, r.local, r.kana), r.local, r.club); l.Name != "" || len(l.Numbers) > 0 {
			all = append(all, l)
		}
	})
	return all
}
