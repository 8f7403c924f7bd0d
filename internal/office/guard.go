package office

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/tamper"
)

// CheckpointFile is the suffix of the last checkpoint's file, after the name of
// the key file.
const CheckpointFile = ".checkpoint"

// KeyFile returns the file of the bureau's key: beside the database, unless Key
// is set. A database on a server has no default.
func (o *Office) KeyFile() string {
	if o.Key != "" || strings.Contains(o.Database, "://") {
		return o.Key
	}
	return o.Database + ".key"
}

// Guard returns the guard of a bureau's store, nil if the bureau has no key.
func Guard(b *bureau.Bureau) *tamper.Guard {
	guard, _ := b.Store.(*tamper.Guard)
	return guard
}

// guard wraps a bureau's store in a guard, if the bureau has a key.
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

// unguarded returns the store inside a bureau's guard.
func unguarded(b *bureau.Bureau) bureau.Store {
	switch s := b.Store.(type) {
	case *tamper.Guard:
		return s.Store
	case keyless:
		return s.Store
	}
	return b.Store
}

// keyless is the store of a bureau whose key is missing. It refuses writes,
// because nobody could sign them or notice that the database is older than its
// last checkpoint.
type keyless struct {
	bureau.Store
	file string // the key file
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
