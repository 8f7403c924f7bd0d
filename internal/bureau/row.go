package bureau

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Relation is a table of rows: what pages and queries read. Rows are derived from the
// documents, can be written anew from them, and are never what a list is made from.
type Relation struct {
	Name    string
	Columns []Column
	Orders  [][]int  // columns by which rows are found, in order: the key first, then each index
	Sparse  []int    // of each order, the column that is nil in rows that it leaves out; -1: it has all rows
	Indexes []string // further indexes, for statements that are written in SQL: their columns, as "kind, rating DESC, player"

	forms []form // of the fields of the struct
}

// Projection derives rows from documents.
type Projection interface {
	// Of reports whether rows are derived from the documents of a kind.
	Of(kind string) bool
	// Project writes the rows that are derived from documents that were written or
	// deleted: their keys, by kind, in any order and some more than once. It runs at
	// the end of their transaction.
	Project(w Writer, written map[string][]string) error
}

// Column is a column of a relation.
type Column struct {
	Name string
	Text bool // else it holds integers
	Null bool // it may hold nil
	Bits int  // of its integers: 16, 32 or 64
}

// Row is a row: a string, an int64, or nil for each column.
type Row []any

// Range selects rows, in an order of a relation.
type Range struct {
	Order    int   // which of Relation.Orders; zero: the key
	Is       []any // values of its first columns
	Any      []any // values that the next column may have; nil: all
	From, To any   // bounds of the column after these, From <= x < To; nil: none
	Backward bool
	Limit    int // zero: no limit
}

// key returns the values of a row in an order of its relation, and in that of the key.
func (t *Relation) key(row Row, order int) Row {
	var key Row
	for _, i := range t.Orders[order] {
		key = append(key, row[i])
	}
	if order != 0 {
		key = append(key, t.key(row, 0)...)
	}
	return key
}

// compareValues compares two values of a column. Nil comes first.
func compareValues(a, b any) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	if text, ok := a.(string); ok {
		return strings.Compare(text, b.(string))
	}
	return cmp.Compare(a.(int64), b.(int64))
}

func compareRows(a, b Row) int { return slices.CompareFunc(a, b, compareValues) }

// has reports whether a range has a row, given its Any as a set.
func (r *Range) has(t *Relation, row Row, among map[any]bool) bool {
	order := t.Orders[r.Order]
	if sparse := t.Sparse[r.Order]; sparse >= 0 && row[sparse] == nil {
		return false
	}
	for i, value := range r.Is {
		if row[order[i]] != value {
			return false
		}
	}
	order = order[len(r.Is):]
	if r.Any != nil {
		if !among[row[order[0]]] {
			return false
		}
		order = order[1:]
	}
	if len(order) == 0 {
		return true
	}
	next := row[order[0]]
	if r.From != nil && (next == nil || compareValues(next, r.From) < 0) {
		return false
	}
	return r.To == nil || next != nil && compareValues(next, r.To) < 0
}

// Rows accesses the rows of a relation as values of type T, a struct with a field for
// each column.
type Rows[T any] struct{ Relation }

// form is how a field is kept in a column.
type form uint8

const (
	integer form = iota
	unsigned
	boolean
	plain   // text
	written // the text of a value that can be written and read as one
)

// NewRows returns the relation of the rows of a struct. Its columns are the fields: those
// with an int type are integers, strings are text, and so are values that can be written
// and read as text. The tag "row" names the column. The zero value of a field whose tag
// ends in ",null" is stored as nil. The key and the indexes are given as the names of
// their columns. An index "a b where c" has only the rows in which column c is not nil.
func NewRows[T any](name string, key string, indexes ...string) *Rows[T] {
	return &Rows[T]{relationOf(reflect.TypeFor[T](), name, append([]string{key}, indexes...))}
}

// relationOf returns the relation of the rows of a struct.
func relationOf(of reflect.Type, name string, orders []string) Relation {
	t := Relation{Name: name}
	at := map[string]int{}
	for i := range of.NumField() {
		column, null, _ := strings.Cut(of.Field(i).Tag.Get("row"), ",")
		at[column] = i
		form := formOf(of.Field(i).Type)
		t.forms = append(t.forms, form)
		t.Columns = append(t.Columns, Column{column, form == plain || form == written, null == "null", bitsOf(of.Field(i).Type)})
	}
	for _, order := range orders {
		by, where, sparse := strings.Cut(order, " where ")
		only := -1
		if sparse {
			only = t.Column(where)
		}
		var columns []int
		for column := range strings.FieldsSeq(by) {
			i, ok := at[column]
			if !ok || t.Columns[i].Null && i != only {
				panic(fmt.Sprintf("relation %s has no column %s that is never nil", name, column))
			}
			columns = append(columns, i)
		}
		t.Orders, t.Sparse = append(t.Orders, columns), append(t.Sparse, only)
	}
	return t
}

// bitsOf returns the size of the integers of a field. Those of an int are as large as any.
func bitsOf(of reflect.Type) int {
	switch of.Kind() {
	case reflect.Bool, reflect.Int16:
		return 16
	case reflect.Int32, reflect.Uint32: // numbers of players are below 1 << 24
		return 32
	}
	return 64
}

// Indexed returns the relation with further indexes for statements that are written in SQL:
// their columns, as "kind, rating DESC, player".
func (t *Rows[T]) Indexed(columns ...string) *Rows[T] {
	t.Indexes = append(t.Indexes, columns...)
	return t
}

// Column returns the index of a column. It panics if there is none.
func (t *Relation) Column(name string) int {
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		panic(fmt.Sprintf("relation %s has no column %s", t.Name, name))
	}
	return i
}

func formOf(of reflect.Type) form {
	writes := of.Implements(reflect.TypeFor[encoding.TextMarshaler]())
	reads := reflect.PointerTo(of).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
	switch kind := of.Kind(); {
	case writes && reads:
		return written
	case kind == reflect.String:
		return plain
	case kind == reflect.Bool:
		return boolean
	case reflect.Zero(of).CanUint():
		return unsigned
	}
	return integer
}

// Row returns a value as a row.
func (t *Rows[T]) Row(v *T) (Row, error) { return t.rowOf(reflect.ValueOf(v).Elem()) }

// rowOf returns a struct as a row.
func (t *Relation) rowOf(value reflect.Value) (Row, error) {
	row := make(Row, len(t.Columns))
	for i, form := range t.forms {
		field := value.Field(i)
		if t.Columns[i].Null && field.IsZero() {
			continue
		}
		switch form {
		case written:
			said, err := field.Interface().(encoding.TextMarshaler).MarshalText()
			if err != nil {
				return nil, err
			}
			row[i] = string(said)
		case plain:
			row[i] = field.String()
		case boolean:
			row[i] = int64(0)
			if field.Bool() {
				row[i] = int64(1)
			}
		case unsigned:
			row[i] = int64(field.Uint())
		default:
			row[i] = field.Int()
		}
	}
	return row, nil
}

// Value returns a row as a value.
func (t *Rows[T]) Value(row Row) (*T, error) {
	v := new(T)
	return v, t.read(row, reflect.ValueOf(v).Elem())
}

// read sets the fields of a struct from a row.
func (t *Relation) read(row Row, value reflect.Value) error {
	for i, form := range t.forms {
		field := value.Field(i)
		switch said := row[i].(type) {
		case string:
			switch {
			case form == plain:
				field.SetString(said)
			case said != "":
				if err := field.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(said)); err != nil {
					return fmt.Errorf("%s.%s: %w", t.Name, t.Columns[i].Name, err)
				}
			}
		case int64:
			switch form {
			case boolean:
				field.SetBool(said != 0)
			case unsigned:
				field.SetUint(uint64(said))
			default:
				field.SetInt(said)
			}
		}
	}
	return nil
}

// Select returns the rows of a range.
func (t *Rows[T]) Select(r Reader, within Range) ([]*T, error) {
	var all []*T
	err := r.Rows(&t.Relation, within, func(row Row) (bool, error) {
		v, err := t.Value(row)
		all = append(all, v)
		return true, err
	})
	return all, err
}

// One returns the row with a key, nil if there is none.
func (t *Rows[T]) One(r Reader, key ...any) (*T, error) {
	all, err := t.Select(r, Range{Is: key, Limit: 1})
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return all[0], nil
}

// PutAll writes rows, each replacing the one with its key.
func (t *Rows[T]) PutAll(w Writer, all ...*T) error {
	rows := make([]Row, len(all))
	for i, v := range all {
		var err error
		if rows[i], err = t.Row(v); err != nil {
			return err
		}
	}
	return w.PutRows(&t.Relation, rows)
}
