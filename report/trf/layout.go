package trf

import (
	"strings"

	"github.com/arpadchess/arpad/rating"
)

// layout describes the lines of one code that express a T, for reading and
// writing.
type layout[T any] struct {
	code   string
	fields []field[T]
	list   *list[T] // after the fields; nil: none
}

// field is the content of a column.
type field[T any] struct {
	column
	name   string                // the name in the locale files
	read   func(*T, string) bool // takes the trimmed text
	write  func(*T) string
	left   bool // left-aligned instead of right-aligned
	needed bool // a line without it is meaningless
}

// list is the numbers at the end of a line, any number of them.
type list[T any] struct {
	column     // of the first one
	apart  int // distance between the beginnings of two
	name   string
	of     func(*T) *[]int
	least  int  // a line with fewer is meaningless
	places bool // each has its position, with zeros where there is none
}

// misfit is the unreadable part of a line.
type misfit struct {
	column     int
	name, text string
}

// read parses a line. It returns what is wrong with it, or nil.
func (l *layout[T]) read(row *row) (value T, wrong *misfit) {
	past := len("000") + 1 // the first column after all fields so far
	for i := range l.fields {
		f := &l.fields[i]
		if wrong := row.between(past, f.first); wrong != nil {
			return value, wrong
		}
		past = f.last + 1
		text := row.words(f.column)
		if !f.read(&value, text) {
			return value, &misfit{f.first, f.name, text}
		}
		if again := f.write(&value); again == "" && f.needed || len([]rune(again)) > f.width() {
			return value, &misfit{f.first, f.name, text}
		}
	}
	if l.list == nil {
		return value, row.between(past, len(row.flat)+1)
	}
	return value, l.list.read(&value, row, past)
}

func (l *list[T]) read(value *T, row *row, past int) *misfit {
	numbers := l.of(value)
	for c := l.column; c.first <= len(row.flat); c.first, c.last = c.first+l.apart, c.last+l.apart {
		if wrong := row.between(past, c.first); wrong != nil {
			return wrong
		}
		past = c.last + 1
		n, ok := row.number(c)
		if !ok {
			return &misfit{c.first, l.name, row.words(c)}
		}
		if n > 0 || l.places {
			*numbers = append(*numbers, n)
		}
	}
	if len(*numbers) < l.least {
		return &misfit{l.first, l.name, ""}
	}
	return row.between(past, len(row.flat)+1)
}

// between returns the misfit if columns that must be blank are not.
func (r *row) between(first, next int) *misfit {
	c := column{first, next - 1}
	if c.last < c.first || r.field(c) == "" {
		return nil
	}
	return &misfit{first, "blank", r.words(c)}
}

// write formats a line, and returns false if it would be meaningless.
func (l *layout[T]) write(value *T) (string, bool) {
	out := newLine(l.code)
	for i := range l.fields {
		f := &l.fields[i]
		text := f.write(value)
		switch {
		case text == "" && f.needed:
			return "", false
		case f.left:
			out.left(f.column, text)
		default:
			out.right(f.column, text)
		}
	}
	if l.list != nil && !l.list.write(value, out) {
		return "", false
	}
	return out.String(), true
}

func (l *list[T]) write(value *T, out *line) bool {
	c := l.column
	n := 0
	for _, number := range *l.of(value) {
		text := unless(number)
		switch {
		case l.places && number == 0:
			text = strings.Repeat("0", c.width())
		case number <= 0 || len(text) > c.width():
			continue
		}
		out.right(c, text)
		c.first, c.last = c.first+l.apart, c.last+l.apart
		n++
	}
	return n >= l.least
}

// whole returns a field for a whole number; blank is zero.
func whole[T any](c column, name string, of func(*T) *int) field[T] {
	return field[T]{
		column: c, name: name,
		read: func(to *T, text string) (ok bool) { *of(to), ok = digits(text); return ok },
		write: func(from *T) string {
			if text := unless(*of(from)); len(text) <= c.width() {
				return text
			}
			return "" // a truncated number would be another number
		},
	}
}

// half returns a field for points, which may be negative; blank is nil.
func half[T any](c column, name string, of func(*T) **rating.Score) field[T] {
	return field[T]{
		column: c, name: name,
		read: func(to *T, text string) bool {
			if text == "" {
				return true
			}
			points, _, ok := parseSigned(text)
			*of(to) = &points
			return ok && points <= mostPoints && shortPoints(points, c) != ""
		},
		write: func(from *T) string {
			points := *of(from)
			if points == nil || *points > mostPoints {
				return ""
			}
			return shortPoints(*points, c)
		},
	}
}

// mostPoints is the highest number of points in a report: 10,000.
const mostPoints = 20_000

// shortPoints formats points if they fit into their columns, if necessary
// without the decimal.
func shortPoints(s rating.Score, c column) string {
	text := points(s)
	for _, text := range []string{text, strings.TrimSuffix(text, ".0")} {
		if len(text) <= c.width() {
			return text
		}
	}
	return ""
}

// text returns a field for a text.
func text[T any](c column, name string, of func(*T) *string) field[T] {
	return field[T]{
		column: c, name: name,
		read:  func(to *T, text string) bool { *of(to) = text; return true },
		write: func(from *T) string { return cut(*of(from), c) },
	}
}

// cut truncates a text to its columns.
func cut(text string, c column) string {
	runes := []rune(text)
	return trim(string(runes[:min(len(runes), c.width())]))
}

// coded returns a field for a code, ignoring case.
func coded[T any, V comparable](c column, name string, codes map[string]V, of func(*T) *V) field[T] {
	return field[T]{
		column: c, name: name,
		read: func(to *T, text string) (ok bool) { *of(to), ok = codes[strings.ToUpper(text)]; return ok },
		write: func(from *T) string {
			for code, value := range codes {
				if value == *of(from) {
					return code
				}
			}
			return ""
		},
	}
}

// needed returns a required field.
func needed[T any](f field[T]) field[T] { f.needed = true; return f }

// atLeft returns a left-aligned field.
func atLeft[T any](f field[T]) field[T] { f.left = true; return f }
