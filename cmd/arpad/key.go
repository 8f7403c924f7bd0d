package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/store"
	"github.com/arpadchess/arpad/tamper"
)

// keyFile gives the file of the bureau's key: beside the database, unless another
// one is named. A database on a server has nothing beside it.
func (o *bureauFlags) keyFile() string {
	if o.Key != "" || strings.Contains(o.DB, "://") {
		return o.Key
	}
	return o.DB + ".key"
}

// checkpointFile is how the file of the last checkpoint is called behind that of
// the key.
const checkpointFile = ".checkpoint"

// arm puts the guard before a bureau's store, if the bureau has a key.
func (o *bureauFlags) arm(a *app, b *bureau.Bureau) error {
	key, err := o.openKey()
	if err != nil {
		return err
	}
	file := o.keyFile() + checkpointFile
	if key == nil {
		if _, err := os.Lstat(file); o.Key != "" || err == nil {
			b.Store = keyless{unguarded(b), o.keyFile()}
		}
		return nil
	}
	b.Store = &tamper.Guard{Store: unguarded(b), Key: key, File: file, Failed: func(err error) {
		why := cause(err)
		var refused *finding.Refused
		if errors.As(err, &refused) {
			why = a.Message(refused.Finding)
		}
		a.unsigned = finding.NewProblem("checkpoint-not-signed", finding.Text("file", file), finding.Text("cause", why))
	}}
	return nil
}

// keyless is the store of a bureau whose key is not where it should be: nothing
// is written to it, since nobody would sign that, or see that it is older than
// its last checkpoint.
type keyless struct {
	bureau.Store
	file string // of the key
}

// Update implements bureau.Store.
func (k keyless) Update(ctx context.Context, f func(bureau.Writer) error) error {
	return k.Store.Update(ctx, func(w bureau.Writer) error {
		kinds, err := w.Kinds()
		if err == nil && len(kinds) > 0 {
			err = finding.Refuse("key-missing", finding.Text("file", k.file))
		}
		if err != nil {
			return err
		}
		return f(w)
	})
}

// unguarded gives the store behind a bureau's guard.
func unguarded(b *bureau.Bureau) bureau.Store {
	switch s := b.Store.(type) {
	case *tamper.Guard:
		return s.Store
	case keyless:
		return s.Store
	}
	return b.Store
}

// openKey gives the bureau's key, nil if it has none.
func (o *bureauFlags) openKey() (*tamper.Key, error) {
	path := o.keyFile()
	if path == "" {
		return nil, nil
	}
	key, err := tamper.OpenKey(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, finding.NewProblem("key-unreadable", finding.Text("file", path))
	}
	return key, nil
}

// origin is the name of an authority's keys.
func origin(authority string) string { return "arpad/" + authority }

// makeKey makes the key of a bureau that has none, and says whether it did.
func (o *bureauFlags) makeKey(authority string) (bool, error) {
	key, err := o.openKey()
	if key != nil || err != nil || o.keyFile() == "" {
		return false, err
	}
	if err := o.mayHaveKey(); err != nil {
		return false, err
	}
	if key, err = tamper.NewKey(origin(authority)); err != nil {
		return false, err
	}
	return true, key.Save(o.keyFile())
}

// mayHaveKey refuses a new key in the place of the database, or of what SQLite puts
// beside it.
func (o *bureauFlags) mayHaveKey() error {
	if leads(o.keyFile(), o.databaseFiles()) {
		return finding.NewProblem("output-own", finding.Text("file", o.keyFile()))
	}
	return nil
}

// database gives the database on which a bureau stands.
func database(b *bureau.Bureau) (*store.Store, bool) {
	s, ok := unguarded(b).(*store.Store)
	return s, ok
}
