package store_test

import (
	"context"
	"errors"
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
