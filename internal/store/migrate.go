package store

import (
	"context"
	"database/sql"
	"io/fs"
	"path"

	"github.com/pressly/goose/v3"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// state is the contents of a database.
type state struct {
	schema  bool   // it has a bureau's schema
	version int64  // of the schema
	filled  bool   // it has documents
	seal    int    // size of the seal of a bureau's settings; 0 if it has none
	digest  string // of the definitions of its row tables; empty: not known
	others  int    // tables of other programs
}

// empty reports whether a bureau can be created: the database is empty, or what
// remains of one never filled.
func (s state) empty() bool { return s.others == 0 && !s.filled }

func (s *Store) state(ctx context.Context) (state, error) {
	tables, err := names(ctx, s.read, s.sql["tables"])
	if err != nil {
		return state{}, err
	}
	found := state{schema: tables["document"] && tables["goose_db_version"]}
	made := map[string]bool{}
	if tables["row_table"] {
		if made, err = names(ctx, s.read, s.sql["row_tables"]); err != nil {
			return state{}, err
		}
		if err := s.read.QueryRowContext(ctx, s.sql["row_digest"]).Scan(&found.digest); err != nil {
			return state{}, err
		}
	}
	for _, t := range rows.All {
		made[t.Name] = true
	}
	for _, ours := range []string{"document", "ticket", "row_table", "goose_db_version"} {
		made[ours] = true
	}
	for name := range tables {
		if !made[name] {
			found.others++
		}
	}
	if found.schema {
		err = s.read.QueryRowContext(ctx, s.sql["state"]).Scan(&found.version, &found.filled, &found.seal)
	}
	return found, err
}

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, arguments ...any) (*sql.Rows, error)
}

// names returns the names that a query finds.
func names(ctx context.Context, db querier, query string) (found map[string]bool, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	found = map[string]bool{}
	return found, eachRow(rows, func(scan func(...any) error) (bool, error) {
		var name string
		err := scan(&name)
		found[name] = true
		return true, err
	})
}

// check refuses a database that this program cannot work with, not even after
// an upgrade. It reports whether the database needs one.
func (s *Store) check(found state) (outdated bool, err error) {
	if !found.schema || !found.filled {
		return false, ErrMissing
	}
	if found.seal > 0 && (found.seal < bureau.SealSize || found.version < logged) {
		return false, ErrUnlogged
	}
	p, err := s.provider()
	if err != nil {
		return false, err
	}
	sources := p.ListSources()
	newest := sources[len(sources)-1].Version
	if found.version > newest {
		return false, ErrNewer
	}
	return found.version < newest || found.digest != s.rows, nil
}

// logged is the version of the schema since which the log is as verify reads it.
const logged = 4

func (s *Store) provider() (*goose.Provider, error) {
	dir, err := fs.Sub(migrations, path.Join("migrations", s.dialect.queries))
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(s.dialect.goose, s.write.DB, dir, s.dialect.options...)
}

// migrate brings the schema up to date.
func (s *Store) migrate(ctx context.Context) error {
	p, err := s.provider()
	if err == nil {
		_, err = p.Up(ctx)
	}
	return err
}
