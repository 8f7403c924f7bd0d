package table

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// errLarge is the error for a part of a workbook that would take much memory.
var errLarge = errors.New("table: the part is too large")

// errDoctype is the error for a document that defines entities.
var errDoctype = errors.New("table: the document has a DOCTYPE")

// longest is the longest text of a part, in bytes: a cell has less.
const longest = 64 << 10

// kept are the elements of a worksheet that are read.
var kept = []string{"cols", "sheetData", "mergeCells"}

// reference is the address of a cell in a worksheet.
var reference = regexp.MustCompile(`^([A-Z]{1,3})([1-9]\d{0,6})$`)

// sound reads an XML part to its end: it must have no DOCTYPE, and no more elements
// than a limit. It counts the elements of a path.
func sound(part []byte, most int, counted string) (count int, err error) {
	in := xml.NewDecoder(bytes.NewReader(part))
	in.CharsetReader = onlyUTF8
	var path []string
	for elements := 0; ; {
		t, err := in.RawToken()
		switch {
		case errors.Is(err, io.EOF):
			return count, nil
		case err != nil:
			return count, err
		}
		switch t := t.(type) {
		case xml.Directive:
			return count, errDoctype
		case xml.CharData:
			if len(t) > longest {
				return count, errLarge
			}
		case xml.StartElement:
			if path = append(path, t.Name.Local); strings.Join(path, "/") == counted {
				count++
			}
			if elements++; elements > most {
				return count, errLarge
			}
		case xml.EndElement:
			path = path[:max(0, len(path)-1)]
		}
	}
}

// onlyUTF8 refuses other encodings; those who write workbooks write UTF-8.
func onlyUTF8(charset string, in io.Reader) (io.Reader, error) {
	if strings.EqualFold(charset, "us-ascii") {
		return in, nil
	}
	return nil, errors.New("table: the encoding of the part is " + charset)
}

// worksheet is what is known of a worksheet before a library reads it: a short one, in
// which only rows with cells are left, so that it takes bounded memory.
type worksheet struct {
	out      bytes.Buffer
	area     int // cells of the rows that are left, up to the last one of each
	row      int // the current one
	column   int
	formulas bool

	texts, forms int // that the workbook has
	one          struct {
		start   int64 // of the current cell
		prefix  string
		text    bool // it has one of the texts of the workbook
		damaged bool // its text or its form is not there
	}
}

// damaged is what is read in place of a cell whose text or form the workbook does not have.
const damaged = "\uE000damaged"

// trim returns a worksheet with nothing but its columns, its merged cells and the rows
// that hold something. The workbook has so many texts and forms of cells.
func trim(part []byte, texts, forms int) (*worksheet, error) {
	w := &worksheet{texts: texts, forms: forms}
	in := xml.NewDecoder(bytes.NewReader(part))
	in.CharsetReader = onlyUTF8
	var path []string
	var row struct {
		start  int64
		filled bool
	}
	copied := int64(0)
	leave := func(from, to int64) {
		w.out.Write(part[copied:from])
		copied = to
	}
	var dropFrom int64
	merges := 0
	for {
		before := in.InputOffset()
		t, err := in.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.Directive:
			return nil, errDoctype
		case xml.CharData:
			if len(t) > longest {
				return nil, errLarge
			}
			if len(path) == 5 && path[4] == "v" && w.one.text {
				w.one.damaged = w.one.damaged || !within(string(t), w.texts)
			}
		case xml.StartElement:
			path = append(path, t.Name.Local)
			switch name := t.Name.Local; {
			case len(path) == 2 && !slices.Contains(kept, name):
				dropFrom = before
			case len(path) == 3 && name == "row":
				row.start, row.filled = before, false
				if err := w.begin(t); err != nil {
					return nil, err
				}
			case len(path) == 4 && name == "c":
				w.one.start = before
				if err := w.cell(t); err != nil {
					return nil, err
				}
			case len(path) == 5 && (name == "v" || name == "is" || name == "f"):
				row.filled = true
				w.formulas = w.formulas || name == "f"
				if w.row > MaxRows || w.column > MaxColumns {
					return nil, errLarge
				}
			case name == "mergeCell":
				if merges++; merges > MaxRows {
					return nil, errLarge
				}
			}
		case xml.EndElement:
			if len(path) == 0 {
				return nil, errors.New("table: the part is broken")
			}
			switch name := path[len(path)-1]; {
			case len(path) == 2 && !slices.Contains(kept, name):
				leave(dropFrom, in.InputOffset())
			case len(path) == 4 && name == "c" && w.one.damaged:
				leave(w.one.start, in.InputOffset())
				w.out.WriteString(w.mended())
			case len(path) == 3 && name == "row" && !row.filled:
				leave(row.start, in.InputOffset())
			case len(path) == 3 && name == "row":
				if w.area += w.column; w.area > 2*MaxCells {
					return nil, errLarge
				}
			}
			path = path[:len(path)-1]
		}
	}
	w.out.Write(part[copied:])
	return w, nil
}

// begin notes the number of a row.
func (w *worksheet) begin(t xml.StartElement) error {
	w.row++
	w.column = 0
	for _, a := range t.Attr {
		if a.Name.Local == "r" {
			n, err := strconv.Atoi(a.Value)
			if err != nil || n < w.row {
				return errors.New("table: rows are not in order")
			}
			w.row = n
		}
	}
	return nil
}

// within reports whether a text is a number from 0 to below a limit.
func within(text string, limit int) bool {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	return err == nil && n >= 0 && n < limit
}

// mended returns an element for a damaged cell, which says so.
func (w *worksheet) mended() string {
	name := func(local string) string { return strings.TrimPrefix(w.one.prefix+":"+local, ":") }
	return fmt.Sprintf(`<%s r="%s%d" t="str"><%s>%s</%s></%s>`, name("c"), columnName(w.column-1), w.row, name("v"), damaged, name("v"), name("c"))
}

// cell notes the column of a cell, and whether the workbook has its form.
func (w *worksheet) cell(t xml.StartElement) error {
	w.column++
	w.one.prefix, w.one.text, w.one.damaged = t.Name.Space, false, false
	for _, a := range t.Attr {
		switch a.Name.Local {
		case "t":
			w.one.text = a.Value == "s"
		case "s":
			w.one.damaged = !within(a.Value, max(1, w.forms))
		}
		if a.Name.Local != "r" {
			continue
		}
		m := reference.FindStringSubmatch(a.Value)
		if m == nil || m[2] != strconv.Itoa(w.row) {
			return errors.New("table: a cell stands in another row")
		}
		column := 0
		for _, letter := range m[1] {
			column = column*26 + int(letter-'A') + 1
		}
		if column < w.column {
			return errors.New("table: cells are not in order")
		}
		w.column = column
	}
	return nil
}
