package store_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/store"
	"github.com/arpadchess/arpad/store/storetest"
)

func TestSQLite(t *testing.T) {
	storetest.Test(t, func(t testing.TB) bureau.Store {
		s, err := store.Create(context.Background(), filepath.Join(t.TempDir(), "arpad #1?.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		return s
	})
}

func TestMemory(t *testing.T) {
	storetest.Test(t, func(testing.TB) bureau.Store { return &bureau.Memory{} })
}
