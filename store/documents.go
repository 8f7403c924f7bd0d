package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/bureau"
)

// session is the store's view of a transaction.
type session interface {
	bureau.Writer
	finish() error // writes everything to the transaction
}

// documents accesses documents in a transaction.
type documents struct {
	ctx   context.Context
	store *Store
	tx    *sql.Tx
	pool  *pool
	bound map[string]*sql.Stmt // by query name or text, valid within the transaction

	running  map[string]bool              // texts of queries whose rows are being read
	gathered map[string]map[string][]byte // documents that were fetched at once, by kind and key; nil: there is none
}

// statement returns a prepared statement bound to the transaction.
func (d *documents) statement(name string) *sql.Stmt {
	s := d.bound[name]
	if s == nil {
		s = d.tx.StmtContext(d.ctx, d.pool.prepared[name])
		d.bound[name] = s
	}
	return s
}

func (d *documents) Get(kind, key string) ([]byte, error) {
	if value, ok := d.gathered[kind][key]; ok {
		return slices.Clone(value), nil
	}
	var value, sum []byte
	err := d.statement("get").QueryRowContext(d.ctx, kind, []byte(key)).Scan(&value, &sum)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return joined(value, sum), d.store.fault(d.ctx, err)
}

// checksumSize is how many bytes at the end of a document stand in the column of
// checksums, as bureau writes them. The store does not verify them.
const checksumSize = 8

// parts returns the two columns of a document.
func parts(document []byte) (value, sum []byte) {
	n := max(0, len(document)-checksumSize)
	return present(document[:n:n]), present(document[n:])
}

// joined returns the document of two columns.
func joined(value, sum []byte) []byte { return present(append(value, sum...)) }

// present returns a non-nil value for a document that exists but may be empty.
func present(value []byte) []byte {
	if value == nil {
		return []byte{}
	}
	return value
}

func (d *documents) Kinds() (kinds []string, err error) {
	defer func() { err = d.store.fault(d.ctx, err) }()
	rows, err := d.tx.QueryContext(d.ctx, d.store.sql["kinds"])
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var kind string
		if err := rows.Scan(&kind); err != nil {
			return nil, err
		}
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds) // bytewise, unlike some servers
	return kinds, rows.Err()
}

// Count returns the number of documents by the table. Scan uses its index, so
// verify can compare the two.
func (d *documents) Count() (n int, err error) {
	err = d.tx.QueryRowContext(d.ctx, d.store.sql["count"]).Scan(&n)
	return n, d.store.fault(d.ctx, err)
}

func (d *documents) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	return d.rows(kind, from, to, 0, each)
}

// query runs a query that is prepared once, unless it is running already: queries can be
// nested. done must be called when its rows are closed.
func (d *documents) query(text string, arguments ...any) (found *sql.Rows, done func(), err error) {
	if d.running[text] {
		found, err = d.tx.QueryContext(d.ctx, text, arguments...)
		return found, func() {}, err
	}
	s, err := d.prepared(text)
	if err != nil {
		return nil, nil, err
	}
	if found, err = s.QueryContext(d.ctx, arguments...); err != nil {
		return nil, nil, err
	}
	d.running[text] = true
	return found, func() { delete(d.running, text) }, nil
}

// rows calls each for the documents, all or up to a limit.
func (d *documents) rows(kind, from, to string, limit int, each func(string, []byte) (bool, error)) (err error) {
	query, arguments := "scan", []any{kind, []byte(from), []byte(to)}
	if to == "" {
		query, arguments = "scan_from", arguments[:2]
	}
	if limit > 0 {
		arguments = append(arguments, limit)
	}
	rows, done, err := d.query(d.store.sql[query], arguments...)
	if err != nil {
		return d.store.fault(d.ctx, err)
	}
	defer done()
	defer func() { err = errors.Join(err, d.store.fault(d.ctx, rows.Close())) }()
	for rows.Next() {
		var key, value, sum []byte
		if err := rows.Scan(&key, &value, &sum); err != nil {
			return err
		}
		if more, err := each(string(key), joined(value, sum)); err != nil || !more {
			return err
		}
	}
	return d.store.fault(d.ctx, rows.Err())
}

func (d *documents) Put(kind, key string, value []byte) error {
	delete(d.gathered[kind], key)
	value, sum := parts(value)
	return d.execute("put", kind, []byte(key), value, sum)
}

func (d *documents) Delete(kind, key string) error {
	delete(d.gathered[kind], key)
	return d.execute("delete", kind, []byte(key))
}

// mostGathered is how many documents are kept of those that were fetched at once.
const mostGathered = 2000

// Gather implements bureau.Gatherer.
func (d *documents) Gather(kind string, keys []string) (err error) {
	if len(d.gathered[kind])+len(keys) > mostGathered {
		return nil // they are read one by one
	}
	if d.gathered[kind] == nil {
		d.gathered[kind] = map[string][]byte{}
	}
	var wanted []any
	for _, key := range keys {
		if _, have := d.gathered[kind][key]; !have && utf8.ValidString(key) && !strings.Contains(key, "\x00") {
			wanted = append(wanted, key)
			d.gathered[kind][key] = nil
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	found, done, err := d.query(d.store.sql["gather"], kind, d.store.dialect.list(bureau.Column{Text: true}, wanted))
	if err != nil {
		delete(d.gathered, kind)
		return d.store.fault(d.ctx, err)
	}
	defer done()
	defer func() {
		if err = errors.Join(err, d.store.fault(d.ctx, found.Close())); err != nil {
			delete(d.gathered, kind)
		}
	}()
	for found.Next() {
		var key, value, sum []byte
		if err := found.Scan(&key, &value, &sum); err != nil {
			return d.store.fault(d.ctx, err)
		}
		d.gathered[kind][string(key)] = joined(value, sum)
	}
	return d.store.fault(d.ctx, found.Err())
}

func (d *documents) execute(name string, arguments ...any) error {
	_, err := d.statement(name).ExecContext(d.ctx, arguments...)
	return d.store.fault(d.ctx, err)
}

// finish does nothing, because writes are not delayed.
func (d *documents) finish() error { return nil }
