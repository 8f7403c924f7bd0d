package storetest

import (
	"path/filepath"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/pgtest"
)

// Databases returns the address of a new database of each kind, by name.
var Databases = map[string]func(testing.TB) string{"SQLite": File, "PostgreSQL": pgtest.Database}

// Stores returns an empty store of each kind, by name: in memory and in the
// databases.
var Stores = map[string]func(testing.TB) bureau.Store{
	"memory":     func(testing.TB) bureau.Store { return &memory.Store{} },
	"SQLite":     func(t testing.TB) bureau.Store { return databases["SQLite"](t) },
	"PostgreSQL": func(t testing.TB) bureau.Store { return databases["PostgreSQL"](t) },
}

// databases are the stores that ask in SQL.
var databases = map[string]func(testing.TB) *store.Store{
	"SQLite":     func(t testing.TB) *store.Store { return Create(t, File(t)) },
	"PostgreSQL": func(t testing.TB) *store.Store { return Create(t, pgtest.Database(t)) },
}

// File returns the address of a database in a file that does not exist yet. Its
// name has special characters.
func File(t testing.TB) string { return filepath.Join(t.TempDir(), "arpad #1?.db") }

// Create creates an empty database, which is closed when the test ends.
func Create(t testing.TB, address string) *store.Store {
	t.Helper()
	s, err := store.Create(t.Context(), address)
	return closing(t, s, err)
}

// Open opens an existing database; it is closed when the test ends.
func Open(t testing.TB, address string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), address)
	return closing(t, s, err)
}

func closing(t testing.TB, s *store.Store, err error) *store.Store {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
