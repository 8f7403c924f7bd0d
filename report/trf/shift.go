package trf

import (
	"strings"

	"github.com/arpadchess/arpad/finding"
)

// widest is the maximum number of columns by which a line is read as shifted.
const widest = 3

// shift is a way to read a line that is not in its columns: the fields from one
// on are moved, to the right if by is positive.
type shift struct {
	field, by int
	broken    bool // the field before is invalid
}

// rest returns the first field from which on everything fits when moved.
func (t *table) rest(by int) int {
	i := t.len()
	for i > 0 && t.fits(i-1, t.at(i-1).moved(by)) && t.empty(t.gap(i).moved(by)) {
		i--
	}
	return i
}

// shift returns how everything in a line can be read. Two ways with different
// results count as none. If there is none, one field may be invalid.
func (t *table) shift() (found shift, ok bool) {
	crooked, _ := t.crooked()
	var read string
	for _, by := range [...]int{1, -1, 2, -2, 3, -3} {
		first, last := -1, -1
		for i := t.rest(by); i <= min(crooked+1, t.len()-1); i++ {
			if t.begins(i, by) {
				last = i
				if first < 0 {
					first = i
				}
			}
		}
		if first < 0 {
			continue
		}
		for _, i := range [...]int{first, last} { // any reading in between would differ from one of them
			values := t.values(shift{field: i, by: by})
			if ok && values != read {
				return shift{}, false
			}
			if !ok {
				found, read, ok = shift{field: i, by: by}, values, true
			}
		}
	}
	if ok {
		return found, true
	}
	for _, by := range [...]int{1, -1, 2, -2, 3, -3} {
		for i := max(1, crooked, t.rest(by)); i <= min(crooked+1, t.len()-1); i++ {
			if t.breaks(i, by) {
				return shift{i, by, true}, true
			}
		}
	}
	return shift{}, false
}

// begins reports whether the rest of a line may be moved from a field on:
// everything before is valid.
func (t *table) begins(i, by int) bool {
	start := t.at(i).first + by
	if i == 0 {
		return start > len("001") && t.empty(column{len("001") + 1, start - 1})
	}
	before := t.at(i - 1)
	c := before.until(start - 1)
	if c.last < c.first {
		return c.last == c.first-1 && t.empty(t.gap(i-1))
	}
	if start <= before.last && !t.empty(column{start - 1, start - 1}) && !t.empty(column{start, start}) {
		return false // it would cut a text in two
	}
	if !t.empty(t.gap(i-1)) || !t.empty(column{before.last + 1, start - 1}) || !before.reads(t.row, c) {
		return false
	}
	return before.tidy(t.row, c) || by < 0 && c.first <= before.last+by && before.tidy(t.row, before.until(before.last+by))
}

// breaks reports whether everything except the field before one is valid: that
// field has lost blanks, or is too wide.
func (t *table) breaks(i, by int) bool {
	before := t.at(i - 1)
	end := before.last + by
	return i-1 != sexField && t.empty(t.gap(i-1)) && t.empty(column{end + 1, t.at(i).first + by - 1}) && !t.empty(column{end, end}) &&
		(by > 0 || before.name == "round")
}

// put returns a line with its fields in their columns; an invalid one is cut.
func (t *table) put(s shift) row {
	start := t.at(s.field).first
	end := len("001")
	if s.field > 0 {
		end = t.at(s.field - 1).last
	}
	head := t.cut(1, min(end, start+s.by-1))
	if before := s.field - 1; s.broken {
		if f := t.at(before); !f.reads(t.row, f.column) || f.name == "round" || f.name == "rating" {
			head = t.cut(1, f.first-1)
		}
	}
	flat := newRow(head, t.ruler)
	return newRow(head+strings.Repeat(" ", max(0, start-1-len(flat.flat)))+t.cut(start+s.by, len(t.flat)), t.ruler)
}

// cut returns the text of columns, including blanks.
func (r *row) cut(first, last int) string {
	last = min(last, len(r.flat))
	switch {
	case last < first:
		return ""
	case r.at == nil:
		return r.text[first-1 : last]
	}
	return r.text[r.at[first-1]:r.at[last]]
}

// values returns the values of a shifted line, except sex and title.
func (t *table) values(s shift) string {
	row := t.put(s)
	moved := tableOf(&row, len(t.fields) == nationalFields)
	var all strings.Builder
	for i := range moved.len() {
		if f := moved.at(i); f.name != "sex" && f.name != "title" {
			all.WriteString(row.field(f.column) + "\n")
		}
	}
	return strings.TrimRight(all.String(), "\n")
}

// reading returns the line in its columns, with the number of an unreadable
// round (-1: none), and adds a finding if it was shifted. ok is false for a
// line with a field in columns that must be blank.
func (r *reader) reading(line row, national bool) (read row, broken int, ok bool) {
	t := tableOf(&line, national)
	crooked, straight := t.crooked()
	if straight {
		return line, -1, true
	}
	if s, ok := t.shift(); ok {
		return t.put(s), r.shifted(t, s), true
	}
	for i := crooked; i <= t.len(); i++ { // the first one may be harmless
		if !t.empty(t.gap(i)) {
			r.touches(t, i)
			return line, -1, false
		}
	}
	for i := crooked; i < t.len(); i++ {
		if f := t.at(i); !f.tidy(&line, f.column) && f.reads(&line, f.column) { // otherwise another finding says so
			r.Add(finding.New("line-shifted", finding.Warning, r.at(f.first), finding.Int("column", f.first),
				finding.Text("text", line.words(f.column)), finding.Text("field", f.name)))
			break
		}
	}
	return line, -1, true
}

// shifted adds the finding for a shifted line, and returns the unreadable
// round.
func (r *reader) shifted(t *table, s shift) int {
	at, side := t.at(s.field), "right"
	if s.by < 0 {
		side = "left"
	}
	by := []finding.Value{finding.Int("column", at.first+s.by), finding.Int("by", max(s.by, -s.by)), finding.Text("side", side)}
	if !s.broken {
		r.Add(finding.New("line-moved", finding.Warning, r.at(at.first+s.by), append(by, finding.Text("field", at.name))...))
		return -1
	}
	before := t.at(s.field - 1)
	by = append(by, finding.Text("field", before.name), finding.Text("text", trim(t.cut(before.first, before.last+s.by))))
	if before.grave {
		r.Add(finding.Refusal("field-broken", r.at(before.first), by...))
	} else {
		r.Add(finding.New("field-broken", finding.Warning, r.at(before.first), by...))
	}
	return s.field - 1 - roundField
}

// touches adds the finding that something precedes a field in columns that must
// be blank.
func (r *reader) touches(t *table, i int) {
	gap := t.gap(i)
	for t.empty(column{gap.first, gap.first}) {
		gap.first++
	}
	near := t.at(min(i, t.len()-1))
	grave := near.grave
	if i > 0 {
		before := t.at(i - 1)
		if grave = grave || before.grave; before.grave && !near.grave || i == t.len() {
			near = before
		}
	}
	values := []finding.Value{finding.Int("column", gap.first), finding.Text("text", t.words(column{gap.first, gap.first})), finding.Text("field", near.name)}
	if grave {
		r.Add(finding.Refusal("line-shifted", r.at(gap.first), values...))
		return
	}
	r.Add(finding.New("line-shifted", finding.Warning, r.at(gap.first), values...))
}
