package office

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/settle"
	"github.com/arpadchess/arpad/internal/signin"
	"github.com/arpadchess/arpad/internal/tamper"
)

// MakeKey makes the key of a new bureau, unless it exists, and wraps the store
// in a guard. It reports whether it made one.
func (o *Office) MakeKey(b *bureau.Bureau, authority string) (made bool, err error) {
	key, err := o.openKey()
	if err != nil {
		return false, err
	}
	if key == nil && o.KeyFile() != "" {
		if err := o.mayHaveKey(); err != nil {
			return false, err
		}
		if key, err = tamper.NewKey(origin(authority)); err != nil {
			return false, err
		}
		if err := key.Save(o.KeyFile()); err != nil {
			return false, err
		}
		made = true
	}
	return made, o.guard(b)
}

// origin returns the name of an authority's keys.
func origin(authority string) string { return "arpad/" + authority }

// mayHaveKey refuses a key file in the place of the database or its side files.
func (o *Office) mayHaveKey() error {
	if leads(o.KeyFile(), o.databaseFiles()) {
		return finding.NewProblem("output-own", finding.Text("file", o.KeyFile()))
	}
	return nil
}

// InitKey makes the key of a bureau that has none, announces it in the
// transparency log and returns the public key. It refuses a bureau that has a
// key.
func (o *Office) InitKey(ctx context.Context, b *bureau.Bureau, reason string) (public string, err error) {
	if Guard(b) != nil {
		return "", finding.Refuse("proof-has-key", finding.Text("file", o.KeyFile()))
	}
	leaf, last := proof.KeyLeaf{Reason: reason}, o.KeyFile()+CheckpointFile
	before, err := os.ReadFile(last) // of a lost key
	if errors.Is(err, fs.ErrNotExist) {
		return o.begin(ctx, b, leaf, func() error { return nil })
	}
	if err != nil {
		return "", err
	}
	leaf.Before = string(before)
	return o.begin(ctx, b, leaf, func() error { return settle.Move(last, o.lost()) })
}

// lost returns an unused file name for the last checkpoint of a lost key.
func (o *Office) lost() string {
	path := o.KeyFile() + ".lost" + CheckpointFile
	for n := 2; ; n++ {
		if _, err := os.Lstat(path); err != nil {
			return path
		}
		path = fmt.Sprintf("%s.lost-%d%s", o.KeyFile(), n, CheckpointFile)
	}
}

// Sealing returns what seals secrets of the bureau: the key file's bytes first, then those that were set aside. None: it
// has no key.
func (o *Office) Sealing() (keys [][]byte, err error) {
	if o.KeyFile() == "" {
		return nil, nil
	}
	aside, err := filepath.Glob(o.KeyFile() + ".*[0-9a-f]")
	if err != nil {
		return nil, err
	}
	for _, file := range append([]string{o.KeyFile()}, aside...) {
		key, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// sealer returns what opens what is kept sealed beside the bureau.
func (o *Office) sealer() (*signin.Sealer, error) {
	keys, err := o.Sealing()
	if err != nil {
		return nil, err
	}
	return signin.NewSealer(keys...)
}

// RenewKey replaces the key, announces the new one in the transparency log and
// returns its public key. The old one is set aside.
func (o *Office) RenewKey(ctx context.Context, b *bureau.Bureau, reason string) (public string, err error) {
	guard := Guard(b)
	if guard == nil {
		return "", finding.Refuse("proof-no-key")
	}
	leaf := proof.KeyLeaf{Reason: reason}
	if last, err := guard.Last(); err == nil {
		leaf.Before = string(last.Signed)
	}
	aside := o.KeyFile() + "." + strings.Split(guard.Key.Public, "+")[1] // the key's hash
	return o.begin(ctx, b, leaf, func() error {
		if err := settle.Move(guard.File, aside+CheckpointFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return settle.Move(o.KeyFile(), aside)
	})
}

// begin starts signing with a new key. The key is saved under a temporary name,
// announced in a leaf and then moved to its place; makeRoom moves the old one
// away first.
func (o *Office) begin(ctx context.Context, b *bureau.Bureau, leaf proof.KeyLeaf, makeRoom func() error) (public string, err error) {
	if o.KeyFile() == "" {
		return "", finding.NewProblem("key-file-needed")
	}
	if err := o.mayHaveKey(); err != nil {
		return "", err
	}
	var authority string
	err = b.View(ctx, func(r bureau.Reader, s *bureau.Settings) error {
		authority = s.Authority
		return checkKeyReason(r, leaf.Reason)
	})
	if err != nil {
		return "", err
	}
	next := o.KeyFile() + ".next"
	key, err := tamper.OpenKey(next) // announced before the program was interrupted
	if errors.Is(err, fs.ErrNotExist) {
		if key, err = tamper.NewKey(origin(authority)); err == nil {
			err = key.Save(next)
		}
	}
	if err != nil {
		return "", err
	}
	b.Store, leaf.Key = unguarded(b), key.Public
	for _, step := range []func() error{
		func() error { return proof.AnnounceKey(ctx, b, leaf) },
		makeRoom,
		func() error { return settle.Move(next, o.KeyFile()) },
		func() error { return o.guard(b) },
	} {
		if err := step(); err != nil {
			return "", err
		}
	}
	if guard := Guard(b); guard != nil {
		if _, err := guard.Sign(ctx); err != nil && guard.Failed != nil {
			guard.Failed(err)
		}
	}
	return leaf.Key, nil
}

// checkKeyReason refuses a reason that names a person: it stays in a public leaf, from which
// no name can be removed.
func checkKeyReason(r bureau.Reader, reason string) error {
	if err := correction.CheckPublic(r, reason); err != nil {
		return err
	}
	named, err := register.NamedIn(r, reason)
	if err == nil && len(named) > 0 {
		err = finding.Refuse("key-reason-names-player", finding.Text("players", strings.Join(named, ", ")))
	}
	return err
}
