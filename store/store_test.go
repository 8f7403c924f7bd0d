package store_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/store"
	"github.com/arpadchess/arpad/store/pgtest"
	"github.com/arpadchess/arpad/store/storetest"
)

// databases gives the address of a new database of each kind.
var databases = map[string]func(testing.TB) string{
	"SQLite":     func(t testing.TB) string { return filepath.Join(t.TempDir(), "arpad #1?.db") },
	"PostgreSQL": pgtest.Database,
}

// inEach runs a test with a new database of each kind.
func inEach(t *testing.T, test func(t *testing.T, s *store.Store)) {
	for name, address := range databases {
		t.Run(name, func(t *testing.T) { test(t, create(t, address(t))) })
	}
}

func TestDatabases(t *testing.T) {
	for name, address := range databases {
		t.Run(name, func(t *testing.T) {
			storetest.Test(t, func(t testing.TB) bureau.Store { return create(t, address(t)) })
		})
	}
}

func TestMemory(t *testing.T) {
	storetest.Test(t, func(testing.TB) bureau.Store { return &bureau.Memory{} })
}

// create makes an empty database, which is closed when the test is over.
func create(t testing.TB, address string) *store.Store {
	t.Helper()
	s, err := store.Create(t.Context(), address)
	return closing(t, s, err)
}

// reopen opens a database once more.
func reopen(t testing.TB, address string) *store.Store {
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

// Who goes away in the middle of a transaction hears that, whatever the driver
// says of its statements by then.
func TestCancelledMidway(t *testing.T) {
	inEach(t, func(t *testing.T, s *store.Store) {
		for range 40 {
			ctx, cancel := context.WithCancel(t.Context())
			err := s.Update(ctx, func(w bureau.Writer) error {
				_, err := w.Get("kind", "key")
				cancel()
				for err == nil {
					_, err = w.Get("kind", "key")
				}
				return err
			})
			if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}
	})
}
