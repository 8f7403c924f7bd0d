package storetest

import (
	"path/filepath"
	"testing"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/store"
	"github.com/arpadchess/arpad/store/pgtest"
)

// Databases gives, by its name, the address of a new database of each kind.
var Databases = map[string]func(testing.TB) string{"SQLite": File, "PostgreSQL": pgtest.Database}

// Stores gives, by its name, an empty store of each kind: in memory, and in the
// databases.
var Stores = map[string]func(testing.TB) bureau.Store{
	"memory":     func(testing.TB) bureau.Store { return &bureau.Memory{} },
	"SQLite":     func(t testing.TB) bureau.Store { return Create(t, File(t)) },
	"PostgreSQL": func(t testing.TB) bureau.Store { return Create(t, pgtest.Database(t)) },
}

// File returns the address of a database in a file that is not there yet; its name
// has to be taken as it is.
func File(t testing.TB) string { return filepath.Join(t.TempDir(), "arpad #1?.db") }

// Create makes an empty database, which is closed when the test is over.
func Create(t testing.TB, address string) *store.Store {
	t.Helper()
	s, err := store.Create(t.Context(), address)
	return closing(t, s, err)
}

// Open opens a database that is there; it is closed when the test is over.
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
