package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/arpadchess/arpad/bureau"
)

// session is what goes on in a transaction.
type session interface {
	bureau.Writer
	finish() error // has what was written be in the transaction
}

// documents is the documents as a transaction sees them.
type documents struct {
	ctx   context.Context
	store *Store
	tx    *sql.Tx
	pool  *pool
	bound map[string]*sql.Stmt // by name; they end with the transaction
}

// statement returns a statement as it is used in the transaction.
func (d *documents) statement(name string) *sql.Stmt {
	s := d.bound[name]
	if s == nil {
		s = d.tx.StmtContext(d.ctx, d.pool.prepared[name])
		d.bound[name] = s
	}
	return s
}

func (d *documents) Get(kind, key string) ([]byte, error) {
	var value []byte
	err := d.statement("get").QueryRowContext(d.ctx, kind, []byte(key)).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return present(value), d.store.fault(d.ctx, err)
}

// present returns a value that is there, though it may be empty.
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
	slices.Sort(kinds) // by their bytes, which a server need not do
	return kinds, rows.Err()
}

// Count returns how many documents there are by the table, where Scan goes by its
// index: verify compares.
func (d *documents) Count() (n int, err error) {
	err = d.tx.QueryRowContext(d.ctx, d.store.sql["count"]).Scan(&n)
	return n, d.store.fault(d.ctx, err)
}

func (d *documents) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	return d.rows(kind, from, to, 0, each)
}

// rows returns documents while they are read: all, or up to a limit. Its queries are not
// prepared: one of them can be going on while another begins.
func (d *documents) rows(kind, from, to string, limit int, each func(string, []byte) (bool, error)) (err error) {
	query, arguments := "scan", []any{kind, []byte(from), []byte(to)}
	if to == "" {
		query, arguments = "scan_from", arguments[:2]
	}
	if limit > 0 {
		arguments = append(arguments, limit)
	}
	rows, err := d.tx.QueryContext(d.ctx, d.store.sql[query], arguments...)
	if err != nil {
		return d.store.fault(d.ctx, err)
	}
	defer func() { err = errors.Join(err, d.store.fault(d.ctx, rows.Close())) }()
	for rows.Next() {
		var key, value []byte
		if err := rows.Scan(&key, &value); err != nil {
			return err
		}
		if more, err := each(string(key), present(value)); err != nil || !more {
			return err
		}
	}
	return d.store.fault(d.ctx, rows.Err())
}

func (d *documents) Put(kind, key string, value []byte) error {
	return d.execute("put", kind, []byte(key), present(value))
}

func (d *documents) Delete(kind, key string) error { return d.execute("delete", kind, []byte(key)) }

func (d *documents) execute(name string, arguments ...any) error {
	_, err := d.statement(name).ExecContext(d.ctx, arguments...)
	return d.store.fault(d.ctx, err)
}

// finish has nothing to do: what was written is in the transaction.
func (d *documents) finish() error { return nil }
