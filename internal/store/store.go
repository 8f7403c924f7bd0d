// Package store keeps a bureau's documents in a database: SQLite in a file, or
// PostgreSQL on a server. The SQL is in queries and migrations; a dialect holds
// the differences.
package store

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"slices"
	"sync/atomic"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/settle"
)

// Store is a bureau.Store in a database. Several processes can use a database
// at the same time.
type Store struct {
	dialect     *dialect
	read, write *pool
	sql         map[string]string       // by query name
	rows        string                  // digest of the definitions of the row tables
	doubt       atomic.Pointer[Trouble] // set by a commit of unknown outcome
	outdated    bool                    // see Outdated
	placed      os.FileInfo             // the file when it was opened; nil: a server
}

// Create creates a database in a file, which must not exist (fs.ErrExist), or
// in a database on a server, which must be empty (ErrNotEmpty).
func Create(ctx context.Context, address string) (*Store, error) {
	d, err := dialectOf(address)
	if err != nil {
		return nil, err
	}
	s, err := create(ctx, d)
	if err == nil {
		if err = s.forget(ctx); err != nil {
			return nil, errors.Join(err, s.Discard())
		}
	}
	return s, err
}

// forget empties the work database of a new one: nobody of an earlier bureau is anybody in this one.
func (s *Store) forget(ctx context.Context) error {
	return s.IfWork(ctx, func(w *Work) error { return w.empty(ctx, slices.Concat(passing, lasting)) })
}

// Make makes a database with what fill writes. In a file it is there whole or not at all, whatever happens
// meanwhile; on a server fill writes it in one transaction. The refusals are those of Create.
func Make(ctx context.Context, address string, fill func(*Store) error) error {
	d, err := dialectOf(address)
	if err != nil {
		return err
	}
	if d.file == "" {
		s, err := Create(ctx, address)
		if err != nil {
			return err
		}
		return errors.Join(fill(s), s.Close())
	}
	if err := vacant(d.file); err != nil {
		return err
	}
	return InTrouble(settle.Write(d.file, false, func(part *os.File) error {
		if err := (&Store{dialect: d}).forget(ctx); err != nil {
			return err
		}
		s, err := create(ctx, unfinishedFile(part.Name()))
		if err != nil {
			return err
		}
		return errors.Join(fill(s), s.Close())
	}), d.file)
}

func create(ctx context.Context, d *dialect) (*Store, error) {
	s, err := connect(d, true)
	if err != nil {
		return nil, err
	}
	state, err := s.state(ctx)
	switch {
	case err == nil && !state.empty():
		err = ErrNotEmpty
	case err == nil:
		err = s.dialect.sound(ctx, s)
	}
	if err == nil {
		err = s.Upgrade(ctx, func(bureau.Writer) error { return nil })
	}
	if err != nil {
		return nil, errors.Join(s.fault(ctx, err), s.Discard())
	}
	return s, nil
}

// Open opens a database with a bureau, which may be Outdated. Its refusals are
// ErrMissing, ErrUnlogged, ErrNewer and *UnsafeError.
func Open(ctx context.Context, address string) (*Store, error) {
	d, err := dialectOf(address)
	if err != nil {
		return nil, err
	}
	return open(ctx, d)
}

func open(ctx context.Context, d *dialect) (*Store, error) {
	s, err := connect(d, false)
	if err != nil {
		return nil, err
	}
	var state state
	err = s.retry(ctx, func() (err error) {
		state, err = s.state(ctx)
		return err
	})
	if err == nil {
		s.outdated, err = s.check(state)
	}
	if err == nil {
		err = s.dialect.sound(ctx, s)
	}
	if err != nil {
		return nil, errors.Join(s.fault(ctx, err), s.Close())
	}
	return s, nil
}

// connect opens one connection for writing and some for reading.
func connect(d *dialect, fresh bool) (*Store, error) {
	statements, err := d.statements()
	if err != nil {
		return nil, err
	}
	if err := d.place(fresh); err != nil {
		return nil, err
	}
	placed, err := d.stat()
	if err != nil {
		return nil, err
	}
	write, err := d.connect(true)
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	read, err := d.connect(false)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	return &Store{dialect: d, read: newPool(read), write: newPool(write), sql: statements, rows: d.rowDigest(), placed: placed}, nil
}

// Close closes the database.
func (s *Store) Close() error { return errors.Join(s.read.Close(), s.write.Close()) }

// Discard closes a database that Create made and nobody filled, and removes it.
// On a server, empty tables remain, which Create accepts.
func (s *Store) Discard() error { return errors.Join(s.Close(), s.dialect.discard()) }

// File returns the name of the database file, "" for a server.
func (s *Store) File() string { return s.dialect.file }

// View implements bureau.Store.
func (s *Store) View(ctx context.Context, f func(bureau.Reader) error) error {
	if err := s.doubted(); err != nil {
		return err
	}
	var tx *sql.Tx
	err := s.retry(ctx, func() (err error) {
		if err = s.inPlace(); err == nil {
			tx, err = s.read.begin(ctx, &s.dialect.view)
		}
		return err
	})
	if err != nil {
		return s.fault(ctx, err)
	}
	defer func() { _ = tx.Rollback() }() // read only
	return s.trouble(ended(ctx, f(s.session(ctx, tx, s.read))))
}

// Update implements bureau.Store. It calls f once. If the database fails, a
// *Trouble states whether anything was kept. If another version of the program
// has upgraded the database since it was opened, the update is refused.
func (s *Store) Update(ctx context.Context, f func(bureau.Writer) error) error {
	return s.update(ctx, s.mustBeCurrent, f)
}

// update calls first and then f in a transaction. If first returns errCurrent,
// there is nothing to do.
func (s *Store) update(ctx context.Context, first func(context.Context, *sql.Tx) error, f func(bureau.Writer) error) error {
	if err := s.doubted(); err != nil {
		return err
	}
	tx, ticket, err := s.begin(ctx)
	if err != nil {
		return s.unkept(err)
	}
	defer func() { _ = tx.Rollback() }() // no effect after the commit
	if err := first(ctx, tx); errors.Is(err, errCurrent) {
		return nil
	} else if err != nil {
		return s.unkept(s.fault(ctx, err))
	}
	session := s.session(ctx, tx, s.write)
	err = f(session)
	if err == nil {
		err = session.finish()
	}
	if err != nil {
		return s.unkept(ended(ctx, err))
	}
	if err := tx.Commit(); err != nil {
		return s.dialect.outcome(ctx, s, ticket, err)
	}
	return nil
}

func (s *Store) session(ctx context.Context, tx *sql.Tx, p *pool) session {
	return s.dialect.session(&documents{
		ctx: ctx, store: s, tx: tx, pool: p,
		bound: map[string]*sql.Stmt{}, running: map[string]bool{}, gathered: map[string]map[string][]byte{},
	})
}

// begin starts an update, waiting for a server that is away.
func (s *Store) begin(ctx context.Context) (tx *sql.Tx, ticket string, err error) {
	err = s.retry(ctx, func() (err error) {
		if err = s.inPlace(); err != nil {
			return err
		}
		if tx, err = s.write.begin(ctx, nil); err != nil {
			return err
		}
		if ticket, err = s.dialect.begin(ctx, s, tx); err != nil {
			_ = tx.Rollback() // it is empty
		}
		return err
	})
	return tx, ticket, s.fault(ctx, err)
}

// inPlace refuses a file that was removed or replaced since it was opened: nobody else would see what
// is written to it.
func (s *Store) inPlace() error {
	now, err := s.dialect.stat()
	switch {
	case err == nil && (now == nil || os.SameFile(now, s.placed)):
		return nil
	case err == nil:
		err = errors.New("another file has its name")
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return &Trouble{What: Moved, File: s.dialect.name, Err: err}
}

// Checkpoint erases deleted data from the database and its log. It waits a
// limited time for readers.
func (s *Store) Checkpoint(ctx context.Context) error {
	checkpoint := func(s *Store) error {
		return s.fault(ctx, s.retry(ctx, func() error { return s.dialect.checkpoint(ctx, s) }))
	}
	return errors.Join(checkpoint(s), s.IfWork(ctx, func(w *Work) error { return checkpoint(w.store) }))
}
