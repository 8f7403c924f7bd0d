package store_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// A log of SQLite that is cut anywhere leaves the bureau as it was after one of its
// changes: the log of the bureau is a beginning of what it was, and all holds.
func TestTruncatedLogLeavesAnEarlierState(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "arpad.db")
	first := storetest.Create(t, path)
	d := bureautest.DemoLived(t, first, 1)
	d.Must(first.Close()) // all is in the database, and the log is empty
	d.Store = storetest.Open(t, path)
	for range 20 {
		_, err := desk.AddPrecedent(ctx, d.Bureau, desk.Precedent{Title: "Late?", Text: "No.", By: "the board"})
		d.Must(err)
	}
	whole, err := os.ReadFile(path)
	d.Must(err)
	wal, err := os.ReadFile(path + "-wal")
	d.Must(err)
	entries := func(b *bureau.Bureau) (n int) {
		d.Must(b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
			all, err := bureau.Entries.All(r, "")
			n = len(all)
			return err
		}))
		return n
	}
	all := entries(d.Bureau)
	if len(wal) == 0 {
		t.Fatal("there is no log")
	}
	dice, fewer := rand.New(rand.NewPCG(3, 3)), 0
	for range 12 {
		cut := filepath.Join(t.TempDir(), "arpad.db")
		d.Must(os.WriteFile(cut, whole, 0o600))
		d.Must(os.WriteFile(cut+"-wal", wal[:dice.IntN(len(wal))], 0o600))
		s, err := store.Open(ctx, cut)
		d.Must(err)
		again := *d.Bureau
		again.Store = s
		faults, err := care.Verify(ctx, &again, nil)
		if err != nil || len(faults) > 0 {
			t.Errorf("verify: %v, %v", faults, err)
		}
		switch n := entries(&again); {
		case n > all:
			t.Errorf("there are %d entries, %d were written", n, all)
		case n < all:
			fewer++
		}
		d.Must(s.Close())
	}
	if fewer == 0 {
		t.Error("nothing was cut off")
	}
}
