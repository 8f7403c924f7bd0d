package sheet

import (
	"encoding/csv"
	"io"
	"regexp"
	"strings"
)

// formula is the beginning of a cell that a spreadsheet would calculate, be it after
// apostrophes of ours.
var formula = regexp.MustCompile(`^'*[=+\-@＝＋－＠\t\r\n]`)

// number is a cell that begins like a formula and is none. One with a plus sign would lose that.
var number = regexp.MustCompile(`^-?[0-9]+([.,][0-9]+)?%?$`)

// Guard returns a cell that a spreadsheet shows as text: one that begins like a formula
// gets an apostrophe in front. Unguard takes it away.
func Guard(cell string) string {
	if cell == "" || cell[0] >= '0' && cell[0] <= '9' || !formula.MatchString(cell) || number.MatchString(cell) {
		return cell
	}
	return "'" + cell
}

// Unguard returns the cell that Guard was given.
func Unguard(cell string) string {
	if strings.HasPrefix(cell, "'") && formula.MatchString(cell) {
		return cell[1:]
	}
	return cell
}

// Writer writes a CSV in which no cell is a formula: every CSV that leaves Arpad goes
// through it.
type Writer struct {
	*csv.Writer
	cells []string
}

// NewWriter returns a writer.
func NewWriter(w io.Writer) *Writer { return &Writer{Writer: csv.NewWriter(w)} }

// Write writes a row.
func (w *Writer) Write(cells []string) error {
	w.cells = w.cells[:0]
	for _, cell := range cells {
		w.cells = append(w.cells, Guard(cell))
	}
	return w.Writer.Write(w.cells)
}

// WriteAll writes rows, and flushes.
func (w *Writer) WriteAll(rows [][]string) error {
	for _, row := range rows {
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}
