package register

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/lines"
)

// column is a field of what a register keeps about a T: how a cell is read into
// it and written from it, and what the field is there for.
type column[T any] struct {
	name    string
	form    string            // what a cell must be, as the locale files say it
	public  bool              // whether it is ever shown to everybody
	clauses map[string]string // that ask for it, by authority
	reading string            // by which a cell is written otherwise than it was handed in
	read    func(*T, string) error
	write   func(*T) string
}

// sheet is the columns of a register, in the order in which they are written.
type sheet[T any] []column[T]

// cell is what somebody wants a field to be.
type cell[T any] struct {
	*column[T]
	text string
	at   finding.At
}

// row is a line of a CSV.
type row[T any] struct {
	at    finding.At
	cells []cell[T]
}

// column finds a column by name, nil if there is none.
func (s sheet[T]) column(name string) *column[T] {
	i := slices.IndexFunc(s, func(c column[T]) bool { return c.name == name })
	if i < 0 {
		return nil
	}
	return &s[i]
}

// tooLong reports whether a text is too long for the column. What is not a text,
// or a list of texts, is looked at by its form.
func (c *column[T]) tooLong(text string) bool {
	return (c.form == "text" || c.form == "email") && finding.TooLong(text)
}

// value gives what a row has for a column, empty if nothing.
func (r *row[T]) value(column string) string {
	for _, c := range r.cells {
		if c.name == column {
			return c.text
		}
	}
	return ""
}

// fill puts the cells of a row into a value. A cell that cannot be is a refusal,
// one that is kept otherwise than it was written an info.
func (r *row[T]) fill(to *T) []finding.Finding {
	var found []finding.Finding
	for _, c := range r.cells {
		if err := c.read(to, c.text); err != nil {
			found = append(found, finding.Refusal("cell-impossible", c.at, finding.Text("column", c.name),
				finding.Quoted("text", c.text), finding.Text("form", c.form)))
		} else if kept := c.write(to); c.reading != "" && kept != c.text {
			found = append(found, finding.New("cell-adjusted", finding.Info, c.at, finding.Text("column", c.name),
				finding.Quoted("text", c.text), finding.Text("kept", kept)).Under("", c.reading))
		}
	}
	return found
}

// fields makes a row of FIELD=VALUE.
func (s sheet[T]) fields(fields []string) (*row[T], error) {
	r := &row[T]{}
	for _, field := range fields {
		name, text, ok := strings.Cut(field, "=")
		c := s.column(name)
		if !ok || c == nil {
			names := make([]string, len(s))
			for i := range s {
				names[i] = s[i].name
			}
			return nil, finding.Refuse("field-unknown", finding.Quoted("text", field), finding.Text("names", strings.Join(names, ", ")))
		}
		if text = strings.TrimSpace(text); !utf8.ValidString(text) || finding.Disguised(text) {
			return nil, finding.Refuse("control-character", finding.Quoted("text", text))
		}
		if c.tooLong(text) {
			return nil, bureau.Readable(text)
		}
		r.cells = append(r.cells, cell[T]{c, text, finding.At{}})
	}
	return r, nil
}

// reader reads a CSV.
type reader[T any] struct {
	finding.Collector
	in   *csv.Reader
	most int          // rows
	used []*column[T] // nil: unknown
	rows []row[T]
}

// readAll reads a CSV in UTF-8 with a header line, whose columns may stand in
// any order, and so many rows at most. A refusal among the findings means that it
// cannot be used.
func (s sheet[T]) readAll(in io.Reader, file string, most int, needed ...string) ([]row[T], []finding.Finding) {
	r := &reader[T]{Collector: finding.Collector{File: file}, most: most, in: csv.NewReader(lines.Reader(in))}
	r.in.FieldsPerRecord = -1
	header, err := r.in.Read()
	if err != nil {
		r.broken(err)
		return nil, r.Findings
	}
	if r.header(header, s, needed); r.Refused() {
		return nil, r.Findings
	}
	for !r.Full() {
		cells, err := r.in.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			r.broken(err)
			break
		}
		if len(r.rows) == r.most {
			r.Add(finding.Refusal("too-many-rows", r.place(0), finding.Int("limit", r.most)))
			return nil, r.Findings
		}
		r.row(cells)
	}
	return r.rows, r.Findings
}

func (r *reader[T]) broken(err error) {
	var parse *csv.ParseError
	var long *lines.TooLong
	switch {
	case errors.Is(err, io.EOF):
		r.Add(finding.Refusal("list-empty", finding.At{}))
	case errors.As(err, &long):
		r.Add(finding.Refusal("line-too-long", finding.At{Line: int32(long.Line)}, finding.Int("limit", lines.Max)))
	case errors.As(err, &parse):
		r.Add(finding.Refusal("list-not-csv", finding.At{Line: int32(parse.Line), Column: int32(parse.Column)}))
	default:
		r.Add(finding.Refusal("file-unreadable", finding.At{}))
	}
}

func (r *reader[T]) header(cells []string, s sheet[T], needed []string) {
	seen := map[string]bool{}
	for i, text := range cells {
		name := strings.TrimSpace(text)
		if seen[name] && name != "" {
			r.Add(finding.Refusal("column-repeated", r.place(i), finding.Text("column", name)))
		}
		seen[name] = true
		c := s.column(name)
		if c == nil {
			r.Add(finding.New("column-unknown", finding.Warning, r.place(i), finding.Quoted("column", name)))
		}
		r.used = append(r.used, c)
	}
	for _, name := range needed {
		if !seen[name] {
			r.Add(finding.Refusal("column-missing", finding.At{Line: 1}, finding.Text("column", name)))
		}
	}
}

func (r *reader[T]) row(cells []string) {
	if len(cells) > len(r.used) {
		r.Add(finding.Refusal("row-too-long", r.place(len(r.used)), finding.Int("columns", len(r.used)), finding.Int("cells", len(cells))))
		return
	}
	line, _ := r.in.FieldPos(0)
	made := row[T]{at: finding.At{Line: int32(line)}}
	for i, text := range cells {
		text = strings.TrimSpace(text)
		switch {
		case r.used[i] == nil:
			continue
		case !utf8.ValidString(text):
			r.Add(finding.Refusal("not-utf8", r.place(i)))
		case finding.Disguised(text):
			r.Add(finding.Refusal("control-character", r.place(i), finding.Quoted("text", text)))
		case r.used[i].tooLong(text):
			r.Add(finding.Refusal("text-too-long", r.place(i), finding.Int("limit", finding.MaxText), finding.Text("text", text)))
		default:
			made.cells = append(made.cells, cell[T]{r.used[i], text, r.place(i)})
		}
	}
	r.rows = append(r.rows, made)
}

func (r *reader[T]) place(field int) finding.At {
	line, column := r.in.FieldPos(field)
	return finding.At{Line: int32(line), Column: int32(column)}
}

// shown gives the columns that everybody may see, or all.
func (s sheet[T]) shown(private bool) sheet[T] {
	if private {
		return s
	}
	var shown sheet[T]
	for _, c := range s {
		if c.public {
			shown = append(shown, c)
		}
	}
	return shown
}

// writeAll writes a CSV; each calls its argument with each value.
func (s sheet[T]) writeAll(w io.Writer, each func(write func(*T) error) error) error {
	out := csv.NewWriter(w)
	cells := make([]string, len(s))
	for i := range s {
		cells[i] = s[i].name
	}
	if err := out.Write(cells); err != nil {
		return err
	}
	err := each(func(v *T) error {
		for i := range s {
			cells[i] = s[i].write(v)
		}
		return out.Write(cells)
	})
	out.Flush()
	return errors.Join(err, out.Error())
}
