package table

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/archive"
)

// WorkbookPart is the file that every workbook has.
const WorkbookPart = "xl/workbook.xml"

// IsWorkbook reports whether the files of an archive are those of a workbook.
func IsWorkbook(a *archive.Archive) bool { return slices.Contains(a.Names, WorkbookPart) }

// Workbook reads the sheets of a workbook. Hidden sheets are left out, which is said;
// hidden rows and columns that hold something are refused.
func Workbook(a *archive.Archive, c *finding.Collector) (tables []Table) {
	defer func() {
		if recover() != nil { // the library does not promise that it bears every file
			c.Add(finding.Refusal("workbook-broken", finding.At{}))
			tables = nil
		}
	}()
	data, formulas := essence(a, c)
	if data == nil {
		return nil
	}
	f, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: archive.MaxBytes, UnzipXMLSizeLimit: archive.MaxBytes, // nothing goes to the disk
	})
	if err != nil {
		c.Add(finding.Refusal("workbook-broken", finding.At{}))
		return nil
	}
	defer func() { _ = f.Close() }() // read only
	w := &workbook{File: f, Collector: c, formulas: formulas, epoch: from1900}
	if props, err := f.GetWorkbookProps(); err == nil && props.Date1904 != nil && *props.Date1904 {
		w.epoch = from1904
	}
	names := f.GetSheetList()
	if len(names) > MaxTables {
		c.Add(tooLarge(finding.At{}))
		return nil
	}
	for _, name := range names {
		if t, ok := w.sheet(name); ok {
			tables = append(tables, t)
		}
		if c.Full() {
			break
		}
	}
	return tables
}

// part is a kind of file of a workbook.
type part struct {
	name     *regexp.Regexp
	elements int
	counted  string // path of the elements that cells refer to by their number
}

const (
	texts = "sst/si"
	forms = "styleSheet/cellXfs/xf"
)

// parts are the files of a workbook that are read, and how many elements each may have.
// Worksheets are the last.
var parts = []part{
	{regexp.MustCompile(`^\[Content_Types\]\.xml$`), 10_000, ""},
	{regexp.MustCompile(`^_rels/\.rels$|^xl/workbook\.xml$|^xl/_rels/workbook\.xml\.rels$`), 10_000, ""},
	{regexp.MustCompile(`^xl/sharedStrings\.xml$`), 5 * MaxCells, texts},
	{regexp.MustCompile(`^xl/styles\.xml$`), 200_000, forms},
	{worksheets, 0, ""},
}

// kindOf returns which of the parts a file is, len(parts) for one that is not read.
func kindOf(name string) int {
	if at := slices.IndexFunc(parts, func(p part) bool { return p.name.MatchString(name) }); at >= 0 {
		return at
	}
	return len(parts)
}

var worksheets = regexp.MustCompile(`^xl/worksheets/[^/]+\.xml$`)

// essence returns a workbook with nothing but what is read of it, and whether some of
// its cells are calculated.
func essence(a *archive.Archive, c *finding.Collector) (data []byte, formulas bool) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	order := make([]int, len(a.Names))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a1, b int) int { return cmp.Compare(kindOf(a.Names[a1]), kindOf(a.Names[b])) })
	counts := map[string]int{}
	for _, i := range order {
		name := a.Names[i]
		data, ok := a.Read(i, c)
		if !ok {
			return nil, false
		}
		at := kindOf(name)
		if at == len(parts) {
			continue
		}
		var err error
		if worksheets.MatchString(name) {
			var w *worksheet
			if w, err = trim(data, counts[texts], counts[forms]); err == nil {
				data, formulas = w.out.Bytes(), formulas || w.formulas
			}
		} else {
			counts[parts[at].counted], err = sound(data, parts[at].elements, parts[at].counted)
		}
		switch {
		case errors.Is(err, errLarge):
			c.Add(tooLarge(finding.At{}))
			return nil, false
		case errors.Is(err, errDoctype):
			c.Add(finding.Refusal("xml-doctype", finding.At{}))
			return nil, false
		case err != nil:
			c.Add(finding.Refusal("workbook-broken", finding.At{}))
			return nil, false
		}
		to, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err == nil {
			_, err = to.Write(data)
		}
		if err != nil {
			c.Add(finding.Refusal("workbook-broken", finding.At{}))
			return nil, false
		}
	}
	if z.Close() != nil {
		return nil, false
	}
	return out.Bytes(), formulas
}

// workbook is a workbook that is being read.
type workbook struct {
	*excelize.File
	*finding.Collector
	formulas bool // some cells are calculated
	epoch    epoch
	styles   map[int]form
}

// sheet reads a sheet; it returns false for one that is left out.
func (w *workbook) sheet(name string) (Table, bool) {
	t := Table{Name: clean(name), epoch: w.epoch}
	rows, err := w.GetRows(name, excelize.Options{RawCellValue: true})
	if err != nil {
		return t, false // a chart, or what a macro shows
	}
	if visible, err := w.GetSheetVisible(name); err != nil || !visible {
		if len(rows) > 0 {
			w.Add(finding.New("sheet-hidden", finding.Warning, finding.At{}, finding.Text("sheet", name)))
		}
		return t, false
	}
	width := 0
	for i, cells := range rows {
		width = max(width, len(cells))
		r := Row{Line: i + 1, Cells: make([]string, len(cells))}
		for column, raw := range cells {
			r.Cells[column] = w.text(&t, name, r.Line, column, raw)
		}
		t.Rows = append(t.Rows, r)
	}
	w.merged(&t, name)
	w.calculated(&t, name, width)
	w.hidden(&t, name, width)
	t.check(w.Collector)
	return t, true
}

// form is how a workbook shows a number.
type form struct {
	day   bool
	zeros int // digits with zeros in front; 0: as many as it has
}

// text returns a cell as people see it, but with all digits: days as 2026-03-07,
// numbers with the zeros that their format has in front.
func (w *workbook) text(t *Table, sheet string, line, column int, raw string) string {
	if raw == damaged {
		w.Add(t.Refusal("cell-damaged", line, column))
		return ""
	}
	n, err := strconv.ParseFloat(raw, 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return clean(raw)
	}
	at, err := excelize.CoordinatesToCellName(column+1, line)
	if err != nil {
		return clean(raw)
	}
	switch f := w.form(sheet, at); {
	case f.day && n >= 1:
		const exact = 1e-6 // of a day
		if whole := math.Round(n); math.Abs(n-whole) < exact {
			n = whole
		} else {
			w.Add(t.Refusal("day-with-time", line, column, finding.Text("read", dayOf(n, t.epoch).Add(time.Duration((n-math.Floor(n))*float64(24*time.Hour))).Round(time.Minute).Format("2006-01-02 15:04"))))
		}
		return dayOf(n, t.epoch).Format("2006-01-02")
	case f.zeros > len(raw) && n == math.Trunc(n) && n >= 0:
		return strings.Repeat("0", f.zeros-len(raw)) + raw
	}
	if kind, err := w.GetCellType(sheet, at); strings.ContainsAny(raw, "eE") && err == nil && kind != excelize.CellTypeSharedString && kind != excelize.CellTypeInlineString {
		const exact = 1 << 53
		if n == math.Trunc(n) && math.Abs(n) < exact {
			w.Add(t.New("number-expanded", finding.Info, line, column, finding.Text("text", raw)))
			return strconv.FormatInt(int64(n), 10)
		}
	}
	return clean(raw)
}

var (
	quoted = regexp.MustCompile(`"[^"]*"|\\.|\[[^\]]*\]`)
	zeros  = regexp.MustCompile(`^0{2,12}$`)
)

// form returns how a cell is shown.
func (w *workbook) form(sheet, at string) form {
	id, err := w.GetCellStyle(sheet, at)
	if err != nil || id == 0 {
		return form{}
	}
	if f, known := w.styles[id]; known {
		return f
	}
	f := form{}
	if style, err := w.GetStyle(id); err == nil && style != nil {
		switch n := style.NumFmt; {
		case n >= 14 && n <= 17, n == 22, n >= 27 && n <= 31, n == 36, n >= 50 && n <= 58:
			f.day = true
		case style.CustomNumFmt != nil:
			code := quoted.ReplaceAllString(*style.CustomNumFmt, "")
			f.day = strings.ContainsAny(strings.ToLower(code), "yd")
			if zeros.MatchString(code) {
				f.zeros = len(code)
			}
		}
	}
	if w.styles == nil {
		w.styles = map[int]form{}
	}
	w.styles[id] = f
	return f
}

// merged fills cells that are merged below each other with their text.
func (w *workbook) merged(t *Table, sheet string) {
	cells, err := w.GetMergeCells(sheet)
	if err != nil {
		return
	}
	for _, m := range cells {
		left, top, err1 := excelize.CellNameToCoordinates(m.GetStartAxis())
		_, bottom, err2 := excelize.CellNameToCoordinates(m.GetEndAxis())
		if err1 != nil || err2 != nil || bottom <= top || top > len(t.Rows) {
			continue
		}
		text := t.Rows[top-1].Cell(left - 1)
		if text == "" {
			continue
		}
		for line := top + 1; line <= min(bottom, len(t.Rows)); line++ {
			r := &t.Rows[line-1]
			for len(r.Cells) < left {
				r.Cells = append(r.Cells, "")
			}
			r.Cells[left-1] = text
		}
		w.Add(t.New("cells-merged", finding.Info, top, left-1, finding.Quoted("text", text), finding.Int("rows", bottom-top+1)))
	}
}

// calculated refuses cells that are calculated and have no value, or an error.
func (w *workbook) calculated(t *Table, sheet string, width int) {
	if !w.formulas {
		return
	}
	for i := range t.Rows {
		for column := range width {
			at, err := excelize.CoordinatesToCellName(column+1, i+1)
			text := t.Rows[i].Cell(column)
			if err != nil || text != "" && text[0] != '#' {
				continue
			}
			if formula, err := w.GetCellFormula(sheet, at); err == nil && formula != "" {
				w.Add(t.Refusal("formula-without-value", i+1, column, finding.Quoted("formula", formula)))
			}
		}
		if w.Full() {
			return
		}
	}
}

// hidden refuses rows and columns that are hidden and hold something.
func (w *workbook) hidden(t *Table, sheet string, width int) {
	for i := range t.Rows {
		if t.Rows[i].Blank() {
			continue
		}
		if visible, err := w.GetRowVisible(sheet, i+1); err == nil && !visible {
			w.Add(t.Refusal("row-hidden", i+1, 0))
		}
	}
	for column := range width {
		if !slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Cell(column) != "" }) {
			continue
		}
		if visible, err := w.GetColVisible(sheet, columnName(column)); err == nil && !visible {
			first := slices.IndexFunc(t.Rows, func(r Row) bool { return r.Cell(column) != "" })
			w.Add(t.Refusal("column-hidden", first+1, column))
		}
	}
}
