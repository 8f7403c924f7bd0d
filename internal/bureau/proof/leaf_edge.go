package proof

import (
	"crypto/sha256"
	"slices"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/arpadchess/arpad/internal/bureau"
)

// Edge is the right edge of the tree of leaves: the roots of the complete trees into
// which RFC 6962 divides the leaves, the largest first. A leaf is added to it, and the root
// made from it, without reading the leaves before.
type Edge struct {
	Size   int         `json:"size"` // number of leaves
	Hashes []tlog.Hash `json:"hashes"`
}

// edges holds the edge of all leaves, under the empty key. It is as trustworthy as its root.
var edges = bureau.Table[Edge]{Kind: "leaf-edge"}

// EdgeKind is the kind of the document that is the edge.
var EdgeKind = edges.Kind

// EdgeOf returns the edge that is stored, the zero Edge if there is none.
func EdgeOf(r bureau.Reader) (*Edge, error) {
	e, err := edges.Get(r, "")
	if err == nil && e == nil {
		e = &Edge{}
	}
	return e, err
}

// Add adds a leaf.
func (e *Edge) Add(leaf []byte) {
	e.Hashes = append(e.Hashes, tlog.RecordHash(leaf))
	for n := e.Size; n&1 == 1; n >>= 1 { // two trees of one size become one
		e.join()
	}
	e.Size++
}

// Root returns the root of the tree. Without leaves it is the hash of nothing.
func (e *Edge) Root() tlog.Hash {
	if len(e.Hashes) == 0 {
		return sha256.Sum256(nil)
	}
	all := Edge{Hashes: slices.Clone(e.Hashes)}
	for len(all.Hashes) > 1 {
		all.join()
	}
	return all.Hashes[0]
}

// join replaces the last two trees by the one of both, unless it was damaged.
func (e *Edge) join() {
	if n := len(e.Hashes) - 2; n >= 0 {
		e.Hashes = append(e.Hashes[:n:n], tlog.NodeHash(e.Hashes[n], e.Hashes[n+1]))
	}
}

// addToEdge adds the newest leaf to the stored edge, which is made anew from all leaves if
// it is not that of those before.
func addToEdge(tx *bureau.Tx, number int) error {
	e, err := EdgeOf(tx)
	if err != nil {
		return err
	}
	if e.Size != number-1 {
		e = &Edge{}
	}
	err = Leaves(tx, e.Size, func(leaf []byte) error {
		e.Add(leaf)
		return nil
	})
	if err != nil {
		return err
	}
	return edges.Put(tx, "", e)
}
