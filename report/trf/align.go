package trf

import (
	"math/bits"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// place001 is a field of a line about a player: what its columns must satisfy
// if the line is not shifted.
type place001 struct {
	column
	name  string
	grave bool                    // a wrong value would change a number or the person
	reads func(*row, column) bool // the columns contain a value; otherwise another finding says so
	tidy  func(*row, column) bool // the value is aligned within its columns
}

// fields001 are the fields of a player's line before the rounds; a federation's
// line ends with the birth.
var fields001 = [...]place001{
	{colStart, "start_number", true, isNumber, (*row).right},
	{colSex, "sex", false, isSex, anywhere},
	{colTitle, "title", false, anywhere, (*row).word},
	{colName, "name", true, anywhere, anywhere},
	{colRating, "rating", true, isRating, (*row).right},
	{colFederation, "federation", false, anywhere, (*row).word},
	{colNumber, "number", true, anywhere, func(r *row, c column) bool { return r.solid(c) && r.edged(c) }},
	{colBirth, "birth", true, isBirth, (*row).edged},
	{colPoints, "points", false, isPoints, (*row).right},
	{colRank, "rank", false, isNumber, (*row).right},
}

const (
	sexField       = 1
	nationalFields = 8 // of a federation's line
	roundField     = len(fields001)
)

func anywhere(*row, column) bool     { return true }
func isNumber(r *row, c column) bool { _, ok := r.number(c); return ok }
func isRating(r *row, c column) bool { n, ok := r.number(c); return ok && n <= int(rating.Max) }
func isSex(r *row, c column) bool    { return strings.Trim(r.field(c), "mwfMWF") == "" }
func isBirth(r *row, c column) bool {
	field := r.field(c)
	if _, _, ok := parseBirth(field); ok {
		return true
	}
	_, ok := civil.Read(field)
	return ok
}
func isPoints(r *row, c column) bool { _, _, ok := parseSigned(r.field(c)); return ok }
func isRound(r *row, c column) bool {
	_, ok := parseCell(r.flat[min(c.first-1, len(r.flat)):min(c.last, len(r.flat))])
	return ok
}
func (c column) moved(by int) column  { return column{c.first + by, c.last + by} }
func (c column) until(end int) column { return column{c.first, min(c.last, end)} }

// word reports whether columns may contain a letter code.
func (r *row) word(c column) bool { return r.empty(c) || r.solid(c) && !isNumber(r, c) }

// code returns the letter code in columns. A number is not a code: a finding
// says that the line is shifted.
func (r *row) code(c column) string {
	if r.empty(c) || isNumber(r, c) {
		return ""
	}
	return r.words(c)
}

// empty reports whether columns are blank.
func (r *row) empty(c column) bool {
	if c.within() {
		return r.of(c) == 0
	}
	for i := max(c.first, 1); i <= min(c.last, len(r.flat)); i++ {
		if !isBlank(r.flat[i-1]) {
			return false
		}
	}
	return true
}

// right, edged and solid report whether a value ends in the last of its columns, ends or
// begins at their edge, and is one word. No value does.
func (r *row) right(c column) bool {
	if c.within() {
		inked := r.of(c)
		return inked == 0 || inked>>uint(c.last-c.first) == 1
	}
	return !r.empty(column{c.last, c.last}) || r.empty(c)
}

func (r *row) edged(c column) bool { return !r.empty(column{c.first, c.first}) || r.right(c) }

func (r *row) solid(c column) bool {
	if r.at == nil && c.within() {
		inked := r.of(c)
		inked >>= uint(bits.TrailingZeros64(inked)) % 64
		return inked&(inked+1) == 0
	}
	return strings.IndexByte(r.field(c), ' ') < 0
}

// gaps are the columns around the fields of a player's line, before the rounds.
var gaps = func() ink {
	line := []byte(strings.Repeat(" ", firstRound-1))
	for i, f := range fields001 {
		if i != sexField+1 { // the title follows the sex at once
			line[f.first-2] = 'x'
		}
	}
	last := fields001[roundField-1].last
	line[last], line[last+1] = 'x', 'x'
	return flatInk(string(line))
}()

// straight reports whether there is nothing between the fields of a player's line, and
// each is aligned. It ignores the rounds.
func (r *row) straight() bool {
	if r.ink[0]&gaps[0]|r.ink[1]&gaps[1] != 0 {
		return false
	}
	for i := range fields001 {
		if f := &fields001[i]; !f.tidy(r, f.column) {
			return false
		}
	}
	return true
}

// table is the fields of a line, including the rounds.
type table struct {
	*row
	fields []place001
	rounds int
}

func tableOf(r *row, national bool) *table {
	if national {
		return &table{r, fields001[:nationalFields], 0}
	}
	return &table{r, fields001[:], min(report.MaxRound, max(0, len(r.flat)-firstRound+roundWidth+widest)/roundWidth)}
}

func (t *table) len() int { return len(t.fields) + t.rounds }

// at returns a field by its number.
func (t *table) at(i int) place001 {
	if i < len(t.fields) {
		return t.fields[i]
	}
	first := firstRound + roundWidth*(i-roundField)
	return place001{column{first, first + resultOffset}, "round", true, isRound, anywhere}
}

// gap returns the columns before a field; after the last field, the rest of the
// line.
func (t *table) gap(i int) column {
	switch i {
	case 0:
		return column{len("001") + 1, t.at(i).first - 1}
	case t.len():
		return column{t.at(i-1).last + 1, t.at(i-1).last + 1}
	}
	return column{t.at(i-1).last + 1, t.at(i).first - 1}
}

// fits reports whether columns contain a valid field.
func (t *table) fits(i int, c column) bool {
	f := t.at(i)
	return f.reads(t.row, c) && f.tidy(t.row, c)
}

// crooked returns the first field that is invalid or has something before it;
// ok if there is none.
func (t *table) crooked() (i int, ok bool) {
	for i := range t.len() {
		if !t.empty(t.gap(i)) || !t.fits(i, t.at(i).column) {
			return i, false
		}
	}
	return t.len(), t.empty(t.gap(t.len()))
}
