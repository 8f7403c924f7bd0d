package store

import (
	"context"
	"database/sql"
	"embed"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

//go:embed queries
var queries embed.FS

// dialect is what differs between the kinds of databases; all else is the same
// for all of them.
type dialect struct {
	name    string // the address as people may read it: without a password
	file    string // in which the database is, "" if a server keeps it
	queries string // the folder with the queries that it alone has

	goose   goose.Dialect
	options []goose.ProviderOption
	view    sql.TxOptions

	patience time.Duration // with a server that is away, and with others who write

	// place sees to it that there is a place for a new database: an error that
	// is fs.ErrExist if it is taken, or, if there should be a database already,
	// ErrMissing if there is none.
	place func(fresh bool) error
	// connect gives connections that write or only read.
	connect func(writes bool) (*sql.DB, error)
	// sound says in an error what keeps the database from keeping its promises.
	sound func(context.Context, *Store) error
	// begin does what comes first in an update, and gives its ticket.
	begin func(context.Context, *Store, *sql.Tx) (ticket string, err error)
	// session gives what goes on in a transaction that sees these documents.
	session func(*documents) session
	// outcome gives what became of an update whose commit gave an error.
	outcome func(ctx context.Context, s *Store, ticket string, err error) error
	// checkpoint takes away what was deleted.
	checkpoint func(context.Context, *Store) error
	// copyTo writes all that is stored, at one moment, to an SQLite database in
	// an empty file.
	copyTo func(ctx context.Context, s *Store, file string) error
	// restore makes a database of a backup with this SHA-256.
	restore func(ctx context.Context, backup, sum string) error
	// discard takes a database away that was not filled.
	discard func() error
}

// dialectOf returns the dialect of the database at an address: a URL that begins
// with postgres:// or postgresql://, else the name of a file.
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

// Name returns an address as people may read it: without its password. One that
// cannot be understood is "...".
func Name(address string) string {
	d, err := dialectOf(address)
	if err != nil {
		return "..."
	}
	return d.name
}

// statements returns the SQL of the queries by their names: those of all
// databases, and those that this kind adds or has in another form.
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
