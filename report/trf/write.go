package trf

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/report"
)

// Version is a version of the format.
type Version uint8

// The versions.
const (
	TRF16 Version = iota
	TRF26
)

// Write writes one section of a report strictly: columns counted in characters,
// UTF-8, lines ending with CR and LF. What the version cannot express is left
// out; a text too long for its columns is cut. Reading the result back shows
// what was lost.
func Write(w io.Writer, r *report.Report, section int, version Version) error {
	out := &writer{r: r, s: &r.Sections[section], version: version}
	next := 0
	for i := range tags {
		next = out.records(next, i)
		tags[i].write(out)
	}
	out.records(next, len(tags))
	_, err := w.Write(out.Bytes())
	return err
}

// mandatory are the codes that FIDE requires for rating a TRF26.
var mandatory = []string{"012", "022", "032", "042", "052", "102", "132"}

// Missing returns the codes of the lines that TRF26 requires but for which a
// section of the report has no data. The federations' lines require the rating
// by which the starting list was sorted (172).
func Missing(r *report.Report, section int) []string {
	var codes []string
	w := writer{r: r, s: &r.Sections[section], version: TRF26}
	lacks := func(code string) bool {
		w.Reset()
		places[code].write(&w)
		return w.Len() == 0
	}
	for _, code := range mandatory {
		if lacks(code) {
			codes = append(codes, code)
		}
	}
	if !lacks(national) && lacks("172") {
		codes = append(codes, "172")
	}
	return codes
}

type writer struct {
	bytes.Buffer
	r       *report.Report
	s       *report.Section
	version Version
	ordered []report.KeptLine // in output order
}

// tag writes a line about the tournament, unless it is empty.
func (w *writer) tag(code, text string) {
	if text != "" {
		w.end(code + " " + text)
	}
}

func (w *writer) end(line string) {
	w.WriteString(strings.TrimRight(oneLine.Replace(line), blanks))
	w.WriteString("\r\n")
}

// writeLaid writes a line by its layout, unless it is empty.
func writeLaid[T any](w *writer, l *layout[T], value *T) {
	if text, ok := l.write(value); ok {
		w.end(text)
	}
}

// records writes the kept lines that precede a place, starting with next, and
// returns the new next.
func (w *writer) records(next, place int) int {
	if w.ordered == nil {
		w.ordered = slices.Clone(w.r.KeptLines)
		slices.SortStableFunc(w.ordered, func(a, b report.KeptLine) int { return cmp.Compare(placeOf(a.Before), placeOf(b.Before)) })
	}
	for ; next < len(w.ordered) && placeOf(w.ordered[next].Before) <= place; next++ {
		if record := w.ordered[next]; w.version == TRF26 || !only26(record.Code) {
			w.end(record.Code + record.Text)
		}
	}
	return next
}

// only26 reports whether TRF16 lacks the lines of a code.
func only26(code string) bool {
	return strings.Trim(code, "0123456789") == "" && code > "132" || code == ofComment
}
