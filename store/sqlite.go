package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"
)

// inFile is the dialect of a database in a file.
func inFile(path string) *dialect {
	return &dialect{
		name: path, file: path, queries: "sqlite",
		goose: goose.DialectSQLite3, view: sql.TxOptions{ReadOnly: true}, patience: mostPatience,
		place: func(fresh bool) error { return placeFile(path, fresh) },
		connect: func(writes bool) (*sql.DB, error) {
			if writes {
				// SQLite waits deaf to who wants to stop; so it waits often, not long.
				return sql.Open("sqlite", dataSource(path, pragmas+"&_pragma=busy_timeout(250)&_txlock=immediate"))
			}
			return sql.Open("sqlite", dataSource(path, pragmas+"&_pragma=busy_timeout(30000)&_pragma=query_only(1)"))
		},
		sound:      func(context.Context, *Store) error { return nil },
		begin:      func(context.Context, *Store, *sql.Tx) (string, error) { return "", nil },
		session:    func(d *documents) session { return d },
		outcome:    inDoubt,
		checkpoint: truncateLog,
		copyTo:     vacuumInto,
		restore:    func(_ context.Context, backup, want string) error { return restoreFile(backup, want, path) },
		discard:    func() error { return os.Remove(path) },
	}
}

// placeFile makes a new empty file, or says whether there is one.
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

// pragmas says how a database is opened that others may be using: a commit is on
// the disk when it is acknowledged, and what is deleted is overwritten, so that
// what was forgotten cannot be read from the disk.
const pragmas = "_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=cache_size(-65536)&_pragma=secure_delete(1)"

func dataSource(path, how string) string {
	return (&url.URL{Scheme: "file", Opaque: url.PathEscape(path), RawQuery: how}).String()
}

// still is the dialect of a file that nobody changes: a backup.
func still(path string) *dialect { return sole(path, "immutable=1") }

// unsettled is the dialect of an empty file that is there, and is brought to the
// disk when it is complete, or else thrown away.
func unsettled(path string) *dialect {
	d := sole(path, "_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)")
	d.place = func(bool) error { return nil }
	return d
}

// sole is the dialect of a file that nobody else uses.
func sole(path, how string) *dialect {
	d := inFile(path)
	d.connect = func(bool) (*sql.DB, error) { return sql.Open("sqlite", dataSource(path, how)) }
	return d
}

// inDoubt returns the error of a commit. If the disk failed, what is on it shows
// when the database is opened again; until then nobody works with it.
func inDoubt(_ context.Context, s *Store, _ string, err error) error {
	err = s.unkept(err)
	var t *Trouble
	if errors.As(err, &t) && t.What == Failing {
		t.Unknown = true
		s.doubt.Store(t)
	}
	return err
}

// truncateLog brings the log beside the database home and empties it.
func truncateLog(ctx context.Context, s *Store) error {
	var held, pages, moved int
	err := s.write.QueryRowContext(ctx, s.sql["checkpoint"]).Scan(&held, &pages, &moved)
	if err == nil && held != 0 {
		err = &Trouble{What: Busy, File: s.dialect.name, Err: errors.New("somebody is reading what was deleted")}
	}
	return err
}

// vacuumInto has the database write a compact copy of itself into an empty file.
func vacuumInto(ctx context.Context, s *Store, file string) error {
	// Not through the connection that writes: others may be waiting for it.
	db, err := s.dialect.connect(true)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, s.sql["backup"], file)
	if f, _ := faultOf(err); f == Busy || f == Damaged { // the copy is new
		err = s.trouble(err)
	}
	return errors.Join(err, db.Close())
}
