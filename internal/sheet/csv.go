package sheet

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/lines"
)

// Demands are the requirements on a table to be read.
type Demands struct {
	Rows    int              // maximum number of rows
	Columns []string         // required columns
	Unknown finding.Severity // severity of an unknown column
	As      []string         // the columns that the first headings stand for ("": none), whatever they say
}

// Cells is a CSV that was a sheet of a workbook: people know its cells, not its bytes.
type Cells struct{ io.Reader }

// ReadCSV reads a CSV in UTF-8 with a header line and columns in any order. It
// calls take with each row, which is valid only until take returns. A refusal
// in the collector means that the table cannot be used.
func (s Sheet[T]) ReadCSV(in io.Reader, to *finding.Collector, asked Demands, take func(*Row[T])) {
	buffered := bufio.NewReader(in)
	lead := s.lead(buffered)
	for range lead.lines {
		_, _ = buffered.ReadString('\n') // it was peeked at
	}
	r := &reader[T]{Collector: to, in: csv.NewReader(lines.Reader(buffered)), above: lead.lines}
	_, r.cells = in.(Cells)
	r.in.Comma = lead.comma
	r.in.FieldsPerRecord = -1
	r.in.ReuseRecord = true
	header, err := r.in.Read()
	if err != nil {
		r.broken(err)
		return
	}
	if r.header(header, s, &asked); r.Refused() {
		return
	}
	for n := 0; !r.Full(); n++ {
		cells, err := r.in.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			r.broken(err)
			return
		}
		if n == asked.Rows {
			r.Add(finding.Refusal("too-many-rows", r.place(0), finding.Int("limit", asked.Rows)))
			return
		}
		if !blank(cells) && r.read(cells) {
			take(&r.row)
		}
	}
}

// blank reports whether a row is empty, as spreadsheets leave them below a table.
func blank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(text string) bool { return strings.TrimSpace(text) != "" })
}

// reader reads a CSV.
type reader[T any] struct {
	*finding.Collector
	in    *csv.Reader
	above int          // lines above the header
	cells bool         // it reads Cells
	used  []*Column[T] // nil for an unknown column
	row   Row[T]
}

// broken adds the finding for an error that ends reading.
func (r *reader[T]) broken(err error) {
	var parse *csv.ParseError
	var long *lines.TooLong
	switch {
	case errors.Is(err, io.EOF):
		r.Add(finding.Refusal("list-empty", finding.At{}))
	case errors.As(err, &long):
		r.Add(finding.Refusal("line-too-long", finding.At{Line: int32(r.above + long.Line)}, finding.Int("limit", lines.Max)))
	case errors.As(err, &parse):
		r.Add(finding.Refusal("list-not-csv", finding.At{Line: int32(r.above + parse.Line), Column: int32(parse.Column)}))
	default:
		r.Add(finding.Refusal("file-unreadable", finding.At{}))
	}
}

// header finds the columns by name.
func (r *reader[T]) header(cells []string, s Sheet[T], asked *Demands) {
	seen := map[string]bool{}
	for i, name := range s.names(cells) {
		chosen := i < len(asked.As)
		if chosen {
			name = asked.As[i]
		}
		if seen[name] && name != "" {
			r.Add(finding.Refusal("column-repeated", r.place(i), finding.Text("column", name)))
		}
		seen[name] = true
		c := s.column(name)
		if c == nil && !chosen {
			r.Add(finding.New("column-unknown", asked.Unknown, r.place(i), finding.Quoted("column", name), finding.Text("proposal", s.proposed(name))))
		}
		r.used = append(r.used, c)
	}
	for _, name := range asked.Columns {
		if !seen[name] {
			r.Add(finding.Refusal("column-missing", finding.At{Line: int32(r.above + 1)}, finding.Text("column", name)))
		}
	}
}

// read reads a row; it returns false if the row does not match the header.
func (r *reader[T]) read(cells []string) bool {
	if len(cells) > len(r.used) {
		r.Add(finding.Refusal("row-too-long", r.place(len(r.used)), finding.Int("columns", len(r.used)), finding.Int("cells", len(cells))))
		return false
	}
	r.row = Row[T]{At: finding.At{Line: r.place(0).Line}, Cells: r.row.Cells[:0], Sound: true, header: r.used}
	for i, text := range cells {
		if r.used[i] == nil {
			continue
		}
		text = Unguard(strings.TrimSpace(text))
		if refused, ok := r.used[i].refuse(text, r.place(i)); ok {
			r.Add(refused)
			r.row.Sound = false
			continue
		}
		r.row.Cells = append(r.row.Cells, Cell[T]{r.used[i], text, r.place(i)})
	}
	return true
}

// refuse returns the refusal of a text that the column does not allow, if any.
func (c *Column[T]) refuse(text string, at finding.At) (finding.Finding, bool) {
	switch {
	case !utf8.ValidString(text):
		return finding.Refusal("not-utf8", at), true
	case finding.Disguised(text):
		return finding.Refusal("control-character", at, finding.Quoted("text", text)), true
	case c.tooLong(text):
		return finding.Refusal("text-too-long", at, finding.Int("limit", finding.MaxText), finding.Text("text", text)), true
	}
	return finding.Finding{}, false
}

// place returns the place of a cell: its line, and where it begins there, or its number
// in a line of Cells.
func (r *reader[T]) place(field int) finding.At {
	line, column := r.in.FieldPos(field)
	if r.cells {
		column = field + 1
	}
	return finding.At{Line: int32(r.above + line), Column: int32(column)}
}

// WriteCSV writes a CSV with the values that each passes to write.
func (s Sheet[T]) WriteCSV(w io.Writer, each func(write func(*T) error) error) error {
	out := NewWriter(w)
	cells := make([]string, len(s))
	for i := range s {
		cells[i] = s[i].Name
	}
	if err := out.Write(cells); err != nil {
		return err
	}
	err := each(func(v *T) error {
		for i := range s {
			cells[i] = s[i].Write(v)
		}
		return out.Write(cells)
	})
	out.Flush()
	return errors.Join(err, out.Error())
}

// Rows reads a text whose cells are separated by commas, semicolons or tabs, and calls
// take with each row that is not blank, and its line, until take returns false.
func Rows(text string, take func(line int, cells []string) bool) error {
	in := csv.NewReader(lines.Reader(strings.NewReader(text)))
	in.Comma = separatorOf(text)
	in.FieldsPerRecord = -1
	in.LazyQuotes = in.Comma == '\t' // as spreadsheets copy cells
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		line, _ := in.FieldPos(0)
		if !blank(cells) && !take(line, cells) {
			return nil
		}
	}
}

// separatorOf returns what separates the cells of a text above whose table there may be
// lines of something else: the sign that most of its first lines have. A comma may be
// that of a number or a name.
func separatorOf(text string) rune {
	const enough = 40 // lines
	best, most := ',', 0
	for _, sep := range []string{"\t", ";", ","} {
		have, seen := 0, 0
		for line := range strings.Lines(text) {
			if seen++; seen > enough {
				break
			}
			if strings.Contains(line, sep) {
				have++
			}
		}
		if have > most && (sep != "," || have > 2*most) {
			best, most = rune(sep[0]), have
		}
	}
	return best
}

// Heading is the heading of a column as somebody wrote it, the column that it names ("": none), and the
// first cell below it.
type Heading struct{ Text, Column, First string }

// Headings returns the headings of a table, given how it begins.
func (s Sheet[T]) Headings(in io.Reader) (all []Heading) {
	buffered := bufio.NewReader(in)
	lead := s.lead(buffered)
	for range lead.lines {
		_, _ = buffered.ReadString('\n') // it was peeked at
	}
	table := csv.NewReader(lines.Reader(buffered))
	table.Comma, table.FieldsPerRecord = lead.comma, -1
	header, err := table.Read()
	if err != nil {
		return nil
	}
	first, _ := table.Read() // there may be none
	for i, name := range s.names(header) {
		h := Heading{Text: strings.TrimSpace(header[i])}
		if s.column(name) != nil {
			h.Column = name
		}
		if i < len(first) {
			h.First = Unguard(strings.TrimSpace(first[i]))
		}
		all = append(all, h)
	}
	return all
}
