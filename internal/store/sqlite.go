package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // driver "sqlite"

	"github.com/arpadchess/arpad/internal/bureau"
)

// inFile returns the dialect of a database in a file.
func inFile(path string) *dialect {
	return &dialect{
		name: path, file: path, queries: "sqlite",
		goose: goose.DialectSQLite3, view: sql.TxOptions{ReadOnly: true}, patience: maxPatience,
		beside: func() (*dialect, error) { return inFile(path + WorkFile), nil },
		place:  func(fresh bool) error { return placeFile(path, fresh) },
		connect: func(writes bool) (*sql.DB, error) {
			if writes {
				// SQLite cannot be interrupted while it waits, so it waits
				// often but briefly.
				return sql.Open("sqlite", dataSource(path, pragmas+"&_pragma=cache_size(-16384)&_pragma=temp_store(memory)&_pragma=wal_autocheckpoint(4000)&_pragma=busy_timeout(250)&_txlock=immediate"))
			}
			if sealedOff(path) {
				return sql.Open("sqlite", dataSource(path, "immutable=1"))
			}
			return sql.Open("sqlite", dataSource(path, pragmas+"&_pragma=cache_size(-4096)&_pragma=busy_timeout(30000)&_pragma=query_only(1)"))
		},
		rowInteger: func(int) string { return "INTEGER" }, rowText: "TEXT", rowTable: " STRICT, WITHOUT ROWID", numberedTable: " STRICT",
		anyOf: func(c bureau.Column, list string) string {
			return c.Name + " IN (SELECT value FROM json_each(" + list + "))"
		},
		list: func(_ bureau.Column, values []any) any {
			text, _ := json.Marshal(values) // text and integers
			return string(text)
		},
		sound:      func(context.Context, *Store) error { return nil },
		begin:      func(context.Context, *Store, *sql.Tx) (string, error) { return "", nil },
		session:    func(d *documents) session { return inProcess{d.batched(d.putBatches)} },
		outcome:    inDoubt,
		checkpoint: truncateLog,
		integrity:  integrityOfFile,
		copyTo:     vacuumInto,
		restore: func(_ context.Context, backup string, hashes []string, work func() error) error {
			return restoreFile(backup, hashes, path, work)
		},
		discard: func() error { return os.Remove(path) },
	}
}

// placeFile creates a new empty file, or checks that there is one.
func placeFile(path string, fresh bool) error {
	if fresh {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		return f.Close()
	}
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", path, ErrMissing)
	}
	return err
}

// pragmas open a database that others may be using. A commit is on disk when it
// is acknowledged, and deleted data is overwritten, so that forgotten data
// cannot be read from the disk.
// The connection that writes keeps pages of 16 MiB in 32 MiB of memory, each of those that
// read pages of 4 MiB; more pages make nothing faster that was measured (docs/benchmarks.md).
// What a statement may have to take back is kept in memory: with a file beside, a report takes a twentieth more time.
// It moves the log into the database after 16 MiB, so that a page that many reports change
// is moved once.
const pragmas = "_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=secure_delete(1)"

func dataSource(path, how string) string {
	return (&url.URL{Scheme: "file", Opaque: url.PathEscape(path), RawQuery: how}).String()
}

// readOnlyFile returns the dialect of a file that nobody changes: a backup.
func readOnlyFile(path string) *dialect { return exclusiveFile(path, "immutable=1") }

// unfinishedFile returns the dialect of an existing empty file that is either synced
// when complete or discarded.
func unfinishedFile(path string) *dialect {
	d := exclusiveFile(path, "_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)&_pragma=secure_delete(1)&_pragma=cache_size(-16384)")
	d.place = func(bool) error { return nil }
	return d
}

// exclusiveFile returns the dialect of a file that nobody else uses.
func exclusiveFile(path, how string) *dialect {
	d := inFile(path)
	d.connect = func(bool) (*sql.DB, error) { return sql.Open("sqlite", dataSource(path, how)) }
	return d
}

// inDoubt returns the error of a failed commit. After a disk failure the
// outcome is only known once the database is opened again; until then it cannot
// be used.
func inDoubt(_ context.Context, s *Store, _ string, err error) error {
	err = s.unkept(err)
	var t *Trouble
	if errors.As(err, &t) && t.What == Failing {
		t.Unknown = true
		s.doubt.Store(t)
	}
	return err
}

// truncateLog moves the log into the database and empties it.
func truncateLog(ctx context.Context, s *Store) error {
	var held, pages, moved int
	err := s.write.QueryRowContext(ctx, s.sql["checkpoint"]).Scan(&held, &pages, &moved)
	if err == nil && held != 0 {
		err = &Trouble{What: Busy, File: s.dialect.name, Err: errors.New("somebody is reading what was deleted")}
	}
	return err
}

// vacuumInto has SQLite write a compact copy of the database to an empty file.
func vacuumInto(ctx context.Context, s *Store, file string) error {
	// A connection of its own, because others may be waiting for the writing
	// one. One that may write, for the copy, unless nobody can write there.
	db, err := s.dialect.connect(!sealedOff(s.dialect.file))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, s.sql["backup"], file)
	if f, _ := faultOf(err); f == Busy || f == Damaged { // the fault is the copy's
		err = s.trouble(err)
	}
	return errors.Join(err, db.Close())
}
