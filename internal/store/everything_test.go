package store_test

import (
	"context"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/projection"
)

// over returns a bureau on a database that has one.
func over(s bureau.Store) *bureau.Bureau {
	return &bureau.Bureau{Store: s, Clock: func() time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) }, Actor: bureau.AtTerminal("officer"), Projection: projection.Rows{}}
}

// everything returns all documents as stored.
func everything(t testing.TB, s bureau.Store) (map[string]string, error) {
	t.Helper()
	all := map[string]string{}
	err := s.View(context.Background(), func(r bureau.Reader) error {
		kinds, err := r.Kinds()
		if err != nil {
			return err
		}
		for _, kind := range kinds {
			err := r.Scan(kind, "", "", func(key string, value []byte) (bool, error) {
				all[kind+"\x00"+key] = string(value)
				return true, nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return all, err
}

// unsealed returns a stored document without its seal, of which the salt is random.
func unsealed(stored string) string { return stored[:max(0, len(stored)-bureau.SealSize)] }
