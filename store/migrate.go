package store

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"github.com/pressly/goose/v3"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/rows"
)

// state is the contents of a database.
type state struct {
	schema  bool  // it has a bureau's schema
	version int64 // of the schema
	filled  bool  // it has documents
	seal    int   // size of the seal of a bureau's settings; 0 if it has none
	others  int   // tables of other programs
}

// empty reports whether a bureau can be created: the database is empty, or what
// remains of one never filled.
func (s state) empty() bool { return s.others == 0 && !s.filled }

func (s *Store) state(ctx context.Context) (state, error) {
	tables, err := s.tables(ctx)
	if err != nil {
		return state{}, err
	}
	found := state{schema: tables["document"] && tables["goose_db_version"]}
	for _, ours := range []string{"document", "ticket", "goose_db_version"} {
		delete(tables, ours)
	}
	for _, t := range rows.All {
		delete(tables, t.Name)
	}
	found.others = len(tables)
	if found.schema {
		err = s.read.QueryRowContext(ctx, s.sql["state"]).Scan(&found.version, &found.filled, &found.seal)
	}
	return found, err
}

// tables returns the names of all tables.
func (s *Store) tables(ctx context.Context) (names map[string]bool, err error) {
	rows, err := s.read.QueryContext(ctx, s.sql["tables"])
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	names = map[string]bool{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names[name] = true
	}
	return names, rows.Err()
}

// current refuses a database that this program cannot work with.
func (s *Store) current(found state) error {
	if !found.schema || !found.filled {
		return ErrMissing
	}
	if found.seal > 0 && (found.seal < bureau.SealSize || found.version < logged) {
		return ErrUnlogged
	}
	p, err := s.provider()
	if err != nil {
		return err
	}
	sources := p.ListSources()
	switch newest := sources[len(sources)-1].Version; {
	case found.version < newest:
		return ErrOutdated
	case found.version > newest:
		return ErrNewer
	}
	return nil
}

// logged is the version of the schema since which the log is as verify reads it. It changes
// no table: what was logged otherwise cannot be made again.
const logged = 4

func (s *Store) provider() (*goose.Provider, error) {
	dir, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	own := append(slices.Clone(s.dialect.migrations), goose.NewGoMigration(3, &goose.GoFunc{RunTx: s.dialect.makeRows}, nil), goose.NewGoMigration(logged, nil, nil))
	return goose.NewProvider(s.dialect.goose, s.write.DB, dir, append(slices.Clone(s.dialect.options), goose.WithGoMigrations(own...))...)
}

// migrate brings the schema up to date and returns the number of steps.
func (s *Store) migrate(ctx context.Context) (steps int, err error) {
	p, err := s.provider()
	if err != nil {
		return 0, err
	}
	done, err := p.Up(ctx)
	return len(done), err
}

// Migrate brings the schema of a bureau's database up to date and returns the
// number of steps. No other program may use the database meanwhile.
func Migrate(ctx context.Context, address string) (steps int, err error) {
	d, err := dialectOf(address)
	if err != nil {
		return 0, err
	}
	s, err := connect(d, false)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(s.fault(ctx, err), s.Close()) }()
	found, err := s.state(ctx)
	if err != nil {
		return 0, err
	}
	if err := s.current(found); !errors.Is(err, ErrOutdated) {
		return 0, err
	}
	return s.migrate(ctx)
}
