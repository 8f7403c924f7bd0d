package store_test

import (
	"errors"
	"testing"

	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// A bureau of a program that logged otherwise is refused, and not upgraded: verify would
// take all of it for forged.
func TestDatabaseOfAnotherLogIsRefused(t *testing.T) {
	t.Parallel()
	address := pgtest.Database(t)
	bureautest.DemoLived(t, storetest.Create(t, address), 1)
	execute(t, address, "DELETE FROM goose_db_version WHERE version_id >= 4")
	if _, err := store.Open(t.Context(), address); !errors.Is(err, store.ErrUnlogged) {
		t.Errorf("it is opened: %v", err)
	}
}
