package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
)

// documents is the documents as a transaction sees them.
type documents struct {
	ctx   context.Context
	store *Store
	tx    *sql.Tx
	pool  *pool
	bound map[string]*sql.Stmt // by name; they end with the transaction
}

// statement gives a statement as it is used in the transaction.
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

// present gives a value that is there, though it may be empty.
func present(value []byte) []byte {
	if value == nil {
		return []byte{}
	}
	return value
}

func (d *documents) Kinds() (kinds []string, err error) {
	defer func() { err = d.store.fault(d.ctx, err) }()
	rows, err := d.statement("kinds").QueryContext(d.ctx)
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

// Count gives how many documents there are by the table, where Scan goes by its
// index: verify compares.
func (d *documents) Count() (n int, err error) {
	err = d.statement("count").QueryRowContext(d.ctx).Scan(&n)
	return n, d.store.fault(d.ctx, err)
}

// A Scan reads page by page, so that others can read and write through the same
// connection while it gives what it found, and so that it holds little in
// memory. What is written meanwhile is seen from the next page on.
const (
	firstPage = 16      // documents
	pageLimit = 1024    // documents
	pageSize  = 1 << 20 // bytes; the last document may go beyond it
)

type document struct {
	key   string
	value []byte
}

func (d *documents) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	var page []document
	for limit := firstPage; ; limit = min(4*limit, pageLimit) {
		var more bool
		var err error
		if page, more, err = d.page(page[:0], kind, from, to, limit); err != nil {
			return err
		}
		for _, found := range page {
			if goOn, err := each(found.key, found.value); err != nil || !goOn {
				return err
			}
		}
		if !more {
			return nil
		}
		limit = len(page)
		from = page[limit-1].key + "\x00" // the next key that there can be
	}
}

// page reads the next documents, and says whether there may be more.
func (d *documents) page(into []document, kind, from, to string, limit int) (page []document, more bool, err error) {
	defer func() { err = d.store.fault(d.ctx, err) }()
	query, arguments := "scan", []any{kind, []byte(from), []byte(to), limit}
	if to == "" {
		query, arguments = "scan_from", []any{kind, []byte(from), limit}
	}
	rows, err := d.statement(query).QueryContext(d.ctx, arguments...)
	if err != nil {
		return nil, false, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	size := 0
	for size < pageSize && rows.Next() {
		var key, value []byte
		if err := rows.Scan(&key, &value); err != nil {
			return nil, false, err
		}
		into = append(into, document{string(key), present(value)})
		size += len(value)
	}
	return into, len(into) == limit || size >= pageSize, rows.Err()
}

func (d *documents) Put(kind, key string, value []byte) error {
	_, err := d.statement("put").ExecContext(d.ctx, kind, []byte(key), present(value))
	return d.store.fault(d.ctx, err)
}

func (d *documents) Delete(kind, key string) error {
	_, err := d.statement("delete").ExecContext(d.ctx, kind, []byte(key))
	return d.store.fault(d.ctx, err)
}
