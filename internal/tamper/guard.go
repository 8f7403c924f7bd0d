package tamper

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"sync"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/settle"
)

// Guard is a bureau.Store that signs a checkpoint whenever leaves were added. It
// refuses to write (*finding.Refused) to a database that does not extend the
// last checkpoint, because it was restored from an old backup or edited by hand:
// whoever has that checkpoint would see two histories. It also refuses to write
// if the last checkpoint is missing. Reading is always possible.
//
// Several processes may guard one database.
type Guard struct {
	bureau.Store
	Key  *Key
	File string // file of the last checkpoint
	// Failed is called with the error if a checkpoint could not be signed after
	// a successful write; the next write signs it. It may be nil.
	Failed func(error)

	mu   sync.Mutex
	held Checkpoint  // the checkpoint known to be extended by the store
	edge *proof.Edge // of held; nil: unknown
}

// Update implements bureau.Store.
func (g *Guard) Update(ctx context.Context, f func(bureau.Writer) error) error {
	last, err := g.Last()
	if err == nil && last.Size == 0 {
		last, err = g.sign(ctx) // the first one
	}
	if err != nil {
		return err
	}
	behind, grown := false, false
	err = g.Store.Update(ctx, func(w bureau.Writer) (err error) {
		leaves, err := proof.LeafCount(bureau.Checked(w))
		if err == nil && leaves > 0 {
			behind, err = g.extends(w, last)
		}
		if err == nil {
			err = f(w)
		}
		if err == nil {
			grown, err = g.extends(w, last) // also for a bureau imported into an empty store
		}
		return err
	})
	if behind || err == nil && grown {
		if _, failed := g.sign(ctx); failed != nil && err == nil && g.Failed != nil {
			g.Failed(failed)
		}
	}
	return err
}

// Last returns the last checkpoint; before the first one, that of an empty
// tree.
func (g *Guard) Last() (*Checkpoint, error) {
	signed, err := os.ReadFile(g.File)
	if errors.Is(err, fs.ErrNotExist) {
		return &Checkpoint{}, nil
	}
	if err != nil {
		return nil, err
	}
	c, err := OpenCheckpoint(signed, g.Key.Public)
	if err != nil {
		return nil, finding.Refuse("checkpoint-unreadable", finding.Text("file", g.File))
	}
	return c, nil
}

// extends refuses a database that does not extend a checkpoint, and reports
// whether it has more leaves.
func (g *Guard) extends(stored bureau.Reader, last *Checkpoint) (more bool, err error) {
	g.mu.Lock()
	known := last.Size == 0 || g.held.Size == last.Size && g.held.Root == last.Root
	g.mu.Unlock()
	if !known {
		if known, err = g.atEdge(bureau.Checked(stored), last); err != nil {
			return false, err
		}
	}
	n, err := proof.LeafCount(bureau.Checked(stored))
	if err != nil || known && int64(n) >= last.Size {
		return int64(n) > last.Size, err
	}
	tree, key, err := g.tree(bureau.Checked(stored))
	if err == nil {
		err = extends(tree, last)
	}
	if err == nil {
		err = g.checkKey(key)
	}
	if err == nil {
		g.setHeld(last, nil)
	}
	return err == nil && tree.Size() > last.Size, err
}

// atEdge reports whether the stored edge is that of a checkpoint: then the database has
// the leaves that were signed, and no others, and nobody needs to read them. What the leaves
// themselves are is for verify to say.
func (g *Guard) atEdge(r bureau.Reader, last *Checkpoint) (bool, error) {
	e, err := proof.EdgeOf(r)
	if err != nil || int64(e.Size) != last.Size || tlog.Hash(e.Root()) != last.Root {
		return false, err
	}
	g.setHeld(last, e)
	return true, nil
}

// tree returns the tree of the leaves, and the key that signs it now: the last
// one announced by a leaf, else the guard's.
func (g *Guard) tree(r bureau.Reader) (t *Tree, key string, err error) {
	t, key = &Tree{}, g.Key.Public
	err = proof.Leaves(r, 0, func(leaf []byte) error {
		var l proof.Leaf
		if err := json.Unmarshal(leaf, &l); err != nil {
			return err
		}
		if l.Key != nil {
			key = l.Key.Key
		}
		return t.Add(tlog.RecordHash(leaf))
	})
	return t, key, err
}

// covers returns the tree of the last checkpoint, and refuses a database that does
// not extend it.
func (g *Guard) covers(r bureau.Reader) (*Tree, error) {
	last, err := g.Last()
	if err != nil {
		return nil, err
	}
	all, key, err := g.tree(r)
	if err == nil {
		err = extends(all, last)
	}
	if err == nil {
		err = g.checkKey(key)
	}
	if err != nil {
		return nil, err
	}
	signed := &Tree{}
	for number := int64(1); number <= last.Size; number++ {
		leaf, err := all.Leaf(number)
		if err == nil {
			err = signed.Add(leaf)
		}
		if err != nil {
			return nil, err
		}
	}
	return signed, nil
}

// checkKey refuses a tree that is now signed with another key.
func (g *Guard) checkKey(key string) error {
	if key != g.Key.Public {
		return finding.Refuse("key-renewed", finding.Text("key", key))
	}
	return nil
}

// setHeld records that the store extends a checkpoint, and its edge, if it is known.
func (g *Guard) setHeld(c *Checkpoint, e *proof.Edge) {
	g.mu.Lock()
	if g.held.Size != c.Size || g.held.Root != c.Root || e != nil {
		g.held, g.edge = *c, e
	}
	g.mu.Unlock()
}

// grown returns the edge of all leaves, and the key that signs them, from the edge of the
// last checkpoint and the leaves behind it. The edge is nil if that of the checkpoint is
// unknown.
func (g *Guard) grown(r bureau.Reader, last *Checkpoint) (e *proof.Edge, key string, err error) {
	g.mu.Lock()
	if g.edge != nil && g.held.Size == last.Size && g.held.Root == last.Root && last.Size > 0 {
		e = &proof.Edge{Size: g.edge.Size, Hashes: slices.Clone(g.edge.Hashes)}
	}
	g.mu.Unlock()
	if e == nil {
		return nil, "", nil
	}
	key = g.Key.Public
	return e, key, proof.Leaves(r, e.Size, func(leaf []byte) error {
		var l proof.Leaf
		if err := json.Unmarshal(leaf, &l); err != nil {
			return err
		}
		if l.Key != nil {
			key = l.Key.Key
		}
		e.Add(leaf)
		return nil
	})
}

// compare refuses a database whose tree does not extend the last checkpoint. A
// bureau that is new, or has just got its key, may have no checkpoint yet.
func (g *Guard) compare(r bureau.Reader, tree *Tree, last *Checkpoint) error {
	switch {
	case last.Size > 0:
		return extends(tree, last)
	case tree.Size() <= 1: // list zero
		return nil
	}
	var newest proof.Leaf
	err := proof.Leaves(r, int(tree.Size())-1, func(leaf []byte) error { return json.Unmarshal(leaf, &newest) })
	if err == nil && (newest.Key == nil || newest.Key.Key != g.Key.Public) {
		err = finding.Refuse("checkpoint-missing", count("leaves", tree.Size()), finding.Text("file", g.File))
	}
	return err
}

// Extends refuses a database that does not extend a checkpoint.
func (g *Guard) Extends(ctx context.Context, old *Checkpoint) error {
	return g.View(ctx, func(r bureau.Reader) error {
		tree, err := TreeOf(bureau.Checked(r))
		if err != nil {
			return err
		}
		return extends(tree, old)
	})
}

func extends(tree *Tree, last *Checkpoint) error {
	holds, err := last.Holds(tree)
	switch {
	case err != nil:
		return err
	case tree.Size() < last.Size:
		return finding.Refuse("database-older", count("leaves", tree.Size()), count("size", last.Size))
	case !holds:
		return finding.Refuse("database-other", count("size", last.Size))
	}
	return nil
}

func count(name string, n int64) finding.Value { return finding.Text(name, strconv.FormatInt(n, 10)) }

// Sign signs a checkpoint of the current tree if the last one does not cover
// all leaves, and returns the latest checkpoint. Without leaves its size is
// zero. It refuses what Update refuses. It only reads if there is nothing to sign.
func (g *Guard) Sign(ctx context.Context) (*Checkpoint, error) {
	last, err := g.Last()
	if err != nil {
		return nil, err
	}
	signed := false
	err = g.View(ctx, func(r bureau.Reader) (err error) {
		signed, err = g.atEdge(bureau.Checked(r), last)
		return err
	})
	if err != nil || signed && last.Size > 0 {
		return last, err
	}
	return g.sign(ctx)
}

func (g *Guard) sign(ctx context.Context) (c *Checkpoint, err error) {
	var failed error // a failure of the file, not of the database
	var edge *proof.Edge
	// Within an update no other process signs.
	err = g.Store.Update(ctx, func(w bureau.Writer) error {
		if c, err = g.Last(); err != nil {
			return err
		}
		var key string
		if edge, key, err = g.toSign(bureau.Checked(w), c); err == nil {
			err = g.checkKey(key)
		}
		if err == nil && int64(edge.Size) > c.Size {
			c, err = g.Key.sign(int64(edge.Size), edge.Root())
			if err == nil {
				failed = settle.Replace(g.File, c.Signed)
			}
		}
		return err
	})
	if err = errors.Join(err, failed); err == nil {
		g.setHeld(c, edge)
	}
	return c, err
}

// toSign returns the edge of all leaves, and the key that signs them, unless they do not
// extend the last checkpoint.
func (g *Guard) toSign(r bureau.Reader, last *Checkpoint) (*proof.Edge, string, error) {
	if _, err := g.atEdge(r, last); err != nil {
		return nil, "", err
	}
	e, key, err := g.grown(r, last)
	if err != nil || e != nil {
		return e, key, err
	}
	tree, key, err := g.tree(r)
	if err == nil {
		err = g.compare(r, tree, last)
	}
	if err != nil {
		return nil, "", err
	}
	e = &proof.Edge{}
	return e, key, proof.Leaves(r, 0, func(leaf []byte) error {
		e.Add(leaf)
		return nil
	})
}

// Examine returns the problems between database and checkpoint, each with its
// cure, or nil.
func (g *Guard) Examine(ctx context.Context) (found []finding.Finding, err error) {
	err = g.View(ctx, func(r bureau.Reader) error {
		last, err := g.Last()
		if err != nil {
			return err
		}
		tree, key, err := g.tree(bureau.Checked(r))
		if err == nil {
			err = g.compare(bureau.Checked(r), tree, last)
		}
		if err == nil {
			err = g.checkKey(key)
		}
		if err == nil && tree.Size() > last.Size {
			found = append(found, finding.New("checkpoint-behind", finding.Warning, finding.At{}, count("leaves", tree.Size()), count("size", last.Size)))
		}
		return err
	})
	var refused *finding.Refused
	if errors.As(err, &refused) {
		return []finding.Finding{refused.Finding}, nil
	}
	return found, err
}
