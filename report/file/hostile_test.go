package file_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/hostile"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
)

// Reading and checking a file of the maximum size takes bounded memory,
// whatever its bytes: retained and allocated.
const (
	mostKept   = 100 << 20
	mostPassed = 2 << 30
)

// allocated returns the bytes allocated so far and those in use.
func allocated() (passed, kept uint64) {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.TotalAlloc, m.HeapAlloc
}

// costly are the texts that come nearest to the bounds: each kept or allocated more than any
// other, or took longest. By default a third of them is read, and of the other texts one in forty.
var costly = []string{
	"PGN of games", "TRF lines of 64 KiB with control characters", "TRF tag 352, long", "JSON players who are called otherwise", "JSON large event", "workbook of one long text", "CSV of empty rows", "document of attributes", "CSV of headers", "CSV of starting lists", "form of one round",
}

func TestHostileReportsTakeLittle(t *testing.T) {
	known := map[string]bool{}
	for i, text := range slices.Concat(hostile.Bytes(), hostile.Exchange(), hostile.JSON(), hostile.Pages(), packed(t), hostile.Sound()) {
		known[text.Name] = true
		if n := slices.Index(costly, text.Name); n >= 0 && !soak.Turn(n, 3) || n < 0 && !soak.Turn(i, 40) {
			continue
		}
		data := text.Make(file.MaxSize << 20)
		passed, kept := allocated()
		r, findings := file.Read(data, "hostile", "")
		if r != nil {
			findings = append(findings, report.Check(r)...)
		}
		passedNow, keptNow := allocated()
		if passedNow-passed > mostPassed || keptNow-min(kept, keptNow) > mostKept {
			t.Errorf("%s: %d MiB passed through, %d MiB are kept", text.Name, (passedNow-passed)>>20, int(keptNow-kept)>>20)
		}
		if n := len(findings); n > 8*finding.Most {
			t.Errorf("%s: %d findings", text.Name, n)
		}
		for _, f := range findings {
			for _, v := range f.Values {
				if !utf8.ValidString(v.Text) || len(v.Text) > 1100 {
					t.Fatalf("%s: %s says %s in %d bytes: %.40q", text.Name, f.ID, v.Name, len(v.Text), v.Text)
				}
			}
			if finding.TooLong(f.Section) {
				t.Fatalf("%s: %s is about a section whose name has %d bytes", text.Name, f.ID, len(f.Section))
			}
		}
		runtime.KeepAlive(data)
		runtime.KeepAlive(r)
	}
	for _, name := range costly {
		if !known[name] {
			t.Errorf("there is no text %q", name)
		}
	}
}

// packed returns files that are small and hold much. They are made when they are needed.
func packed(t *testing.T) []hostile.Text {
	t.Helper()
	book := func(name string, sheet func() string, parts ...string) hostile.Text {
		return hostile.Text{Name: "workbook of " + name, Make: func(int) []byte {
			files := map[string][]byte{
				"[Content_Types].xml":        []byte(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`),
				"xl/workbook.xml":            []byte(`<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`),
				"xl/_rels/workbook.xml.rels": []byte(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`),
				"xl/worksheets/sheet1.xml":   []byte(sheet()),
			}
			for i := 0; i+1 < len(parts); i += 2 {
				files[parts[i]] = []byte(parts[i+1])
			}
			data, err := specimen.ZIP(files)
			must(t, err)
			return data
		}}
	}
	of := func(rows int, row func(n int) string) func() string {
		return func() string {
			var b strings.Builder
			b.WriteString(`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`)
			for n := 1; n <= rows; n++ {
				b.WriteString(row(n))
			}
			b.WriteString("</sheetData></worksheet>")
			return b.String()
		}
	}
	cell := func(at string) string { return `<c r="` + at + `"><v>1</v></c>` }
	one := of(1, func(int) string { return `<row r="1">` + cell("A1") + `</row>` })
	const many = 60 << 20 / 40
	return []hostile.Text{
		book("rows with one cell", of(many, func(n int) string { return fmt.Sprintf(`<row r="%d">%s</row>`, n, cell(fmt.Sprintf("A%d", n))) })),
		book("the most rows", of(20_000, func(n int) string { return fmt.Sprintf(`<row r="%d">%s</row>`, n, cell(fmt.Sprintf("J%d", n))) })),
		book("far columns", of(20_000, func(n int) string { return fmt.Sprintf(`<row r="%d">%s</row>`, n, cell(fmt.Sprintf("XFD%d", n))) })),
		book("formulas", of(500, func(n int) string {
			return fmt.Sprintf(`<row r="%d">%s</row>`, n, strings.Repeat(`<c><f>A1</f></c>`, 390))
		})),
		book("empty cells", of(100, func(n int) string {
			return fmt.Sprintf(`<row r="%d"><c><v>1</v></c>%s</row>`, n, strings.Repeat(`<c s="1"/>`, 60_000))
		})),
		book("merged cells", func() string {
			return strings.Replace(one(), "</sheetData>", "</sheetData><mergeCells>"+strings.Repeat(`<mergeCell ref="A1:A1048576"/>`, 20_000)+"</mergeCells>", 1)
		}),
		book("shared texts", one, "xl/sharedStrings.xml", `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`+strings.Repeat("<si><t>a</t></si>", 3_000_000)+"</sst>"),
		book("one long text", of(1, func(int) string {
			return `<row r="1"><c r="A1" t="inlineStr"><is><t>` + strings.Repeat("x", 60<<20) + `</t></is></c></row>`
		})),
		book("many sheets", of(1, func(int) string { return "" }), "xl/workbook.xml", `<workbook><sheets>`+strings.Repeat(`<sheet name="A" sheetId="1"/>`, 9_000)+`</sheets></workbook>`),
	}
}
