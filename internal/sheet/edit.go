package sheet

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"github.com/arpadchess/arpad/internal/lines"
)

// Table is the columns of a table, whatever its rows are.
type Table interface {
	Headings(in io.Reader) []Heading
	Edit(in io.Reader, out io.Writer, change func(line int, cells []string) []string) error
	Names() []string
}

// Names returns the names of the columns.
func (s Sheet[T]) Names() (all []string) {
	for i := range s {
		all = append(all, s[i].Name)
	}
	return all
}

// Edit writes a table as a CSV, its rows as change returns them, the one with the headings first. A row that it returns as nil
// is left out; each other one stays in its line.
func (s Sheet[T]) Edit(in io.Reader, out io.Writer, change func(line int, cells []string) []string) error {
	buffered := bufio.NewReader(in)
	lead := s.lead(buffered)
	for range lead.lines {
		_, _ = buffered.ReadString('\n') // it was peeked at
	}
	table := csv.NewReader(lines.Reader(buffered))
	table.Comma, table.FieldsPerRecord = lead.comma, -1
	written := 0 // lines
	for {
		cells, err := table.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		line, _ := table.FieldPos(0)
		line += lead.lines
		if cells = change(line, cells); cells == nil {
			continue
		}
		var row bytes.Buffer
		row.WriteString(strings.Repeat("\n", max(0, line-1-written)))
		w := csv.NewWriter(&row)
		if err := w.Write(cells); err != nil {
			return err
		}
		w.Flush()
		written += bytes.Count(row.Bytes(), []byte("\n"))
		if _, err := out.Write(row.Bytes()); err != nil {
			return err
		}
	}
}
