package store

import (
	"context"
	"errors"
	"fmt"
	"syscall"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/arpadchess/arpad/finding"
)

// Trouble is a failure of the database, not of the request.
type Trouble struct {
	What    Fault
	File    string // the database or its copy
	Writing bool   // the failure happened in a write; nothing was kept, unless Unknown
	Unknown bool   // whether it was kept is only known once the database is opened again
	Err     error  // of the driver or the system
}

// Error returns the trouble for a programmer.
func (t *Trouble) Error() string { return fmt.Sprintf("%s: %s: %v", t.File, t.What, t.Err) }

// Unwrap returns the error of the driver or the system.
func (t *Trouble) Unwrap() error { return t.Err }

// Fault is the kind of a failure, which determines the cure.
type Fault string

// The faults.
const (
	Full    Fault = "full"    // disk full or quota exceeded
	Failing Fault = "failing" // reading, writing or syncing failed, or a file limit is reached
	Busy    Fault = "busy"    // others held the database for too long
	Barred  Fault = "barred"  // no permission to open, read or write it
	Damaged Fault = "damaged" // not a valid database
	Stopped Fault = "stopped" // interrupted by a signal of the user
	Away    Fault = "away"    // the server does not respond or rejects connections, or the connection is lost
	Moved   Fault = "moved"   // the file was removed or replaced since it was opened
	Standby Fault = "standby" // the server follows another one, and takes no writes
	Pooled  Fault = "pooled"  // a connection pool in transaction mode stands before the server
)

// sqliteFaults maps SQLite's result codes, or their last byte, to faults.
var sqliteFaults = map[int]Fault{
	sqlite3.SQLITE_FULL: Full, sqlite3.SQLITE_IOERR_SHMSIZE: Full, sqlite3.SQLITE_IOERR: Failing,
	sqlite3.SQLITE_BUSY: Busy, sqlite3.SQLITE_LOCKED: Busy, sqlite3.SQLITE_PROTOCOL: Busy,
	sqlite3.SQLITE_READONLY: Barred, sqlite3.SQLITE_CANTOPEN: Barred, sqlite3.SQLITE_PERM: Barred,
	sqlite3.SQLITE_CORRUPT: Damaged, sqlite3.SQLITE_NOTADB: Damaged, sqlite3.SQLITE_INTERRUPT: Stopped,
}

// serverFaults maps PostgreSQL's error codes to faults.
var serverFaults = map[string]Fault{
	"53100": Full, "58030": Failing, "55P03": Busy, "25006": Standby, "42501": Barred, "XX001": Damaged, "XX002": Damaged,
	"42P05": Pooled, "26000": Pooled, "08P01": Pooled, // a prepared statement is there twice, is not there, or is another
}

// systemFaults maps the system's errors to faults.
var systemFaults = map[syscall.Errno]Fault{
	syscall.ENOSPC: Full, syscall.EDQUOT: Full, syscall.EFBIG: Failing, syscall.EIO: Failing,
	syscall.EROFS: Barred, syscall.EACCES: Barred, syscall.EPERM: Barred,
}

// faultOf returns the fault behind an error; ok is false if there is none.
func faultOf(err error) (f Fault, ok bool) {
	if errors.Is(err, context.Canceled) {
		return Stopped, true
	}
	var driver *sqlite.Error
	if errors.As(err, &driver) {
		if f, ok = sqliteFaults[driver.Code()]; !ok {
			f, ok = sqliteFaults[driver.Code()&0xff]
		}
		return f, ok
	}
	var server *pgconn.PgError
	if errors.As(err, &server) {
		if f, ok = serverFaults[server.Code]; !ok && away(err) {
			f, ok = Away, true
		}
		return f, ok
	}
	if away(err) {
		return Away, true
	}
	var system syscall.Errno
	if errors.As(err, &system) {
		f, ok = systemFaults[system]
	}
	return f, ok
}

// HasMoved reports whether an error is that a database's file was removed or replaced since it was
// opened.
func HasMoved(err error) bool {
	var t *Trouble
	return errors.As(err, &t) && t.What == Moved
}

// busy reports whether others hold the database.
func busy(err error) bool {
	var t *Trouble
	if errors.As(err, &t) {
		return t.What == Busy
	}
	f, _ := faultOf(err)
	return f == Busy
}

// trouble converts an error of the database to a Trouble.
func (s *Store) trouble(err error) error { return InTrouble(err, s.dialect.name) }

// ended returns the context's error for a transaction whose context has ended,
// because the driver's own error is then meaningless. A refusal is returned as
// it is.
func ended(ctx context.Context, err error) error {
	var refused *finding.Refused
	if err == nil || ctx.Err() == nil || errors.Is(err, ctx.Err()) || errors.As(err, &refused) {
		return err
	}
	return fmt.Errorf("%w: %w", ctx.Err(), err)
}

// fault wraps an error of the driver, which alone can tell a lost connection.
func (s *Store) fault(ctx context.Context, err error) error {
	if err != nil && unencrypted(err) {
		return fmt.Errorf("%w: %w", ErrPlain, err)
	}
	if err != nil && ctx.Err() == nil && lost(err) {
		return &Trouble{What: Away, File: s.dialect.name, Err: err}
	}
	return s.trouble(ended(ctx, err))
}

// unkept returns the error of a transaction that kept nothing.
func (s *Store) unkept(err error) error {
	err = s.trouble(err)
	var t *Trouble
	if errors.As(err, &t) {
		t.Writing = true
	}
	return err
}

// doubted returns the trouble after which the store must be opened again.
func (s *Store) doubted() error {
	if t := s.doubt.Load(); t != nil {
		return t
	}
	return nil
}

// InTrouble converts an error of a file's database or of the system to a
// Trouble. Other errors are returned as they are.
func InTrouble(err error, file string) error {
	var already *Trouble
	if f, ok := faultOf(err); ok && !errors.As(err, &already) {
		return &Trouble{What: f, File: file, Err: err}
	}
	return err
}
