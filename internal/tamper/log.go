package tamper

import (
	"bytes"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/arpadchess/arpad/finding"
)

// TreeOfLog returns the tree of a checkpoint, from the leaves of a log, one per line.
// Leaves that are newer than the checkpoint are left out. It refuses leaves that are
// not those that were signed, and a log that has fewer.
func TreeOfLog(c *Checkpoint, leaves []byte) (*Tree, error) {
	tree := &Tree{}
	for line := range bytes.Lines(leaves) {
		if tree.Size() == c.Size {
			break
		}
		if err := tree.Add(tlog.RecordHash(bytes.TrimSuffix(line, []byte("\n")))); err != nil {
			return nil, err
		}
	}
	if tree.Size() < c.Size {
		return nil, finding.Refuse("log-short", count("leaves", tree.Size()), count("size", c.Size))
	}
	if holds, err := c.Holds(tree); err != nil || !holds {
		return nil, finding.Refuse("log-other", count("size", c.Size))
	}
	return tree, nil
}
