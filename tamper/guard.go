package tamper

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strconv"
	"sync"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/proof"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/settle"
)

// Guard is a bureau.Store that signs a checkpoint whenever leaves have come, and
// refuses to write (*finding.Refused) to a database that is older than the last
// one, or another: it was restored from an old backup, or changed by hand. Who
// has seen that checkpoint would see two stories. Nor does it write where the
// last checkpoint is missing. Reading is always possible.
//
// Several processes may guard one database.
type Guard struct {
	bureau.Store
	Key  *Key
	File string // of the last checkpoint
	// Failed is told why a checkpoint could not be signed of what was written
	// nevertheless; the next change signs. Nil: nobody is told.
	Failed func(error)

	mu   sync.Mutex
	held Checkpoint // the store goes on from it, that was looked at
}

// Update implements bureau.Store.
func (g *Guard) Update(ctx context.Context, f func(bureau.Writer) error) error {
	last, err := g.Last()
	if err == nil && last.Size == 0 {
		last, err = g.Sign(ctx) // the first one
	}
	if err != nil {
		return err
	}
	behind, grown := false, false
	err = g.Store.Update(ctx, func(w bureau.Writer) (err error) {
		leaves, err := proof.LeafCount(bureau.Checked(w))
		if err == nil && leaves > 0 {
			behind, err = g.goesOn(w, last)
		}
		if err == nil {
			err = f(w)
		}
		if err == nil {
			grown, err = g.goesOn(w, last) // also a bureau that came from elsewhere, into an empty store
		}
		return err
	})
	if behind || err == nil && grown {
		if _, failed := g.Sign(ctx); failed != nil && err == nil && g.Failed != nil {
			g.Failed(failed)
		}
	}
	return err
}

// Last returns the last checkpoint; before the first one that of a tree without
// leaves.
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

// goesOn refuses a database that does not go on from a checkpoint, and says
// whether it has more leaves.
func (g *Guard) goesOn(stored bureau.Reader, last *Checkpoint) (more bool, err error) {
	g.mu.Lock()
	known := last.Size == 0 || g.held.Size == last.Size && g.held.Root == last.Root
	g.mu.Unlock()
	n, err := proof.LeafCount(bureau.Checked(stored))
	if err != nil || known && int64(n) >= last.Size {
		return int64(n) > last.Size, err
	}
	tree, key, err := g.tree(bureau.Checked(stored))
	if err == nil {
		err = goesOn(tree, last)
	}
	if err == nil {
		err = g.ours(key)
	}
	if err == nil {
		g.looked(last)
	}
	return err == nil && tree.Size() > last.Size, err
}

// tree makes the tree of the leaves, and gives the key with which it is signed by
// now: the last one that a leaf announces, else the guard's.
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

// ours refuses a tree that is signed with another key by now.
func (g *Guard) ours(key string) error {
	if key != g.Key.Public {
		return finding.Refuse("key-renewed", finding.Text("key", key))
	}
	return nil
}

// looked notes that the store goes on from a checkpoint.
func (g *Guard) looked(c *Checkpoint) {
	g.mu.Lock()
	g.held = *c
	g.mu.Unlock()
}

// compare refuses a database, of which it gets the tree, that does not go on from
// the last checkpoint; there need not be one yet in a bureau that has just been
// made, or got its key.
func (g *Guard) compare(r bureau.Reader, tree *Tree, last *Checkpoint) error {
	switch {
	case last.Size > 0:
		return goesOn(tree, last)
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

func goesOn(tree *Tree, last *Checkpoint) error {
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

// Sign signs the checkpoint of the tree as it stands, if there are leaves that
// the last one does not count, and gives it; of no leaves there is none, and its
// size is zero. It refuses what Update refuses.
func (g *Guard) Sign(ctx context.Context) (c *Checkpoint, err error) {
	var failed error // of the file: the database is at no fault
	// Within an update no other process signs.
	err = g.Store.Update(ctx, func(w bureau.Writer) error {
		tree, key, err := g.tree(bureau.Checked(w))
		if err == nil {
			c, err = g.Last()
		}
		if err == nil {
			err = g.compare(bureau.Checked(w), tree, c)
		}
		if err == nil {
			err = g.ours(key)
		}
		if err == nil && tree.Size() > c.Size {
			c, err = g.Key.Sign(tree)
			if err == nil {
				failed = settle.Replace(g.File, c.Signed)
			}
		}
		return err
	})
	if err = errors.Join(err, failed); err == nil {
		g.looked(c)
	}
	return c, err
}

// Examine says what is wrong between database and checkpoint, each with its
// cure; nothing if all is well.
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
			err = g.ours(key)
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
