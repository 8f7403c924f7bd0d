package store

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
)

// The SQL of the row tables is made from their declarations, so that the two cannot
// disagree.

// createRows returns the statements that create the table of a relation and its indexes.
func (d *dialect) createRows(t *bureau.Relation) []string {
	var columns []string
	for _, c := range t.Columns {
		column := c.Name + " " + d.rowInteger(c.Bits)
		if c.Text {
			column = c.Name + " " + d.rowText
		}
		if !c.Null {
			column += " NOT NULL"
		}
		columns = append(columns, column)
	}
	form := d.rowTable
	if key := t.Orders[0]; len(key) == 1 && !t.Columns[key[0]].Text {
		form = d.numberedTable
	}
	all := []string{fmt.Sprintf("CREATE TABLE %s (%s, PRIMARY KEY (%s))%s", t.Name, strings.Join(columns, ", "), columnNames(t, t.Orders[0]), form)}
	for i, order := range t.Orders[1:] {
		index := fmt.Sprintf("CREATE INDEX %s_by_%d ON %s (%s)", t.Name, i+1, t.Name, columnNames(t, order))
		if sparse := t.Sparse[i+1]; sparse >= 0 {
			index += " WHERE " + t.Columns[sparse].Name + " IS NOT NULL"
		}
		all = append(all, index)
	}
	for i, columns := range t.Indexes {
		all = append(all, fmt.Sprintf("CREATE INDEX %s_for_%d ON %s (%s)", t.Name, i+1, t.Name, columns))
	}
	return all
}

// columnNames returns the names of columns, for SQL.
func columnNames(t *bureau.Relation, columns []int) string {
	var all []string
	for _, i := range columns {
		all = append(all, t.Columns[i].Name)
	}
	return strings.Join(all, ", ")
}

// selection is a query for a range of rows, as it is put together.
type selection struct {
	where     []string
	arguments []any
}

// value adds an argument and returns its placeholder.
func (s *selection) value(v any) string {
	s.arguments = append(s.arguments, v)
	return fmt.Sprintf("$%d", len(s.arguments))
}

// query returns the SQL of a range of rows, those that come after a row if one is given.
func (d *dialect) query(t *bureau.Relation, r *bureau.Range, after bureau.Row, limit int) (string, []any) {
	s, order := &selection{}, t.Orders[r.Order]
	for i, value := range r.Is {
		s.where = append(s.where, t.Columns[order[i]].Name+" = "+s.value(value))
	}
	rest := order[len(r.Is):]
	if r.Any != nil {
		next := t.Columns[rest[0]]
		s.where = append(s.where, d.anyOf(next, s.value(d.list(next, r.Any))))
		rest = rest[1:]
	}
	if len(rest) > 0 {
		next := t.Columns[rest[0]]
		if r.From != nil {
			s.where = append(s.where, next.Name+" >= "+s.value(r.From))
		}
		if r.To != nil {
			s.where = append(s.where, next.Name+" < "+s.value(r.To))
		}
	}
	if sparse := t.Sparse[r.Order]; sparse >= 0 {
		s.where = append(s.where, t.Columns[sparse].Name+" IS NOT NULL")
	}
	by := append([]int{}, order...)
	if r.Order != 0 {
		by = append(by, t.Orders[0]...)
	}
	way, beyond := "", " > "
	if r.Backward {
		way, beyond = " DESC", " < "
	}
	if after != nil {
		var last []string
		for _, i := range by {
			last = append(last, s.value(after[i]))
		}
		s.where = append(s.where, "("+columnNames(t, by)+")"+beyond+"("+strings.Join(last, ", ")+")")
	}
	query := "SELECT " + columnNames(t, everyColumn(t)) + " FROM " + t.Name
	if len(s.where) > 0 {
		query += " WHERE " + strings.Join(s.where, " AND ")
	}
	var sorted []string
	for _, i := range by {
		sorted = append(sorted, t.Columns[i].Name+way)
	}
	query += " ORDER BY " + strings.Join(sorted, ", ")
	if limit > 0 {
		query += limited(s.value(int64(limit)))
	}
	return query, s.arguments
}

// limited returns the SQL of a limit. SQLite prepares a statement again each time that a limit is a
// placeholder alone, to plan by its value; the statements of lists need that, these do not.
func limited(placeholder string) string { return " LIMIT 0 + " + placeholder }

func everyColumn(t *bureau.Relation) []int {
	all := make([]int, len(t.Columns))
	for i := range all {
		all[i] = i
	}
	return all
}

// Rows implements bureau.Reader.
func (d *documents) Rows(t *bureau.Relation, within bureau.Range, each func(bureau.Row) (bool, error)) error {
	_, err := d.someRows(t, &within, nil, within.Limit, each)
	return err
}

// someRows calls each for the rows of a range that come after a row, up to a limit, and
// returns how many there were.
func (d *documents) someRows(t *bureau.Relation, within *bureau.Range, after bureau.Row, limit int, each func(bureau.Row) (bool, error)) (n int, err error) {
	query, arguments := d.store.dialect.query(t, within, after, limit)
	into := make([]any, len(t.Columns))
	err = d.each(query, arguments, func(scan func(...any) error) (bool, error) {
		row := make(bureau.Row, len(t.Columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := scan(into...); err != nil {
			return false, err
		}
		for i, value := range row {
			if bytes, ok := value.([]byte); ok {
				row[i] = string(bytes)
			}
		}
		n++
		return each(row)
	})
	return n, err
}

// insert returns the SQL that writes rows, each replacing the one with its key. values is
// what stands behind the names of the columns.
func insert(t *bureau.Relation, values string) string {
	var set []string
	for i, c := range t.Columns {
		if !slices.Contains(t.Orders[0], i) { // setting the key would write the row to another place
			set = append(set, c.Name+" = excluded."+c.Name)
		}
	}
	if len(set) == 0 {
		return fmt.Sprintf("INSERT INTO %s (%s) %s ON CONFLICT (%s) DO NOTHING", t.Name, columnNames(t, everyColumn(t)), values, columnNames(t, t.Orders[0]))
	}
	return fmt.Sprintf("INSERT INTO %s (%s) %s ON CONFLICT (%s) DO UPDATE SET %s",
		t.Name, columnNames(t, everyColumn(t)), values, columnNames(t, t.Orders[0]), strings.Join(set, ", "))
}

// prepared returns a statement that is prepared once, at the latest in the transaction.
func (d *documents) prepared(query string) (*sql.Stmt, error) {
	if s := d.bound[query]; s != nil {
		return s, nil
	}
	if s := d.pool.query(query); s != nil {
		d.bound[query] = d.tx.StmtContext(d.ctx, s)
		return d.bound[query], nil
	}
	s, err := d.tx.PrepareContext(d.ctx, query)
	if err == nil {
		d.bound[query] = s
	}
	return s, d.store.fault(d.ctx, err)
}

// inBatches calls put for all rows or documents, some at a time: a power of two, so that
// there are few statements.
func inBatches[T any](all []T, put func(some []T) error) error {
	for most := 64; len(all) > 0; {
		for most > len(all) {
			most /= 2
		}
		if err := put(all[:most]); err != nil {
			return err
		}
		all = all[most:]
	}
	return nil
}

// repeated returns the SQL of n equal values.
func repeated(value string, n int) string {
	return strings.TrimSuffix(strings.Repeat(value+", ", n), ", ")
}

// PutRows implements bureau.Writer.
func (d *documents) PutRows(t *bureau.Relation, all []bureau.Row) error {
	return inBatches(all, func(some []bureau.Row) error {
		put, err := d.prepared(insert(t, "VALUES "+repeated("("+repeated("?", len(t.Columns))+")", len(some))))
		if err != nil {
			return err
		}
		_, err = put.ExecContext(d.ctx, slices.Concat(some...)...)
		return d.store.fault(d.ctx, err)
	})
}

// DeleteRows implements bureau.Writer.
func (d *documents) DeleteRows(t *bureau.Relation, prefixes []bureau.Row) error {
	for _, prefix := range prefixes {
		var where []string
		for i := range prefix {
			where = append(where, fmt.Sprintf("%s = $%d", t.Columns[t.Orders[0][i]].Name, i+1))
		}
		remove, err := d.prepared("DELETE FROM " + t.Name + " WHERE " + strings.Join(append([]string{"1 = 1"}, where...), " AND "))
		if err != nil {
			return err
		}
		if _, err := remove.ExecContext(d.ctx, prefix...); err != nil {
			return d.store.fault(d.ctx, err)
		}
	}
	return nil
}

// rowPage is how many rows are read from a server at once, and sent to it.
const rowPage = 4096

// Rows reads in pages, because a connection does one thing at a time.
func (d *distant) Rows(t *bureau.Relation, within bureau.Range, each func(bureau.Row) (bool, error)) error {
	left := within.Limit
	var last bureau.Row
	for {
		limit := rowPage
		if within.Limit > 0 {
			limit = min(limit, left)
		}
		var page []bureau.Row
		n, err := d.someRows(t, &within, last, limit, func(row bureau.Row) (bool, error) {
			page = append(page, row)
			return true, nil
		})
		if err != nil {
			return err
		}
		for _, row := range page {
			if more, err := each(row); err != nil || !more {
				return err
			}
		}
		if left -= n; n < limit || within.Limit > 0 && left == 0 {
			return nil
		}
		last = page[n-1]
	}
}

// PutRows sends rows in batches, a list of values for each column.
func (d *distant) PutRows(t *bureau.Relation, all []bureau.Row) error {
	var lists []string
	for i, c := range t.Columns {
		lists = append(lists, fmt.Sprintf("$%d::%s[]", i+1, arrayOf(c)))
	}
	query := insert(t, "SELECT * FROM unnest("+strings.Join(lists, ", ")+")")
	all = lastOfEach(t, all)
	for len(all) > 0 {
		some := all[:min(len(all), rowPage)]
		all = all[len(some):]
		arguments := make([]any, len(t.Columns))
		for i, c := range t.Columns {
			arguments[i] = column(some, i, c.Text)
		}
		if err := d.background(func() error {
			_, err := d.tx.ExecContext(d.ctx, query, arguments...)
			return d.store.fault(d.ctx, err)
		}); err != nil {
			return err
		}
	}
	return nil
}

// lastOfEach returns the last row with each key. A statement writes a row only once.
func lastOfEach(t *bureau.Relation, all []bureau.Row) []bureau.Row {
	at := make(map[string]int, len(all))
	kept := make([]bureau.Row, 0, len(all))
	for _, row := range all {
		key := t.KeyText(row)
		if i, again := at[key]; again {
			kept[i] = row
			continue
		}
		at[key] = len(kept)
		kept = append(kept, row)
	}
	return kept
}

// column returns the values of a column of rows.
func column(all []bureau.Row, i int, text bool) any {
	if text {
		return listOf[string](all, i)
	}
	return listOf[int64](all, i)
}

func listOf[T any](all []bureau.Row, i int) []*T {
	list := make([]*T, len(all))
	for n, row := range all {
		if value, ok := row[i].(T); ok {
			list[n] = &value
		}
	}
	return list
}

// DeleteRows sends the prefixes of one length at once, a list of values for each column.
func (d *distant) DeleteRows(t *bureau.Relation, prefixes []bureau.Row) error {
	if err := d.await(); err != nil {
		return err
	}
	byLength := map[int][]bureau.Row{}
	for _, prefix := range prefixes {
		byLength[len(prefix)] = append(byLength[len(prefix)], prefix)
	}
	for length, some := range byLength {
		if length == 0 {
			if err := d.documents.DeleteRows(t, some[:1]); err != nil {
				return err
			}
			continue
		}
		var lists, same []string
		var arguments []any
		for i, n := range t.Orders[0][:length] {
			c := t.Columns[n]
			lists = append(lists, fmt.Sprintf("$%d::%s[]", i+1, arrayOf(c)))
			same = append(same, fmt.Sprintf("%s.%s = gone.c%d", t.Name, c.Name, i+1))
			arguments = append(arguments, column(some, i, c.Text))
		}
		var names []string
		for i := range length {
			names = append(names, fmt.Sprintf("c%d", i+1))
		}
		query := fmt.Sprintf("DELETE FROM %s USING unnest(%s) AS gone (%s) WHERE %s",
			t.Name, strings.Join(lists, ", "), strings.Join(names, ", "), strings.Join(same, " AND "))
		if _, err := d.tx.ExecContext(d.ctx, query, arguments...); err != nil {
			return d.store.fault(d.ctx, err)
		}
	}
	return nil
}

// arrayOf returns the server's type of the values of a column.
func arrayOf(c bureau.Column) string {
	if c.Text {
		return "text"
	}
	return "bigint"
}
