package tamper

import (
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

// InclusionProof formats the proof that a leaf, counted from 1, is in the tree
// of a checkpoint, as defined by c2sp.org/tlog-proof (which counts from 0).
func InclusionProof(t *Tree, number int64, c *Checkpoint) (string, error) {
	proof, err := tlog.ProveRecord(c.Size, number-1, t)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("c2sp.org/tlog-proof@v1\nindex %d\n%s\n%s", number-1, lines(proof), c.Signed), nil
}

// ConsistencyProof formats the proof that the tree of a checkpoint extends an
// older one, as defined by c2sp.org/tlog-witness.
func ConsistencyProof(t *Tree, old, c *Checkpoint) (string, error) {
	proof := tlog.TreeProof{}
	if old.Size > 0 {
		var err error
		if proof, err = tlog.ProveTree(c.Size, old.Size, t); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("old %d\n%s\n%s", old.Size, lines(proof), c.Signed), nil
}

// lines returns hashes, one per line.
func lines(hashes []tlog.Hash) string {
	var b strings.Builder
	for _, h := range hashes {
		fmt.Fprintln(&b, h)
	}
	return b.String()
}
