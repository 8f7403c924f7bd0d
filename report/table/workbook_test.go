package table_test

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/archive"
	"github.com/arpadchess/arpad/report/table"
)

// players is a sheet of a workbook as people fill it in: texts, a number, and a day of birth.
func players(t *testing.T) []byte {
	t.Helper()
	f := excelize.NewFile()
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	day, err := f.NewStyle(&excelize.Style{NumFmt: 14})
	must(err)
	must(f.SetSheetRow("Sheet1", "A1", &[]any{"ID", "Name", "Birth"}))
	must(f.SetSheetRow("Sheet1", "A2", &[]any{"N00000001", "Aoki Ren", time.Date(2005, 1, 1, 0, 0, 0, 0, time.UTC)}))
	must(f.SetSheetRow("Sheet1", "A3", &[]any{"N00000002", "Baba Mio", time.Date(1991, 9, 14, 0, 0, 0, 0, time.UTC)}))
	must(f.SetCellStyle("Sheet1", "C2", "C3", day))
	b, err := f.WriteToBuffer()
	must(err)
	return b.Bytes()
}

// edited returns a workbook with a text of its sheet replaced, as a tool that writes XML by hand errs.
func edited(t *testing.T, data []byte, old, now string) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	out := zip.NewWriter(&b)
	for _, part := range in.File {
		from, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(part.Name, "xl/worksheets/") {
			if !strings.Contains(string(text), old) {
				t.Fatalf("%s has no %s: %s", part.Name, old, text)
			}
			text = []byte(strings.Replace(string(text), old, now, 1))
		}
		to, err := out.Create(part.Name)
		if err == nil {
			_, err = to.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A cell whose text or form is not in the workbook is an error at that cell, and so is a day with
// a time of day: a program that reckons in another time zone makes it the day before.
func TestDamagedCellsAreNamed(t *testing.T) {
	sound := players(t)
	for name, c := range map[string]struct{ old, now, id, cell string }{
		"nothing":                  {"", "", "", ""},
		"a text that is no number": {`<c r="B2" t="s"><v>4</v>`, `<c r="B2" t="s"><v>x</v>`, "cell-damaged", "Sheet1!B2"},
		"a text that is not there": {`<c r="A3" t="s"><v>5</v>`, `<c r="A3" t="s"><v>99999</v>`, "cell-damaged", "Sheet1!A3"},
		"a text before the first":  {`<c r="A3" t="s"><v>5</v>`, `<c r="A3" t="s"><v>-1</v>`, "cell-damaged", "Sheet1!A3"},
		"a form that is not there": {`<c r="C3" s="1">`, `<c r="C3" s="77">`, "cell-damaged", "Sheet1!C3"},
		"nine hours before":        {`<v>38353</v>`, `<v>38352.625</v>`, "day-with-time", "Sheet1!C2"},
		"midnight, inexactly":      {`<v>38353</v>`, `<v>38353.0000000001</v>`, "", ""},
	} {
		data := sound
		if c.old != "" {
			data = edited(t, sound, c.old, c.now)
		}
		var found finding.Collector
		tables := table.Workbook(archive.Open(data, &found), &found)
		if c.id == "" {
			if len(found.Findings) > 0 || len(tables) != 1 || tables[0].Rows[1].Cell(2) != "2005-01-01" || tables[0].Rows[2].Cell(1) != "Baba Mio" {
				t.Errorf("%s: %v %v", name, found.Findings, tables)
			}
			continue
		}
		if at := found.Findings[0].Value("read"); c.id == "day-with-time" && at != "2004-12-31 15:00" {
			t.Error(at)
		}
		if all := found.Findings; len(all) != 1 || all[0].ID != c.id || !all[0].Refuses || all[0].Value("cell") != c.cell {
			t.Errorf("%s: %v, want %s at %s", name, all, c.id, c.cell)
		}
	}
}
