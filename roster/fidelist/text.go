package fidelist

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
)

// column is a column of the text: it begins where its title begins in the
// header, and ends where the next one begins.
type column struct {
	*field
	title      string
	start, end int  // from 0; the last column has no end
	apart      bool // preceded by a blank in the header, and so in each line
}

// textReader reads the text with fixed columns, one byte per character.
type textReader struct {
	*list
	columns []column
	name    int // where the name begins, after the ID
	rating  int // where the first rating begins; a line must reach it
	birth   int // where the birth begins; a line without an end must reach it
	line    int
}

func (t *textReader) read(in *bufio.Reader) {
	for !t.Refused() {
		t.line++
		line, err := in.ReadSlice('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			t.broken(err, t.line)
			return
		}
		whole := err == nil
		line = bytes.TrimRight(line, "\r\n")
		switch {
		case len(bytes.TrimSpace(line)) == 0:
		case t.columns == nil:
			t.header(flat(line))
		case !whole && len(line) <= t.birth:
			t.Add(finding.Refusal("list-cut-off", finding.At{Line: int32(t.line)}))
		default:
			t.player(flat(line))
		}
		if !whole {
			return
		}
	}
}

// flat returns a line with one byte per character, as in Latin-1. It converts a
// line that was saved again as UTF-8.
func flat(line []byte) string {
	if isASCII(line) || !utf8.Valid(line) {
		return string(line)
	}
	back := make([]byte, 0, len(line))
	for _, r := range string(line) {
		if r > 0xFF {
			r = '?'
		}
		back = append(back, byte(r))
	}
	return string(back)
}

func isASCII(line []byte) bool {
	for _, c := range line {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// latin1 decodes Latin-1.
func latin1(s string) string {
	if isASCII([]byte(s)) {
		return s
	}
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// header finds the columns by their titles, some of which have no space
// between: "TitlFed".
func (t *textReader) header(line string) {
	t.rating = len(line)
	for at := 0; at < len(line); {
		if line[at] == ' ' || line[at] == '\t' {
			at++
			continue
		}
		c := t.title(line, at)
		if n := len(t.columns); n > 0 {
			t.columns[n-1].end = at
		}
		t.columns = append(t.columns, c)
		at += len(c.title)
	}
	t.columns[len(t.columns)-1].end = 1 << 30
	t.needed()
}

// title returns the column whose title begins at a position.
func (t *textReader) title(line string, at int) column {
	c := column{start: at, apart: at > 0 && line[at-1] == ' '}
	place := finding.At{Line: int32(t.line), Column: int32(at + 1)}
	c.field, c.title = match(line[at:])
	if c.field == nil {
		c.title, _, _ = strings.Cut(line[at:], " ")
		t.Add(finding.New("column-unknown", finding.Info, place, finding.Quoted("column", c.title)))
		c.field = &field{read: skip, unused: true}
		return c
	}
	for _, before := range t.columns {
		if before.field == c.field {
			t.Add(finding.Refusal("column-repeated", place, finding.Text("column", c.title)))
		}
	}
	if day, ok := parseMonth(c.title); ok {
		t.packed.from = day
	}
	switch {
	case strings.HasSuffix(c.element, "rating"):
		t.rating = min(t.rating, at)
	case c.element == "name":
		t.name = at
	case c.element == "birthday":
		t.birth = at
	}
	return c
}

// match returns the field with the longest title that a text begins with, and
// that title as written.
func match(line string) (*field, string) {
	var found *field
	longest := ""
	for i := range fields {
		for _, title := range fields[i].titles {
			if len(title) <= len(longest) || len(title) > len(line) {
				continue
			}
			here := line[:len(title)]
			if _, isMonth := parseMonth(here); strings.EqualFold(here, title) || title == month && isMonth {
				found, longest = &fields[i], here
			}
		}
	}
	return found, longest
}

// needed checks that the required columns exist.
func (t *textReader) needed() {
	found := make([]*field, len(t.columns))
	for i, c := range t.columns {
		found[i] = c.field
	}
	for _, f := range []*field{&fields[0], &fields[1]} {
		if !has(found, f.element) {
			t.Add(finding.Refusal("column-missing", finding.At{Line: int32(t.line)}, finding.Text("column", f.titles[0])))
		}
	}
	if !has(found, "rating") {
		t.Add(finding.Refusal("column-missing", finding.At{Line: int32(t.line)}, finding.Text("column", "SRtng")))
	}
	t.combined = has(found, "rapid_rating") || has(found, "blitz_rating")
	t.withK = has(found, "k")
}

// player reads the line of a player.
func (t *textReader) player(line string) {
	t.players++
	var e entry
	wrong := t.cells(line, &e)
	switch wanted := t.wanted.IDs[e.player.ID]; {
	case wanted && wrong != nil:
		t.Add(*wrong)
	case wrong != nil:
		t.damage(t.line, t.identified(line))
	default:
		if e.player.Name = latin1(e.player.Name); wanted || t.like(&e) {
			t.keep(&e, t.line)
		}
	}
}

// identified reports whether the ID of a damaged line is certain: it is valid,
// and the name is where it should be.
func (t *textReader) identified(line string) bool {
	return len(line) > t.name && line[t.name] != ' ' && line[t.name-1] == ' ' && isID(strings.Trim(line[:t.name], " "))
}

// cells parses the columns of a line. It returns the finding for the first that
// is invalid; the ID is then still parsed if possible.
func (t *textReader) cells(line string, e *entry) (wrong *finding.Finding) {
	if len(line) <= t.rating {
		f := finding.Refusal("line-too-short", finding.At{Line: int32(t.line), Column: int32(len(line) + 1)})
		wrong = &f
	}
	for i := range t.columns {
		c := &t.columns[i]
		if c.start >= len(line) {
			break
		}
		at := finding.At{Line: int32(t.line), Column: int32(c.start + 1)}
		cell := strings.Trim(line[c.start:min(c.end, len(line))], " ")
		if i == len(t.columns)-1 {
			cell, _, _ = strings.Cut(cell, "  ") // some programs append text to the last column
		}
		switch err := c.read(e, cell); {
		case wrong != nil:
		case err != nil:
			f := finding.Refusal("cell-impossible", at, finding.Text("column", c.title),
				finding.Quoted("text", latin1(cell)), finding.Text("form", c.form))
			wrong = &f
		case c.apart && line[c.start-1] != ' ' && line[c.start] != ' ' && !(c.unused && t.columns[i-1].unused):
			f := finding.Refusal("cell-overflows", at, finding.Text("column", t.columns[i-1].title), finding.Text("next", c.title))
			wrong = &f
		}
	}
	return wrong
}
