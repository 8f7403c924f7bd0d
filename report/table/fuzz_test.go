package table_test

import (
	"testing"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/archive"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/report/table"
)

// sound fails if a table holds what no table may hold.
func sound(t *testing.T, tables []table.Table, c *finding.Collector) {
	cells := 0
	for i := range tables {
		for _, row := range tables[i].Rows {
			cells += len(row.Cells)
			for _, text := range row.Cells {
				if (finding.Disguised(text) || !utf8.ValidString(text)) && !c.Refused() {
					t.Fatalf("%q is a cell, and nothing refuses it", text)
				}
			}
		}
	}
	if cells > 3*table.MaxCells {
		t.Fatalf("there are %d cells", cells)
	}
}

func FuzzWorkbook(f *testing.F) {
	data, err := specimen.XLSX(specimen.Sheet{Name: "A", Rows: [][]string{{"White", "Result", "Black"}, {"Aoki", "1-0", "Baba"}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var c finding.Collector
		if a := archive.Open(data, &c); a != nil {
			sound(t, table.Workbook(a, &c), &c)
		}
	})
}

// The worksheet is what a stranger writes: it is fuzzed in a workbook that is sound.
func FuzzWorksheet(f *testing.F) {
	f.Add(`<worksheet><cols><col min="1" max="3" hidden="1"/></cols><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>White</t></is></c><c r="B1"><f>A1</f></c></row></sheetData><mergeCells><mergeCell ref="A1:B9"/></mergeCells></worksheet>`)
	f.Fuzz(func(t *testing.T, sheet string) {
		data, err := specimen.ZIP(map[string][]byte{
			"[Content_Types].xml":        []byte(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`),
			"xl/workbook.xml":            []byte(`<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`),
			"xl/_rels/workbook.xml.rels": []byte(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`),
			"xl/worksheets/sheet1.xml":   []byte(sheet),
		})
		if err != nil {
			t.Fatal(err)
		}
		var c finding.Collector
		if a := archive.Open(data, &c); a != nil {
			sound(t, table.Workbook(a, &c), &c)
		}
	})
}

func FuzzPage(f *testing.F) {
	f.Add(`<html><h2>Open</h2><table><tr><th rowspan=2>No.<th colspan="3">Name</tr><tr><td>1<td><table><tr><td><div class="FarbewT"></div></td><td>1</td></tr></table></table>`)
	f.Add(`<table><tr style="display:none"><td>1</table><table hidden><tr><td>`)
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return // it is decoded before
		}
		var c finding.Collector
		sound(t, table.Page(text, &c), &c)
	})
}

func FuzzCSV(f *testing.F) {
	f.Add("White;Result;Black\nAoki;1-0;\"Baba\"\n")
	f.Add("a\tb\n\"c")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		var c finding.Collector
		sound(t, table.CSV(text, &c), &c)
	})
}
