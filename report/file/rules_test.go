package file_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
)

// workbook returns a workbook with a small list of games, after a change.
func workbook(t *testing.T, change func(f *excelize.File, sheet string)) []byte {
	t.Helper()
	f := excelize.NewFile()
	const sheet = "Games"
	must(t, f.SetSheetName("Sheet1", sheet))
	for i, row := range [][]any{
		{"Round", "White", "White ID", "Result", "Black", "Black ID", "Date"},
		{1, "Aoki Ren", "01234567", "1-0", "Baba Mio", "07654321", "2026-03-07"},
		{1, "Chiba Ai", "12345678", "½-½", "Doi Haruka", "23456789", "2026-03-07"},
	} {
		must(t, f.SetSheetRow(sheet, fmt.Sprintf("A%d", i+1), &row))
	}
	change(f, sheet)
	var out bytes.Buffer
	must(t, f.Write(&out))
	return out.Bytes()
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// withSheet returns a workbook whose first worksheet is changed as XML.
func withSheet(t *testing.T, data []byte, change func(string) string) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	must(t, err)
	files := map[string][]byte{}
	for _, f := range in.File {
		r, err := f.Open()
		must(t, err)
		part, err := io.ReadAll(r)
		must(t, err)
		if f.Name == "xl/worksheets/sheet1.xml" {
			part = []byte(change(string(part)))
		}
		files[f.Name] = part
	}
	out, err := specimen.ZIP(files)
	must(t, err)
	return out
}

// What spreadsheets do to what people enter is undone and said, or refused with the
// address of the cell. Nothing that is hidden is read silently.
func TestRulesOfTables(t *testing.T) {
	set := func(cell string, value any) func(*excelize.File, string) {
		return func(f *excelize.File, sheet string) { must(t, f.SetCellValue(sheet, cell, value)) }
	}
	styled := func(cell string, value any, style excelize.Style) func(*excelize.File, string) {
		return func(f *excelize.File, sheet string) {
			id, err := f.NewStyle(&style)
			must(t, err)
			must(t, f.SetCellValue(sheet, cell, value))
			must(t, f.SetCellStyle(sheet, cell, cell, id))
		}
	}
	eight := "00000000"
	since1904 := func(change func(*excelize.File, string)) func(*excelize.File, string) {
		return func(f *excelize.File, sheet string) {
			yes := true
			must(t, f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &yes}))
			change(f, sheet)
		}
	}
	csv := "Round,White,White ID,Result,Black,Date\n1,Aoki Ren,%s,1-0,Baba Mio,%s\n"
	for name, c := range map[string]struct {
		data []byte
		id   string // of the finding; empty: none
		cell string
		read func(r *report.Report) string // of what is read; nil: it is refused
		want string
	}{
		"as it should be": {data: workbook(t, func(*excelize.File, string) {}), read: ids, want: "01234567 07654321 12345678 23456789"},
		"a hidden row":    {workbook(t, func(f *excelize.File, s string) { must(t, f.SetRowVisible(s, 3, false)) }), "row-hidden", "Games!A3", nil, ""},
		"a hidden column": {workbook(t, func(f *excelize.File, s string) { must(t, f.SetColVisible(s, "C", false)) }), "column-hidden", "Games!C1", nil, ""},
		"a hidden sheet": {workbook(t, func(f *excelize.File, _ string) {
			_, err := f.NewSheet("Old")
			must(t, err)
			must(t, f.SetCellValue("Old", "A1", "White"))
			must(t, f.SetSheetVisible("Old", false))
		}), "sheet-hidden", "", ids, "01234567 07654321 12345678 23456789"},
		"a number with an exponent": {withSheet(t, workbook(t, set("C3", 12345678)), func(s string) string {
			return strings.Replace(s, "<v>12345678</v>", "<v>1.2345678E7</v>", 1)
		}), "number-expanded", "Games!C3", ids, "01234567 07654321 12345678 23456789"},
		"a shortened number":  {workbook(t, set("C3", "1.2E+07")), "cell-scientific", "Games!C3", nil, ""},
		"and in a CSV":        {fmt.Appendf(nil, csv, "1.2E+07", "2026-03-07"), "cell-scientific", "C2", nil, ""},
		"zeros that were cut": {workbook(t, set("C3", 2345678)), "zeros-restored", "Games!C3", ids, "01234567 07654321 02345678 23456789"},
		"zeros of the format": {data: workbook(t, styled("C2", 1234567, excelize.Style{CustomNumFmt: &eight})), read: ids, want: "01234567 07654321 12345678 23456789"},
		"a day as a number":   {workbook(t, set("G2", 46088)), "date-counted", "Games!G2", days, "2026-03-07 2026-03-07"},
		"since 1904":          {workbook(t, since1904(set("G2", 44626))), "date-counted", "Games!G2", days, "2026-03-07 2026-03-07"},
		"a day as a day":      {data: workbook(t, styled("G2", time.Date(2026, 3, 7, 0, 0, 0, 0, time.UTC), excelize.Style{NumFmt: 14})), read: days, want: "2026-03-07 2026-03-07"},
		"a number in a CSV":   {fmt.Appendf(nil, csv, "1", "46088"), "date-serial", "F2", nil, ""},
		"merged cells":        {workbook(t, func(f *excelize.File, s string) { must(t, f.MergeCell(s, "A2", "A3")) }), "cells-merged", "Games!A2", rounds, "1 1"},
		"two tables":          {workbook(t, set("B6", "Endo Sora")), "table-second", "Games!A6", nil, ""},
		"two tables abreast":  {workbook(t, set("I1", "White")), "table-column-repeated", "Games!I1", nil, ""},
		"a column of nobody":  {workbook(t, set("I1", "Prize")), "table-column-unknown", "Games!I1", rounds, "1 1"},
		"a formula, no value": {workbook(t, func(f *excelize.File, s string) {
			must(t, f.SetCellValue(s, "D3", nil))
			must(t, f.SetCellFormula(s, "D3", "=A1+1"))
		}), "formula-without-value", "Games!D3", nil, ""},
		"an unreadable sign": {workbook(t, set("B2", "Aoki \uFFFD")), "cell-disguised", "Games!B2", nil, ""},
		"no result":          {workbook(t, set("D3", "maybe")), "table-cell-impossible", "Games!D3", nil, ""},
		"a document type": {withSheet(t, workbook(t, set("D3", "1-0")), func(s string) string {
			return strings.Replace(s, "<worksheet", "<!DOCTYPE x [<!ENTITY a \"b\">]><worksheet", 1)
		}), "xml-doctype", "", nil, ""},
		"and in an upload": {[]byte("<?xml version=\"1.0\"?><!DOCTYPE chessresults [<!ENTITY a \"b\">]><chessresults>&a;</chessresults>"), "xml-doctype", "", nil, ""},
		"a row far below": {withSheet(t, workbook(t, set("D3", "1-0")), func(s string) string {
			return strings.Replace(s, "</sheetData>", `<row r="1048576"></row></sheetData>`, 1)
		}), "", "", rounds, "1 1"},
		"a cell far below": {withSheet(t, workbook(t, set("D3", "1-0")), func(s string) string {
			return strings.Replace(s, "</sheetData>", `<row r="1048576"><c r="A1048576"><v>1</v></c></row></sheetData>`, 1)
		}), "table-too-large", "", nil, ""},
		"a file outside":       {zipOf(t, "../a.trf", []byte("012 x")), "zip-outside", "", nil, ""},
		"a ZIP in a ZIP":       {zipOf(t, "a.zip", zipOf(t, "a.trf", []byte("012 x"))), "zip-in-zip", "", nil, ""},
		"65 MiB of nothing":    {zipOf(t, "a.trf", make([]byte, 65<<20)), "zip-too-large", "", nil, ""},
		"a workbook of 65 MiB": {zipOf(t, "xl/workbook.xml", bytes.Repeat([]byte(" "), 65<<20)), "zip-too-large", "", nil, ""},
		"a table not shown":    {[]byte("<html><table><tr><th>White</th><th>Result</th><th>Black</th></tr><tr><td>A</td><td>1-0</td><td>B</td></tr><tr style=\"display: none\"><td>C</td><td>1-0</td><td>D</td></tr></table></html>"), "page-hidden", "", rounds, "1"},
	} {
		r, found := file.Read(c.data, "a", "")
		at := slices.IndexFunc(found, func(f finding.Finding) bool { return f.ID == c.id })
		if c.id != "" && (at < 0 || found[at].Value("cell") != c.cell) {
			t.Errorf("%s: want %s at %s, got %v", name, c.id, c.cell, found)
		}
		if c.read == nil {
			if refused := at >= 0 && found[at].Refuses; refused && r != nil || !refused && r == nil {
				t.Errorf("%s: %v", name, found)
			}
			continue
		}
		if r == nil {
			t.Errorf("%s is refused: %v", name, found)
		} else if got := c.read(r); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}

func zipOf(t *testing.T, name string, data []byte) []byte {
	t.Helper()
	out, err := specimen.ZIP(map[string][]byte{name: data})
	must(t, err)
	return out
}

func ids(r *report.Report) string {
	var all []string
	for _, p := range r.Sections[0].Players {
		all = append(all, p.ID)
	}
	return strings.Join(all, " ")
}

func days(r *report.Report) string {
	var all []string
	for _, g := range r.Sections[0].Games {
		all = append(all, g.Date.String())
	}
	return strings.Join(all, " ")
}

func rounds(r *report.Report) string {
	var all []string
	for _, g := range r.Sections[0].Games {
		all = append(all, fmt.Sprint(g.Round))
	}
	return strings.Join(all, " ")
}
