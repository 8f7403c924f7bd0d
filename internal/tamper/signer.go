//go:build !js

package tamper

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/arpadchess/arpad/internal/settle"
)

// A bureau's key may lie with another process, so that whoever breaks into a server of pages cannot carry it away. That process,
// the Signer, knows the hashes of all leaves that it was shown and signs trees of those only: it never signs another history. The
// server has a file in place of the key, with three lines: where the signer is, the public key, and a secret that seals what the key
// would have sealed. On each connection the signer says how many leaves it knows, is asked, and answers.

const (
	patience  = 10 * time.Second // for a signature
	mostAsked = 64 << 20         // bytes of a question: a million leaves
)

type question struct {
	Leaves []tlog.Hash // behind those that the signer knows
	Size   int64       // of the tree that is to be signed
}

type reply struct {
	Signed  []byte
	Refused string // why it is not signed
}

// Signer signs for servers.
type Signer struct {
	key    *Key
	leaves *os.File // the hashes of all leaves
	tree   Tree
}

// OpenSigner returns a signer, which keeps what it was shown in a file. Only one process has it open.
func OpenSigner(key *Key, file string) (*Signer, error) {
	if key.at != "" {
		return nil, errors.New("the key is with another signer")
	}
	const owner = 0o600
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE|os.O_APPEND, owner)
	if err != nil {
		return nil, err
	}
	s := &Signer{key: key, leaves: f}
	if err = settle.Hold(f); err == nil {
		err = s.read()
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return s, nil
}

// read reads the leaves. What a killed process has written of one is cut off.
func (s *Signer) read() error {
	for {
		var leaf tlog.Hash
		_, err := io.ReadFull(s.leaves, leaf[:])
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return s.leaves.Truncate(s.tree.Size() * tlog.HashSize)
		}
		if err == nil {
			err = s.tree.Add(leaf)
		}
		if err != nil {
			return err
		}
	}
}

// Away returns the file that a server has in place of the key, given the socket of its signer.
func (s *Signer) Away(socket string) []byte {
	return []byte(awayPrefix + socket + "\n" + s.key.Public + "\n" + rand.Text() + rand.Text() + "\n")
}

// Close closes the file of the leaves.
func (s *Signer) Close() error { return s.leaves.Close() }

// Serve signs for whoever connects, one after the other, until the context ends.
func (s *Signer) Serve(ctx context.Context, listener net.Listener) error {
	defer context.AfterFunc(ctx, func() { _ = listener.Close() })() // Accept ends
	for {
		c, err := listener.Accept()
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		_ = errors.Join(s.answer(c), c.Close()) // who asked is told, or has left
	}
}

func (s *Signer) answer(c net.Conn) error {
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	var q question
	err := json.NewEncoder(c).Encode(s.tree.Size())
	if err == nil {
		err = json.NewDecoder(io.LimitReader(c, mostAsked)).Decode(&q)
	}
	if err != nil {
		return err
	}
	var r reply
	if r.Signed, err = s.sign(&q); err != nil {
		r.Refused = err.Error()
	}
	return json.NewEncoder(c).Encode(r)
}

// sign keeps the leaves of a question, and signs the tree for which it asks.
func (s *Signer) sign(q *question) ([]byte, error) {
	next, added := Tree{s.tree.size, slices.Clip(s.tree.hashes)}, []byte(nil)
	for _, leaf := range q.Leaves {
		if err := next.Add(leaf); err != nil {
			return nil, err
		}
		added = append(added, leaf[:]...)
	}
	root, err := next.Root(q.Size)
	if err != nil {
		return nil, err
	}
	if _, err = s.leaves.Write(added); err == nil {
		err = s.leaves.Sync()
	}
	if err != nil { // it is not known how much of it is there
		return nil, errors.Join(err, s.leaves.Truncate(s.tree.Size()*tlog.HashSize))
	}
	s.tree = next
	c, err := s.key.sign(q.Size, root, nil)
	return c.Signed, err
}

// ask has the signer sign the first leaves, of which leaves returns the hashes behind a number of them.
func (k *Key) ask(size int64, root tlog.Hash, leaves func(behind int64) ([]tlog.Hash, error)) (*Checkpoint, error) {
	c, err := new(net.Dialer).DialContext(context.Background(), "unix", k.at) // a socket answers at once, or is none
	if err != nil {
		return nil, err
	}
	defer c.Close() //nolint:errcheck // all was read
	var known int64
	var r reply
	in := json.NewDecoder(c)
	err = c.SetDeadline(time.Now().Add(patience))
	if err == nil {
		err = in.Decode(&known)
	}
	q := question{Size: size}
	if err == nil && known < size {
		q.Leaves, err = leaves(known)
	}
	if err == nil {
		err = json.NewEncoder(c).Encode(q)
	}
	if err == nil {
		err = in.Decode(&r)
	}
	if err == nil && r.Refused != "" {
		err = errors.New(r.Refused)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.at, err)
	}
	signed, err := OpenCheckpoint(r.Signed, k.Public)
	if err == nil && (signed.Size != size || signed.Root != root) {
		err = fmt.Errorf("%s knows another history of the first %d leaves", k.at, size)
	}
	return signed, err
}
