package store_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/roster"
)

// Who reads lists while others publish sees each of them whole, and never two at once.
func TestListsAreReadWhileOthersPublish(t *testing.T) {
	t.Parallel()
	for name, open := range storetest.Stores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			listsAreRead(t, open(t))
		})
	}
}

func listsAreRead(t *testing.T, s bureau.Store) {
	ctx := context.Background()
	d := bureautest.DemoLived(t, s, 0)
	stop := make(chan struct{})
	var group sync.WaitGroup
	var wrong error
	group.Go(func() {
		for wrong == nil {
			wrong = readLists(ctx, d.Bureau)
			select {
			case <-stop:
				return
			default:
			}
		}
	})
	d.PublishAll(-1)
	close(stop)
	group.Wait()
	if wrong != nil {
		t.Error(wrong)
	}
	d.Must(readLists(ctx, d.Bureau))
}

// readLists reads the newest list in one transaction, and compares its documents, its rows
// and its digest.
func readLists(ctx context.Context, b *bureau.Bureau) error {
	return b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		all, err := lists.AllPublications(r)
		if err != nil {
			return err
		}
		stored, err := rows.Publications.Select(r, bureau.Range{})
		if err != nil {
			return err
		}
		p := all[len(all)-1]
		run, err := lists.FindRun(r, p.Run)
		if err != nil {
			return err
		}
		list, err := lists.ListOf(r, p.Run)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(roster.AppendStandings(nil, list.Standings))
		if is := hex.EncodeToString(sum[:]); is != run.Digest || len(stored) != len(all) {
			return errors.New(fmt.Sprint("list ", p.Label, " has the digest ", is, ", not ", run.Digest, "; ", len(stored), " rows of ", len(all)))
		}
		return nil
	})
}
