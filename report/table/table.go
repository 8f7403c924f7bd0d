// Package table reads tables: the sheets of a workbook (XLSX), a CSV, the tables of
// a saved page (HTML). What a table means is for other packages.
//
// A cell has an address, as people name it: Games!C7. What spreadsheets do to what
// people enter is undone where nothing was lost, and said; else the cell is refused.
package table

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
)

// The limits of all tables of a file. A larger one is not a chess event, and a small
// file could take much memory.
const (
	MaxCells   = 100_000
	MaxRows    = 20_000 // of a table
	MaxColumns = 400
	MaxTables  = 200
)

// Table is a table of a file, or a text of a page that stands in none.
type Table struct {
	Name string // of its sheet; empty: the file has none
	Text Text   // what it is if it is no table: it has one cell then
	Rows []Row

	epoch epoch
}

// Text is a text of a page beside its tables.
type Text uint8

// The texts of a page.
const (
	NoText  Text = iota
	Heading      // between the tables
	Title        // of the window
	Address      // to which the page's form goes
)

// Row is a row of a table.
type Row struct {
	Line  int // counted from 1, as people see it
	Cells []string
}

// epoch is the day from which a workbook counts.
type epoch int

const (
	noEpoch epoch = iota // it has none: a number is no day
	from1900
	from1904
)

// Ragged reports whether rows may end before the table does: workbooks leave out blank cells.
func (t *Table) Ragged() bool { return t.epoch != noEpoch }

// Cell returns a text of a row, empty beyond its end.
func (r *Row) Cell(column int) string {
	if column < 0 || column >= len(r.Cells) {
		return ""
	}
	return r.Cells[column]
}

// Width returns how many cells a row has, without blank ones at the end.
func (r *Row) Width() int {
	n := len(r.Cells)
	for n > 0 && r.Cells[n-1] == "" {
		n--
	}
	return n
}

// Texts returns the cells of a row that are not blank.
func (r *Row) Texts() []string {
	return slices.DeleteFunc(slices.Clone(r.Cells), func(s string) bool { return s == "" })
}

// Blank reports whether a row has no text.
func (r *Row) Blank() bool {
	return !slices.ContainsFunc(r.Cells, func(s string) bool { return s != "" })
}

// At returns the place of a cell.
func At(line, column int) finding.At { return finding.At{Line: int32(line), Column: int32(column + 1)} }

// Address returns the address of a cell, for a message.
func (t *Table) Address(line, column int) finding.Value {
	address := columnName(column) + strconv.Itoa(line)
	if t.Name != "" {
		address = t.Name + "!" + address
	}
	return finding.Text("cell", address)
}

// columnName returns the letters of a column, counted from 0.
func columnName(column int) string {
	const letters = 26
	name := ""
	for n := column + 1; n > 0; n = (n - 1) / letters {
		name = string(rune('A'+(n-1)%letters)) + name
	}
	return name
}

// Refusal returns the refusal of a cell.
func (t *Table) Refusal(id string, line, column int, values ...finding.Value) finding.Finding {
	return finding.Refusal(id, At(line, column), append(values, t.Address(line, column))...)
}

// New returns a finding about a cell.
func (t *Table) New(id string, severity finding.Severity, line, column int, values ...finding.Value) finding.Finding {
	return finding.New(id, severity, At(line, column), append(values, t.Address(line, column))...)
}

// clean returns a text without breaks and repeated blanks.
func clean(text string) string {
	if strings.IndexFunc(text, blank) < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for word := range strings.FieldsFuncSeq(text, blank) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
	}
	return b.String()
}

// blank reports whether a sign is a blank or a break.
func blank(r rune) bool {
	return r == ' ' || r == '\n' || r == '\r' || r == '\t' || r == '\u00a0' || r == '\u3000'
}

// scientific is a number that a spreadsheet has shortened for its display.
var scientific = regexp.MustCompile(`^\d([.,]\d+)?[eE]\+\d{2,3}$`)

// check refuses the cells of a table whose text hides something, or has lost digits.
func (t *Table) check(c *finding.Collector) {
	for i := range t.Rows {
		r := &t.Rows[i]
		for column, text := range r.Cells {
			switch {
			case finding.Disguised(text):
				c.Add(t.Refusal("cell-disguised", r.Line, column, finding.Quoted("text", text)))
			case strings.Contains(text, "+") && scientific.MatchString(text):
				c.Add(t.Refusal("cell-scientific", r.Line, column, finding.Text("text", text)))
			}
			if c.Full() {
				return
			}
		}
	}
}

// Day reads a day of a cell. A number is a day of a workbook, which counts days. It
// adds what it finds, and returns false for what is no day, or may be several.
func (t *Table) Day(line, column int, text string, c *finding.Collector) (civil.Date, bool) {
	if text == "" {
		return 0, true
	}
	if n, err := strconv.Atoi(text); err == nil && len(text) < len("20060102") {
		day, ok := t.serial(n)
		if !ok {
			c.Add(t.Refusal("date-serial", line, column, finding.Text("text", text)))
			return 0, false
		}
		c.Add(t.New("date-counted", finding.Info, line, column, finding.Text("text", text), finding.Text("date", day.String())))
		return day, true
	}
	w, ok := civil.Read(civil.WithoutTime(text))
	days := w.Days()
	if !ok || len(days) != 1 {
		return 0, false
	}
	return days[0], true
}

// serial returns the day that has a number in a workbook.
func (t *Table) serial(n int) (civil.Date, bool) {
	const first, last = 1, 200_000 // into the 25th century
	if t.epoch == noEpoch || n < first || n > last {
		return 0, false
	}
	year, month, day := dayOf(float64(n), t.epoch).Date()
	return civil.Of(year, month, day), true
}

// dayOf returns the day of a number of days. Workbooks from 1900 have a 29 February of
// that year.
func dayOf(days float64, from epoch) time.Time {
	zero := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	if from == from1904 {
		zero = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	} else if days < 60 {
		zero = zero.AddDate(0, 0, 1)
	}
	return zero.AddDate(0, 0, int(math.Floor(days)))
}

// Birth reads a date of birth, or its year.
func (t *Table) Birth(line, column int, text string, c *finding.Collector) (civil.Birth, bool) {
	const year = 4 // digits
	if len(text) != year {
		if n, err := strconv.Atoi(text); err == nil && len(text) < len("20060102") {
			day, ok := t.Day(line, column, strconv.Itoa(n), c)
			return civil.BirthOn(day), ok
		}
	}
	w, ok := civil.Read(text)
	births := w.Births()
	if !ok || len(births) != 1 {
		return 0, false
	}
	return births[0], true
}

// Fold returns a word of a header without case, width, blanks and dots.
func Fold(text string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '.' || r == '_' {
			return -1
		}
		return r
	}, strings.ToLower(norm.NFKC.String(text)))
}
