// Package tamper is a bureau's transparency log: what was published cannot be
// withdrawn, changed or shown differently to some readers without being noticed.
//
// Each publication and each correction of a bureau is a leaf (proof.Leaf), and
// the leaves form a Tree as in Certificate Transparency (RFC 6962,
// golang.org/x/mod/sumdb/tlog). Its Checkpoint, size and root, is signed with
// the bureau's Key (Ed25519, golang.org/x/mod/sumdb/note). Whoever has a
// checkpoint can check that a later one extends it. Whoever has a Bundle can
// check that a list is in the tree, and make the list again, without a database.
//
//	key, err := tamper.OpenKey("arpad.db.key")
//	guard := &tamper.Guard{Store: store, Key: key, File: "arpad.db.key.checkpoint"}
//	b := &bureau.Bureau{Store: guard, ...} // publishes; the guard signs
//	bundle, err := tamper.New(ctx, b, guard, "2024-02", 0)
//	err = tamper.Write(file, bundle)
//
// and elsewhere, with only the file and the public key:
//
//	bundle, err := tamper.Read(file)
//	proved, err := bundle.Verify(publicKey) // *finding.Refused names the discrepancy
//	err = bundle.Since(checkpoint)          // an earlier one
//
// docs/transparency.md describes what this proves, and what it does not.
package tamper

import (
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/proof"
)

// Tree is a tree of leaves. The zero Tree has none.
type Tree struct {
	size   int64
	hashes []tlog.Hash // of the nodes, in the order of tlog.StoredHashIndex
}

// TreeOf returns the tree of a bureau's leaves.
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

// Size returns the number of leaves.
func (t *Tree) Size() int64 { return t.size }

// Root returns the root of the tree of the first size leaves.
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
