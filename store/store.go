// Package store keeps a bureau's documents in a database: SQLite in a file.
// Its SQL stands in queries and migrations.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"sync/atomic"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/arpadchess/arpad/bureau"
)

//go:embed migrations/*.sql
var migrations embed.FS

//go:embed queries/*.sql
var queries embed.FS

// Store is a bureau.Store in a database.
type Store struct {
	path        string
	read, write *sql.DB
	sql         statements
	doubt       atomic.Pointer[Trouble] // of a commit
}

// statements is the SQL of the queries.
type statements struct{ get, kinds, count, scan, scanFrom, put, remove string }

func load() (s statements, err error) {
	for name, to := range map[string]*string{
		"get": &s.get, "kinds": &s.kinds, "count": &s.count, "scan": &s.scan, "scan_from": &s.scanFrom, "put": &s.put, "delete": &s.remove,
	} {
		data, readErr := queries.ReadFile("queries/" + name + ".sql")
		if readErr != nil {
			err = readErr
		}
		*to = string(data)
	}
	return s, err
}

// ErrMissing says that there is no database where one was expected.
var ErrMissing = errors.New("there is no bureau's database")

// Create makes a new database in a file, which must not be there.
func Create(ctx context.Context, path string) (*Store, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	s, err := connect(path)
	if err != nil {
		return nil, err
	}
	if err := s.Migrate(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// Open opens the database in a file.
func Open(_ context.Context, path string) (*Store, error) {
	if _, err := os.Stat(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s: %w", path, ErrMissing)
		}
		return nil, err
	}
	return connect(path)
}

// connect opens one connection that writes, and a pool that reads. A commit is
// on the disk when it is acknowledged.
func connect(path string) (*Store, error) {
	statements, err := load()
	if err != nil {
		return nil, err
	}
	write, err := sql.Open("sqlite", dataSource(path, "_txlock=immediate"))
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	read, err := sql.Open("sqlite", dataSource(path, "_pragma=query_only(1)"))
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	return &Store{path: path, read: read, write: write, sql: statements}, nil
}

// dataSource says how the database in a file is opened. What is deleted is
// overwritten, so that what was forgotten cannot be read from the disk.
func dataSource(path, mode string) string {
	const pragmas = "_pragma=busy_timeout(30000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=cache_size(-65536)&_pragma=secure_delete(1)"
	return (&url.URL{Scheme: "file", Opaque: url.PathEscape(path), RawQuery: pragmas + "&" + mode}).String()
}

// Close closes the database.
func (s *Store) Close() error { return errors.Join(s.read.Close(), s.write.Close()) }

// Migrate brings the schema up to date.
func (s *Store) Migrate(ctx context.Context) error {
	p, err := s.provider()
	if err == nil {
		_, err = p.Up(ctx)
	}
	return InTrouble(err, s.path)
}

func (s *Store) provider() (*goose.Provider, error) {
	dir, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectSQLite3, s.write, dir)
}

// View implements bureau.Store.
func (s *Store) View(ctx context.Context, f func(bureau.Reader) error) error {
	if err := s.doubted(); err != nil {
		return err
	}
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return InTrouble(err, s.path)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	return InTrouble(f(newDocuments(ctx, tx, &s.sql)), s.path)
}

// Update implements bureau.Store.
func (s *Store) Update(ctx context.Context, f func(bureau.Writer) error) error {
	if err := s.doubted(); err != nil {
		return err
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return s.unkept(err)
	}
	defer func() { _ = tx.Rollback() }() // does nothing once it is committed
	if err := f(newDocuments(ctx, tx, &s.sql)); err != nil {
		return s.unkept(err)
	}
	return s.inDoubt(tx.Commit())
}

// documents is the documents as a transaction sees them.
type documents struct {
	ctx      context.Context
	tx       *sql.Tx
	sql      *statements
	prepared map[string]*sql.Stmt // by its SQL; they end with the transaction
}

func newDocuments(ctx context.Context, tx *sql.Tx, queries *statements) *documents {
	return &documents{ctx, tx, queries, map[string]*sql.Stmt{}}
}

// statement gives a statement that is prepared once in a transaction.
func (d *documents) statement(query string) (*sql.Stmt, error) {
	if s := d.prepared[query]; s != nil {
		return s, nil
	}
	s, err := d.tx.PrepareContext(d.ctx, query)
	if err == nil {
		d.prepared[query] = s
	}
	return s, err
}

func (d *documents) Get(kind, key string) ([]byte, error) {
	get, err := d.statement(d.sql.get)
	if err != nil {
		return nil, err
	}
	var value []byte
	err = get.QueryRowContext(d.ctx, kind, []byte(key)).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err == nil && value == nil {
		value = []byte{}
	}
	return value, err
}

func (d *documents) Kinds() (kinds []string, err error) {
	rows, err := d.tx.QueryContext(d.ctx, d.sql.kinds)
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
	return kinds, rows.Err()
}

// Count gives how many documents there are by the table, where Scan goes by its
// index: verify compares.
func (d *documents) Count() (n int, err error) {
	err = d.tx.QueryRowContext(d.ctx, d.sql.count).Scan(&n)
	return n, err
}

func (d *documents) Scan(kind, from, to string, each func(string, []byte) (bool, error)) (err error) {
	query, arguments := d.sql.scan, []any{kind, []byte(from), []byte(to)}
	if to == "" {
		query, arguments = d.sql.scanFrom, arguments[:2]
	}
	rows, err := d.tx.QueryContext(d.ctx, query, arguments...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var key, value []byte
		if err := rows.Scan(&key, &value); err != nil {
			return err
		}
		if more, err := each(string(key), value); err != nil || !more {
			return err
		}
	}
	return rows.Err()
}

func (d *documents) Put(kind, key string, value []byte) error {
	if value == nil {
		value = []byte{}
	}
	return d.execute(d.sql.put, kind, []byte(key), value)
}

func (d *documents) Delete(kind, key string) error {
	return d.execute(d.sql.remove, kind, []byte(key))
}

func (d *documents) execute(query string, arguments ...any) error {
	s, err := d.statement(query)
	if err == nil {
		_, err = s.ExecContext(d.ctx, arguments...)
	}
	return err
}

// Outdated says whether the database was made by an older program: Migrate
// brings it up to date.
func (s *Store) Outdated(ctx context.Context) (bool, error) {
	p, err := s.provider()
	if err != nil {
		return false, err
	}
	pending, err := p.HasPending(ctx)
	return pending, InTrouble(err, s.path)
}

// Checkpoint brings what was written into the database file and empties the log
// beside it, which still holds what was there before.
func (s *Store) Checkpoint(ctx context.Context) error {
	query, err := queries.ReadFile("queries/checkpoint.sql")
	if err != nil {
		return err
	}
	_, err = s.write.ExecContext(ctx, string(query))
	return InTrouble(err, s.path)
}
