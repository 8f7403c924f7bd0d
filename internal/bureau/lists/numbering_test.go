package lists_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
)

// IDs are found by number in whatever order they were stored, and the number that is missing
// is named.
func TestNumbering(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	const players, missing = 100, 70
	s := &memory.Store{}
	id := func(n uint32) string { return fmt.Sprintf("N%04d", 9*n%players) }
	keep := func(numbers ...int) {
		bureautest.Must(t, s.Update(ctx, func(w bureau.Writer) error {
			for _, n := range numbers {
				if err := lists.KeepID(w, uint32(n), id(uint32(n))); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	var all []int
	for _, n := range rand.New(rand.NewPCG(1, 2)).Perm(players) {
		if n != missing {
			all = append(all, n)
		}
	}
	keep(all...)
	bureautest.Must(t, s.View(ctx, func(r bureau.Reader) error {
		if _, err := lists.ReadNumbering(r); err == nil || !strings.Contains(err.Error(), fmt.Sprint(missing)) {
			t.Errorf("player %d is missing: %v", missing, err)
		}
		for _, n := range []uint32{missing, players, 40 * players} {
			found, err := lists.FindID(r, n)
			if _, missed := lists.IDOf(r, n); found != "" || err != nil || missed == nil {
				t.Errorf("player %d is %q (%v, %v)", n, found, err, missed)
			}
		}
		return nil
	}))
	keep(missing, missing)
	bureautest.Must(t, s.View(ctx, func(r bureau.Reader) error {
		numbering, err := lists.ReadNumbering(r)
		if err != nil || len(numbering.IDs) != players {
			t.Fatalf("%d players: %v", len(numbering.IDs), err)
		}
		for n, read := range numbering.IDs {
			if found, err := lists.IDOf(r, uint32(n)); found != id(uint32(n)) || read != found || err != nil {
				t.Errorf("player %d is %q and %q (%v), want %q", n, found, read, err, id(uint32(n)))
			}
		}
		return nil
	}))
}
