package office

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/tamper"
)

// CheckpointFile is what the name of the file of the last checkpoint has behind that
// of the key.
const CheckpointFile = ".checkpoint"

// KeyFile returns the file of the bureau's key: beside the database, unless another
// one is named. A database on a server has nothing beside it.
func (o *Office) KeyFile() string {
	if o.Key != "" || strings.Contains(o.Database, "://") {
		return o.Key
	}
	return o.Database + ".key"
}

// Guard returns the guard before a bureau's store; nil if the bureau has no key.
func Guard(b *bureau.Bureau) *tamper.Guard {
	guard, _ := b.Store.(*tamper.Guard)
	return guard
}

// guard puts the guard before a bureau's store, if the bureau has a key.
func (o *Office) guard(b *bureau.Bureau) error {
	key, err := o.openKey()
	if err != nil {
		return err
	}
	file := o.KeyFile() + CheckpointFile
	if key == nil {
		if _, err := os.Lstat(file); o.Key != "" || err == nil {
			b.Store = keyless{unguarded(b), o.KeyFile()}
		}
		return nil
	}
	guard := &tamper.Guard{Store: unguarded(b), Key: key, File: file}
	if o.Unsigned != nil {
		guard.Failed = func(why error) { o.Unsigned(file, why) }
	}
	b.Store = guard
	return nil
}

// openKey returns the bureau's key, nil if it has none.
func (o *Office) openKey() (*tamper.Key, error) {
	path := o.KeyFile()
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

// unguarded returns the store behind a bureau's guard.
func unguarded(b *bureau.Bureau) bureau.Store {
	switch s := b.Store.(type) {
	case *tamper.Guard:
		return s.Store
	case keyless:
		return s.Store
	}
	return b.Store
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
