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

// Checkpoint is a state of the tree, signed by a bureau.
type Checkpoint struct {
	Origin string // name of the key
	Size   int64  // number of leaves
	Root   tlog.Hash
	Signed []byte // the note: origin, size and root, a blank line, the signature
}

// Sign returns the signed checkpoint of a tree.
func (k *Key) Sign(t *Tree) (*Checkpoint, error) {
	root, err := t.Root(t.Size())
	if err != nil {
		return nil, err
	}
	return k.sign(t.Size(), root, func(behind int64) (leaves []tlog.Hash, err error) {
		for n := behind + 1; n <= t.Size() && err == nil; n++ {
			var leaf tlog.Hash
			leaf, err = t.Leaf(n)
			leaves = append(leaves, leaf)
		}
		return leaves, err
	})
}

// sign signs a tree, of which leaves returns the hashes of the leaves behind a number of them.
func (k *Key) sign(size int64, root tlog.Hash, leaves func(behind int64) ([]tlog.Hash, error)) (c *Checkpoint, err error) {
	if k.at != "" {
		return k.ask(size, root, leaves)
	}
	c = &Checkpoint{Origin: k.signer.Name(), Size: size, Root: root}
	c.Signed, err = note.Sign(&note.Note{Text: c.text()}, k.signer)
	return c, err
}

func (c *Checkpoint) text() string { return fmt.Sprintf("%s\n%d\n%s\n", c.Origin, c.Size, c.Root) }

// ErrNotSigned is returned for a note without a signature by the trusted key.
var ErrNotSigned = errors.New("the checkpoint is not signed with that key")

// ErrNoKey is returned for a text that is not a public key.
var ErrNoKey = errors.New("that is no public key")

// OpenCheckpoint reads a checkpoint and verifies its signature with a public
// key.
func OpenCheckpoint(signed []byte, public string) (*Checkpoint, error) {
	verifier, err := note.NewVerifier(strings.TrimSpace(public))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNoKey, err)
	}
	n, err := note.Open(signed, note.VerifierList(verifier))
	if err == nil {
		_, err = base64.StdEncoding.Strict().DecodeString(n.Sigs[0].Base64) // there is only one valid encoding
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotSigned, err)
	}
	lines := strings.Split(n.Text, "\n")
	const known = 4 // origin, size, root, and nothing after the last newline
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

// Holds reports whether a tree extends the checkpoint: it has at least as many
// leaves, and the first ones are the same.
func (c *Checkpoint) Holds(t *Tree) (bool, error) {
	if t.Size() < c.Size {
		return false, nil
	}
	root, err := t.Root(c.Size)
	return err == nil && root == c.Root, err
}
