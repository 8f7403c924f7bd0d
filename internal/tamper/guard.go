package tamper

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strconv"

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
}

// Update implements bureau.Store.
func (g *Guard) Update(ctx context.Context, f func(bureau.Writer) error) error {
	last, err := g.Last()
	if err == nil && last.Size == 0 {
		last, err = g.sign(ctx, nil) // the first one
	}
	if err != nil {
		return err
	}
	var edge *proof.Edge // of last; nil: unknown
	behind, grown := false, false
	err = g.Store.Update(ctx, func(w bureau.Writer) error {
		r := bureau.Checked(w)
		leaves, err := proof.LeafCount(r)
		if err == nil && leaves > 0 {
			edge, behind, err = g.extends(r, last)
		}
		if err == nil {
			err = f(w)
		}
		if err != nil {
			return err
		}
		now, err := proof.LeafCount(r)
		if grown = int64(now) > last.Size; err == nil && (leaves == 0 || int64(now) < last.Size) { // a bureau was imported into an empty store
			_, grown, err = g.extends(r, last)
		}
		return err
	})
	if behind || err == nil && grown {
		if _, failed := g.sign(ctx, edge); failed != nil && err == nil && g.Failed != nil {
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

// extends refuses a database that does not extend a checkpoint. It reports whether the database
// has more leaves, and returns the edge of the checkpoint, if that is the stored one.
func (g *Guard) extends(r bureau.Reader, last *Checkpoint) (edge *proof.Edge, more bool, err error) {
	if last.Size == 0 {
		n, err := proof.LeafCount(r)
		return nil, n > 0, err
	}
	if edge, err = atEdge(r, last); err != nil || edge != nil {
		return edge, false, err
	}
	tree, err := g.tree(r, last)
	return nil, err == nil && tree.Size() > last.Size, err
}

// atEdge returns the stored edge if it is that of a checkpoint: then the database has the leaves
// that were signed, and no others, and nobody needs to read them. What the leaves themselves are
// is for verify to say.
func atEdge(r bureau.Reader, last *Checkpoint) (*proof.Edge, error) {
	e, err := proof.EdgeOf(r)
	if err != nil || !isOf(e, last) {
		return nil, err
	}
	return e, nil
}

// isOf reports whether an edge is that of a checkpoint.
func isOf(e *proof.Edge, c *Checkpoint) bool {
	return e != nil && c.Size > 0 && int64(e.Size) == c.Size && e.Root() == c.Root
}

// tree returns the tree of the leaves. It refuses leaves that do not extend the last checkpoint, and
// those that announce another key.
func (g *Guard) tree(r bureau.Reader, last *Checkpoint) (*Tree, error) {
	t, key := &Tree{}, g.Key.Public
	err := proof.Leaves(r, 0, func(leaf []byte) error {
		return errors.Join(announces(leaf, &key), t.Add(tlog.RecordHash(leaf)))
	})
	if err == nil {
		err = g.compare(r, t, last)
	}
	if err == nil {
		err = g.checkKey(key)
	}
	return t, err
}

// checkKey refuses a tree that is now signed with another key.
func (g *Guard) checkKey(key string) error {
	if key != g.Key.Public {
		return finding.Refuse("key-renewed", finding.Text("key", key))
	}
	return nil
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
	var edge *proof.Edge
	err = g.View(ctx, func(r bureau.Reader) (err error) {
		edge, err = atEdge(bureau.Checked(r), last)
		return err
	})
	if err != nil || edge != nil {
		return last, err
	}
	return g.sign(ctx, nil)
}

// sign signs all leaves, given the edge of the last checkpoint if it is known.
func (g *Guard) sign(ctx context.Context, edge *proof.Edge) (c *Checkpoint, err error) {
	var failed error // a failure of the file, not of the database
	// Within an update no other process signs.
	err = g.Store.Update(ctx, func(w bureau.Writer) error {
		if c, err = g.Last(); err != nil {
			return err
		}
		if edge, err = g.toSign(bureau.Checked(w), c, edge); err == nil && int64(edge.Size) > c.Size {
			c, err = g.Key.sign(int64(edge.Size), edge.Root(), func(behind int64) (leaves []tlog.Hash, err error) {
				err = proof.Leaves(bureau.Checked(w), int(behind), func(leaf []byte) error {
					leaves = append(leaves, tlog.RecordHash(leaf))
					return nil
				})
				return leaves, err
			})
			if err == nil {
				failed = settle.Replace(g.File, c.Signed)
			}
		}
		return err
	})
	return c, errors.Join(err, failed)
}

// toSign returns the edge of all leaves, given one that may be that of the last checkpoint. It refuses
// what tree refuses.
func (g *Guard) toSign(r bureau.Reader, last *Checkpoint, known *proof.Edge) (*proof.Edge, error) {
	now, err := atEdge(r, last)
	if err != nil || now != nil {
		return now, err
	}
	if !isOf(known, last) {
		if _, err := g.tree(r, last); err != nil {
			return nil, err
		}
		known = &proof.Edge{}
	}
	key := g.Key.Public
	err = proof.Leaves(r, known.Size, func(leaf []byte) error {
		known.Add(leaf)
		return announces(leaf, &key)
	})
	if err == nil {
		err = g.checkKey(key)
	}
	return known, err
}

// announces sets the key that a leaf announces, if it does.
func announces(leaf []byte, key *string) error {
	var l proof.Leaf
	err := json.Unmarshal(leaf, &l)
	if err == nil && l.Key != nil {
		*key = l.Key.Key
	}
	return err
}

// Examine returns the problems between database and checkpoint, each with its
// cure, or nil.
func (g *Guard) Examine(ctx context.Context) (found []finding.Finding, err error) {
	err = g.View(ctx, func(r bureau.Reader) error {
		last, err := g.Last()
		if err != nil {
			return err
		}
		tree, err := g.tree(bureau.Checked(r), last)
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
