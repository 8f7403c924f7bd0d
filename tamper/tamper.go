// Package tamper is a bureau's transparency log: what it has published cannot be
// taken back, changed or shown otherwise to somebody else without being seen.
//
// Each publication and each correction of a bureau is a leaf (bureau.Leaf), and
// the leaves are a Tree as Certificate Transparency has it (RFC 6962, of
// golang.org/x/mod/sumdb/tlog). Its Checkpoint, size and root, is signed with
// the bureau's Key (Ed25519, a note of golang.org/x/mod/sumdb/note). Who keeps
// one checkpoint and is given a later one can check that nothing behind the
// first was touched; who has a Bundle can check that a list is in the tree, and
// make it again, without a database.
//
//	key, err := tamper.OpenKey("arpad.db.key")
//	guard := &tamper.Guard{Store: store, Key: key, File: "arpad.db.key.checkpoint"}
//	b := &bureau.Bureau{Store: guard, ...} // publishes; the guard signs
//	bundle, err := tamper.New(ctx, b, guard, "2024-02", 0)
//	err = bundle.Write(file)
//
// and elsewhere, with nothing but the file and the public key:
//
//	bundle, err := tamper.Read(file)
//	proved, err := bundle.Verify(publicKey) // *finding.Refused says what does not hold
//	err = bundle.Since(checkpoint)          // which was kept earlier
//
// docs/transparency.md tells what that proves, and what it does not.
package tamper

import (
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/proof"
)

// Tree is a tree of leaves. The zero Tree has none.
type Tree struct {
	size   int64
	hashes []tlog.Hash // of the nodes, in the order of tlog.StoredHashIndex
}

// TreeOf makes the tree of a bureau's leaves.
func TreeOf(r bureau.Reader) (*Tree, error) {
	t := &Tree{}
	err := proof.Leaves(r, 0, func(leaf []byte) error { return t.Add(tlog.RecordHash(leaf)) })
	return t, err
}

// Add adds a leaf by its hash.
func (t *Tree) Add(leaf tlog.Hash) error {
	hashes, err := tlog.StoredHashesForRecordHash(t.size, leaf, t)
	if err != nil {
		return err
	}
	t.hashes = append(t.hashes, hashes...)
	t.size++
	return nil
}

// Size returns how many leaves there are.
func (t *Tree) Size() int64 { return t.size }

// Root returns the root of the tree of the first so many leaves.
func (t *Tree) Root(size int64) (tlog.Hash, error) {
	if size < 0 || size > t.size {
		return tlog.Hash{}, fmt.Errorf("the tree has %d leaves, not %d", t.size, size)
	}
	return tlog.TreeHash(size, t)
}

// Leaf returns the hash of a leaf, counted from 1.
func (t *Tree) Leaf(number int64) (tlog.Hash, error) {
	if number < 1 || number > t.size {
		return tlog.Hash{}, fmt.Errorf("the tree has %d leaves, not %d", t.size, number)
	}
	return t.hashes[tlog.StoredHashIndex(0, number-1)], nil
}

// ReadHashes implements tlog.HashReader.
func (t *Tree) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	found := make([]tlog.Hash, len(indexes))
	for i, at := range indexes {
		if at < 0 || at >= int64(len(t.hashes)) {
			return nil, fmt.Errorf("the tree has no hash %d", at)
		}
		found[i] = t.hashes[at]
	}
	return found, nil
}
