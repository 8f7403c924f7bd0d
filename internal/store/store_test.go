package store_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// inEach runs a test with a new database of each kind.
func inEach(t *testing.T, test func(t *testing.T, s *store.Store)) {
	for name, address := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, storetest.Create(t, address(t)))
		})
	}
}

func TestStores(t *testing.T) {
	t.Parallel()
	for name, open := range storetest.Stores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.Test(t, open)
		})
	}
}

// A transaction whose context is cancelled returns the context's error,
// whatever the driver's error is.
func TestCancelledMidway(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, s *store.Store) {
		for range soak.Of(10, 40) {
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

// A file that was removed or replaced since it was opened is neither read nor written: nobody else
// would see what is written to it. When it is back, work goes on.
func TestFileIsReplaced(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "arpad.db")
	s := storetest.Create(t, path)
	if err := count(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	refused := func(what string) {
		t.Helper()
		for does, err := range map[string]error{"read": s.View(t.Context(), func(bureau.Reader) error { return nil }), "written": count(t.Context(), s)} {
			if !store.HasMoved(err) {
				t.Errorf("%s: it is %s: %v", what, does, err)
			}
		}
	}
	away := path + ".away"
	move := func(from, to string) {
		t.Helper()
		for _, of := range []string{"", "-wal", "-shm"} {
			if err := os.Rename(from+of, to+of); err != nil {
				t.Fatal(err)
			}
		}
	}
	move(path, away)
	refused("removed")
	other := storetest.Create(t, path)
	refused("replaced")
	if err := count(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	move(path, path+".other")
	move(away, path)
	if err := count(t.Context(), s); err != nil || total(t, s) != 2 {
		t.Errorf("it is back: %v", err)
	}
}
