package tamper

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Checkpoint is a state of the tree as a bureau has signed it.
type Checkpoint struct {
	Origin string // the name of the key
	Size   int64  // leaves
	Root   tlog.Hash
	Signed []byte // the note: origin, size and root, a blank line, the signature
}

// Sign returns the signed checkpoint of a tree.
func (k *Key) Sign(t *Tree) (*Checkpoint, error) {
	root, err := t.Root(t.Size())
	if err != nil {
		return nil, err
	}
	c := &Checkpoint{Origin: k.signer.Name(), Size: t.Size(), Root: root}
	c.Signed, err = note.Sign(&note.Note{Text: c.text()}, k.signer)
	return c, err
}

func (c *Checkpoint) text() string { return fmt.Sprintf("%s\n%d\n%s\n", c.Origin, c.Size, c.Root) }

// ErrNotSigned says that a note bears no signature by the key that is trusted.
var ErrNotSigned = errors.New("the checkpoint is not signed with that key")

// ErrNoKey says that a text is no public key.
var ErrNoKey = errors.New("that is no public key")

// OpenCheckpoint reads a checkpoint that was signed with a key, of which it gets
// the public one.
func OpenCheckpoint(signed []byte, public string) (*Checkpoint, error) {
	verifier, err := note.NewVerifier(strings.TrimSpace(public))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoKey, err)
	}
	n, err := note.Open(signed, note.VerifierList(verifier))
	if err == nil {
		_, err = base64.StdEncoding.Strict().DecodeString(n.Sigs[0].Base64) // there is one way to write it
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotSigned, err)
	}
	lines := strings.Split(n.Text, "\n")
	const known = 4 // origin, size, root, and nothing behind the last end of line
	c := &Checkpoint{Origin: lines[0], Signed: signed}
	if len(lines) >= known {
		size, wrongSize := strconv.ParseInt(lines[1], 10, 64)
		root, wrongRoot := tlog.ParseHash(lines[2])
		c.Size, c.Root = size, root
		err = errors.Join(wrongSize, wrongRoot)
	}
	if err != nil || c.text() != n.Text || c.Origin != verifier.Name() || c.Size < 0 {
		return nil, errors.New("the note is no checkpoint")
	}
	return c, nil
}

// Holds reports whether a tree goes on from the checkpoint: it has as many leaves at
// least, and those that the checkpoint counts are the same.
func (c *Checkpoint) Holds(t *Tree) (bool, error) {
	if t.Size() < c.Size {
		return false, nil
	}
	root, err := t.Root(c.Size)
	return err == nil && root == c.Root, err
}
