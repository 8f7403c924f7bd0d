package store

import (
	"context"
	"database/sql"
	"embed"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"github.com/pressly/goose/v3"

	"github.com/arpadchess/arpad/internal/bureau"
)

//go:embed migrations
var migrations embed.FS

//go:embed queries
var queries embed.FS

// dialect is everything in which the kinds of databases differ.
type dialect struct {
	name    string // the address without its password
	file    string // the database file, "" for a server
	queries string // folder of its own queries, and of its migrations
	schema  string // of the server, that holds the work database

	goose   goose.Dialect
	options []goose.ProviderOption

	view sql.TxOptions

	rowInteger    func(bits int) string // type of a column of integers
	rowText       string                // type of a column of texts
	rowTable      string                // what stands behind the columns
	numberedTable string                // the same if the key is a number
	// anyOf returns a condition: a column has one of the values of a list.
	anyOf func(column bureau.Column, list string) string
	// list returns the argument for a list of values.
	list func(column bureau.Column, values []any) any

	patience time.Duration // how long to wait for a server that is away, and for other writers

	// beside returns the dialect of the work database.
	beside func() (*dialect, error)
	// place makes a file for a new database (fs.ErrExist if it is taken), or, if
	// fresh is false, checks that there is a database (ErrMissing).
	place func(fresh bool) error
	// connect opens connections for writing or for reading.
	connect func(writes bool) (*sql.DB, error)
	// sound returns an error if a setting breaks the database's guarantees.
	sound func(context.Context, *Store) error
	// begin starts an update and returns its ticket.
	begin func(context.Context, *Store, *sql.Tx) (ticket string, err error)
	// session returns the session of a transaction.
	session func(*documents) session
	// outcome returns the final error of an update whose commit failed.
	outcome func(ctx context.Context, s *Store, ticket string, err error) error
	// checkpoint erases deleted data.
	checkpoint func(context.Context, *Store) error
	// integrity has the database check itself.
	integrity func(context.Context, *Store) (faults []string, checked bool, err error)
	// copyTo writes a snapshot of everything stored to an SQLite database in an
	// empty file.
	copyTo func(ctx context.Context, s *Store, file string) error
	// restore restores a backup whose SHA-256 is one of these, and calls work; in a file before the database is there.
	restore func(ctx context.Context, backup string, hashes []string, work func() error) error
	// discard removes a database that was not filled.
	discard func() error
}

// dialectOf returns the dialect for an address: a URL starting with postgres://
// or postgresql://, otherwise a file name.
func dialectOf(address string) (*dialect, error) {
	scheme, rest, isURL := strings.Cut(address, "://")
	scheme = strings.ToLower(scheme)
	switch {
	case isURL && (scheme == "postgres" || scheme == "postgresql"):
		return onServer(scheme + "://" + rest)
	case isURL || !looksLikeFile(address):
		return nil, ErrAddress
	}
	return inFile(address), nil
}

// stat returns what the system knows of the database file, nil for a server.
func (d *dialect) stat() (os.FileInfo, error) {
	if d.file == "" {
		return nil, nil
	}
	return os.Stat(d.file)
}

// Name returns an address without its password, "..." if it is not understood.
func Name(address string) string {
	d, err := dialectOf(address)
	if err != nil {
		return "..."
	}
	return d.name
}

// statements returns the SQL of the queries by name: the common ones, and those
// that this kind adds or replaces.
func (d *dialect) statements() (map[string]string, error) {
	all := map[string]string{}
	for _, folder := range []string{"queries", path.Join("queries", d.queries)} {
		files, err := fs.Glob(queries, folder+"/*.sql")
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			data, err := queries.ReadFile(file)
			if err != nil {
				return nil, err
			}
			all[strings.TrimSuffix(path.Base(file), ".sql")] = string(data)
		}
	}
	return all, nil
}
