package tamper_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/tamper"
)

// The root of the edge is that of the tree, for every number of leaves.
func TestEdgeHasTheRootOfTheTree(t *testing.T) {
	t.Parallel()
	edge, tree := &proof.Edge{}, &tamper.Tree{}
	for n := range 300 {
		root, err := tree.Root(tree.Size())
		if err != nil || n > 0 && edge.Root() != root {
			t.Fatalf("%d leaves: %x, want %v (%v)", n, edge.Root(), root, err)
		}
		leaf := fmt.Appendf(nil, "leaf %d", n)
		edge.Add(leaf)
		if err := tree.Add(tlog.RecordHash(leaf)); err != nil {
			t.Fatal(err)
		}
	}
}

// leafReader is a store that counts the leaves that are read.
type leafReader struct {
	bureau.Store
	leaves int
}

type leafReading struct {
	bureau.Writer
	of *leafReader
}

func (c *leafReader) Update(ctx context.Context, f func(bureau.Writer) error) error {
	return c.Store.Update(ctx, func(w bureau.Writer) error { return f(leafReading{w, c}) })
}

func (w leafReading) Get(kind, key string) ([]byte, error) {
	if kind == proof.AllLeaves.Kind {
		w.of.leaves++
	}
	return w.Writer.Get(kind, key)
}

func (w leafReading) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	return w.Writer.Scan(kind, from, to, func(key string, data []byte) (bool, error) {
		if kind == proof.AllLeaves.Kind {
			w.of.leaves++
		}
		return each(key, data)
	})
}

// However many leaves there are, the first change of a day reads a few, in a process that
// has just begun.
func TestLeafCostsTheSameHoweverManyThereAre(t *testing.T) {
	t.Parallel()
	const most = 5
	ctx := context.Background()
	d := japan(t)
	d.Daily = proof.AppendDayLeaf
	store := &leafReader{Store: d.guard.Store}
	d.On("2024-01-01")
	for day := range 60 {
		d.Now = d.Now.Add(24 * time.Hour)
		d.guard = &tamper.Guard{Store: store, Key: d.guard.Key, File: d.guard.File}
		d.Store = d.guard
		store.leaves = 0
		_, err := desk.AddPrecedent(ctx, d.Bureau, desk.Precedent{Title: "Late?", Text: "No.", By: "the board"})
		d.Must(err)
		if store.leaves > most {
			t.Fatalf("day %d: %d leaves were read, want %d at most", day, store.leaves, most)
		}
	}
	if last := d.last(); last.Size < 60 {
		t.Errorf("%d leaves are signed", last.Size)
	}
	d.Sound()
}
