package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/internal/bureau"
)

// session is the store's view of a transaction.
type session interface {
	bureau.Writer
	finish() error     // writes everything to the transaction
	forgetRows() error // leaves the database outdated
}

// documents accesses documents in a transaction.
type documents struct {
	ctx   context.Context
	store *Store
	tx    *sql.Tx
	pool  *pool
	bound map[string]*sql.Stmt // by text, valid within the transaction

	running  map[string]bool              // texts of queries whose rows are being read
	gathered map[string]map[string][]byte // documents that were fetched at once, by kind and key; nil: there is none

	underway chan error // the outcome of a write in the background; nil: there is none
	failed   error      // of the first such write that failed
}

// background runs a write while the program goes on. Each later statement waits for it, and
// returns its error.
func (d *documents) background(write func() error) error {
	if err := d.await(); err != nil {
		return err
	}
	done := make(chan error, 1)
	d.underway = done
	go func() { done <- write() }()
	return nil
}

// await waits for the write in the background.
func (d *documents) await() error {
	if d.underway != nil {
		d.failed = <-d.underway
		d.underway = nil
	}
	return d.failed
}

func (d *documents) Get(kind, key string) ([]byte, error) {
	if value, ok := d.gathered[kind][key]; ok {
		return value, nil
	}
	if err := d.await(); err != nil {
		return nil, err
	}
	get, err := d.prepared(d.store.sql["get"])
	if err != nil {
		return nil, err
	}
	var value, sum []byte
	err = get.QueryRowContext(d.ctx, kind, []byte(key)).Scan(&value, &sum)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return joined(value, sum), d.store.fault(d.ctx, err)
}

// parts returns the two columns of a document: its value, and its seal as the bureau
// writes it. The store does not verify it.
func parts(document []byte) (value, sum []byte) {
	n := max(0, len(document)-bureau.SealSize)
	return present(document[:n:n]), present(document[n:])
}

// joined returns the document of two columns, copied once: documents can be several MB.
func joined(value, sum sql.RawBytes) []byte { return present(slices.Concat(value, sum)) }

// present returns a non-nil value for a document that exists but may be empty.
func present(value []byte) []byte {
	if value == nil {
		return []byte{}
	}
	return value
}

func (d *documents) Kinds() (kinds []string, err error) {
	if err := d.await(); err != nil {
		return nil, err
	}
	found, err := names(d.ctx, d.tx, d.store.sql["kinds"])
	return slices.Sorted(maps.Keys(found)), d.store.fault(d.ctx, err) // bytewise, unlike some servers
}

// Count returns the number of documents by the table. Scan uses its index, so
// verify can compare the two.
func (d *documents) Count() (n int, err error) {
	if err := d.await(); err != nil {
		return 0, err
	}
	err = d.tx.QueryRowContext(d.ctx, d.store.sql["count"]).Scan(&n)
	return n, d.store.fault(d.ctx, err)
}

func (d *documents) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	return d.rows(kind, from, to, 0, each)
}

// each calls f for the rows that a query finds, until it returns false. The query is prepared once,
// unless it is running already: queries can be nested.
func (d *documents) each(text string, arguments []any, f func(scan func(...any) error) (bool, error)) error {
	if err := d.await(); err != nil {
		return err
	}
	run := func(arguments ...any) (*sql.Rows, error) { return d.tx.QueryContext(d.ctx, text, arguments...) }
	if !d.running[text] {
		s, err := d.prepared(text)
		if err != nil {
			return err
		}
		run = func(arguments ...any) (*sql.Rows, error) { return s.QueryContext(d.ctx, arguments...) }
		d.running[text] = true
		defer delete(d.running, text)
	}
	found, err := run(arguments...)
	if err == nil {
		err = eachRow(found, f)
	}
	return d.store.fault(d.ctx, err)
}

// eachRow calls f for rows, until it returns false, and closes them.
func eachRow(found *sql.Rows, f func(scan func(...any) error) (bool, error)) (err error) {
	defer func() { err = errors.Join(err, found.Close()) }()
	scan := found.Scan
	for found.Next() {
		if more, err := f(scan); err != nil || !more {
			return err
		}
	}
	return found.Err()
}

// rows calls each for the documents, all or up to a limit.
func (d *documents) rows(kind, from, to string, limit int, each func(string, []byte) (bool, error)) error {
	query, arguments := "scan", []any{kind, []byte(from), []byte(to)}
	if to == "" {
		query, arguments = "scan_from", arguments[:2]
	}
	text := d.store.sql[query]
	if limit > 0 {
		arguments = append(arguments, limit)
		text += limited(fmt.Sprintf("$%d", len(arguments)))
	}
	return d.each(text, arguments, func(scan func(...any) error) (bool, error) {
		var key, value, sum sql.RawBytes
		if err := scan(&key, &value, &sum); err != nil {
			return false, err
		}
		return each(string(key), joined(value, sum))
	})
}

// mostGathered is how many documents are kept of those that were fetched at once.
const mostGathered = 2000

// Gather implements bureau.Gatherer.
func (d *documents) Gather(kind string, keys []string) error {
	if len(d.gathered[kind])+len(keys) > mostGathered {
		return nil // they are read one by one
	}
	if d.gathered[kind] == nil {
		d.gathered[kind] = make(map[string][]byte, len(keys))
	}
	wanted := make([]any, 0, len(keys))
	for _, key := range slices.Sorted(slices.Values(keys)) { // found faster in their order
		if _, have := d.gathered[kind][key]; !have && utf8.ValidString(key) && !strings.Contains(key, "\x00") {
			wanted = append(wanted, key)
			d.gathered[kind][key] = nil
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	arguments := []any{kind, d.store.dialect.list(bureau.Column{Text: true}, wanted)}
	err := d.each(d.store.sql["gather"], arguments, func(scan func(...any) error) (bool, error) {
		var key, value, sum sql.RawBytes
		err := scan(&key, &value, &sum)
		d.gathered[kind][string(key)] = joined(value, sum)
		return true, err
	})
	if err != nil {
		delete(d.gathered, kind)
	}
	return err
}

// forgetRows implements session.
func (d *documents) forgetRows() error {
	if err := d.await(); err != nil {
		return err
	}
	_, err := d.tx.ExecContext(d.ctx, d.store.sql["forget_rows"])
	return d.store.fault(d.ctx, err)
}

func (d *documents) execute(name string, arguments ...any) error {
	if err := d.await(); err != nil {
		return err
	}
	s, err := d.prepared(d.store.sql[name])
	if err == nil {
		_, err = s.ExecContext(d.ctx, arguments...)
	}
	return d.store.fault(d.ctx, err)
}

// batched returns a session that writes by putAll.
func (d *documents) batched(putAll func([]written) error) *batched {
	return &batched{documents: d, pending: map[string]map[string][]byte{}, putAll: putAll, ahead: map[string]*ahead{}}
}

// putBatches writes documents, many by a statement.
func (d *documents) putBatches(all []written) error {
	return inBatches(all, func(some []written) error {
		put, err := d.prepared(strings.Replace(d.store.sql["put"], "($1, $2, $3, $4)", repeated("(?, ?, ?, ?)", len(some)), 1))
		if err != nil {
			return err
		}
		arguments := make([]any, 0, 4*len(some))
		for _, w := range some {
			arguments = append(arguments, w.kind, w.key, w.value, w.sum)
		}
		_, err = put.ExecContext(d.ctx, arguments...)
		return d.store.fault(d.ctx, err)
	})
}

// sendAll writes documents by one statement, a list of values for each column.
func (d *documents) sendAll(all []written) error {
	switch len(all) {
	case 0:
		return nil
	case 1:
		return d.execute("put", all[0].kind, all[0].key, all[0].value, all[0].sum)
	}
	kinds := make([]string, len(all))
	keys, values, sums := make([][]byte, len(all)), make([][]byte, len(all)), make([][]byte, len(all))
	for i, w := range all {
		kinds[i], keys[i], values[i], sums[i] = w.kind, w.key, w.value, w.sum
	}
	if err := d.await(); err != nil {
		return err
	}
	put, err := d.prepared(d.store.sql["put_all"])
	if err != nil {
		return err
	}
	return d.background(func() error {
		_, err := put.ExecContext(d.ctx, kinds, keys, values, sums)
		return d.store.fault(d.ctx, err)
	})
}
