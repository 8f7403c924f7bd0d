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

// Trouble says that a database could not do what it was asked to do, through no
// fault of the request: what is the matter with the machine.
type Trouble struct {
	What    Fault
	File    string // of the database, or of its copy
	Writing bool   // something was to be kept; unless Unknown, nothing of it is
	Unknown bool   // whether it is kept shows when the database is opened again
	Err     error  // what the driver or the system says
}

// Error returns the trouble for a programmer.
func (t *Trouble) Error() string { return fmt.Sprintf("%s: %s: %v", t.File, t.What, t.Err) }

// Unwrap returns what the driver or the system says.
func (t *Trouble) Unwrap() error { return t.Err }

// Fault is what is the matter with a database, and so what cures it.
type Fault string

// The faults.
const (
	Full    Fault = "full"    // no room on the disk, or a quota is used up
	Failing Fault = "failing" // reading, writing or syncing failed, or a limit on files is reached
	Busy    Fault = "busy"    // others held it for too long
	Barred  Fault = "barred"  // it may not be opened, read or written
	Damaged Fault = "damaged" // it is not what a database looks like
	Stopped Fault = "stopped" // by a signal, at the request of who works with it
	Away    Fault = "away"    // the server does not answer, lets nobody in, or the connection to it is lost
)

// sqliteFaults tells faults by the code of SQLite, or by its last byte.
var sqliteFaults = map[int]Fault{
	sqlite3.SQLITE_FULL: Full, sqlite3.SQLITE_IOERR_SHMSIZE: Full, sqlite3.SQLITE_IOERR: Failing,
	sqlite3.SQLITE_BUSY: Busy, sqlite3.SQLITE_LOCKED: Busy, sqlite3.SQLITE_PROTOCOL: Busy,
	sqlite3.SQLITE_READONLY: Barred, sqlite3.SQLITE_CANTOPEN: Barred, sqlite3.SQLITE_PERM: Barred,
	sqlite3.SQLITE_CORRUPT: Damaged, sqlite3.SQLITE_NOTADB: Damaged, sqlite3.SQLITE_INTERRUPT: Stopped,
}

// serverFaults tells faults by the code of PostgreSQL.
var serverFaults = map[string]Fault{
	"53100": Full, "58030": Failing, "55P03": Busy, "25006": Barred, "42501": Barred, "XX001": Damaged, "XX002": Damaged,
}

// systemFaults tells faults by what the system says of a file.
var systemFaults = map[syscall.Errno]Fault{
	syscall.ENOSPC: Full, syscall.EDQUOT: Full, syscall.EFBIG: Failing, syscall.EIO: Failing,
	syscall.EROFS: Barred, syscall.EACCES: Barred, syscall.EPERM: Barred,
}

// faultOf finds the fault behind an error; ok is false if it is none of ours.
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

// busy reports whether others hold the database.
func busy(err error) bool {
	var t *Trouble
	if errors.As(err, &t) {
		return t.What == Busy
	}
	f, _ := faultOf(err)
	return f == Busy
}

// trouble returns an error of the database as a Trouble.
func (s *Store) trouble(err error) error { return InTrouble(err, s.dialect.name) }

// ended returns the error of a transaction whose context has ended as the end of
// it: what the driver says of its statements then tells nobody anything. A
// refusal stays one.
func ended(ctx context.Context, err error) error {
	var refused *finding.Refused
	if err == nil || ctx.Err() == nil || errors.Is(err, ctx.Err()) || errors.As(err, &refused) {
		return err
	}
	return fmt.Errorf("%w: %w", ctx.Err(), err)
}

// fault returns an error of the driver; that the connection is lost nobody else can
// tell from it.
func (s *Store) fault(ctx context.Context, err error) error {
	if err != nil && ctx.Err() == nil && lost(err) {
		return &Trouble{What: Away, File: s.dialect.name, Err: err}
	}
	return s.trouble(ended(ctx, err))
}

// unkept returns the error of a transaction of which nothing is kept.
func (s *Store) unkept(err error) error {
	err = s.trouble(err)
	var t *Trouble
	if errors.As(err, &t) {
		t.Writing = true
	}
	return err
}

// doubted returns the trouble after which a store must be opened again.
func (s *Store) doubted() error {
	if t := s.doubt.Load(); t != nil {
		return t
	}
	return nil
}

// InTrouble returns an error that a file's database, or the system, has raised as
// a Trouble if it is one; any other stays as it is.
func InTrouble(err error, file string) error {
	var already *Trouble
	if f, ok := faultOf(err); ok && !errors.As(err, &already) {
		return &Trouble{What: f, File: file, Err: err}
	}
	return err
}
