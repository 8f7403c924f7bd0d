package office

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/roster"
)

// Begin begins a bureau with an opening list: its database, its key and the first checkpoint. In a file
// the database is there whole or not at all, whatever happens meanwhile. It returns the bureau, which the
// caller closes, and what is to be known about it. Players and list are not held until the end.
func (o *Office) Begin(ctx context.Context, wanted bureau.Settings, players []roster.Player, list *roster.List) (*bureau.Bureau, []finding.Finding, error) {
	made := false // the key
	err := store.Make(ctx, o.Database, func(s *store.Store) error {
		b, err := o.enter(s)
		if err != nil {
			return err
		}
		guard := Guard(b)
		b.Store = s // a checkpoint of what may not come to be would be in the way of what does
		all, zero := players, list
		players, list = nil, nil
		if err := closing.Init(ctx, b, wanted, all, zero); err != nil {
			return err
		}
		if guard != nil { // the key of an earlier bureau goes on with that bureau only
			last, err := guard.Last()
			if err == nil && last.Size > 0 {
				err = guard.Extends(ctx, last)
			}
			if err != nil {
				return err
			}
		}
		if err = o.unused(wanted.Authority); err == nil {
			made, err = o.MakeKey(b, wanted.Authority)
		}
		return err
	})
	if err != nil {
		if made {
			err = errors.Join(err, os.Remove(o.KeyFile()))
		}
		return nil, nil, problem(o.unfinished(ctx, err), o.Database)
	}
	b, err := o.Open(ctx)
	if err != nil {
		return nil, nil, err
	}
	if guard := Guard(b); guard != nil {
		if _, err := guard.Sign(ctx); err != nil && guard.Failed != nil {
			guard.Failed(err)
		}
	}
	found, err := begun(ctx, b)
	if err != nil {
		return nil, nil, errors.Join(err, Close(b))
	}
	return b, found, nil
}

// begun returns what is to be known about a bureau that has begun.
func begun(ctx context.Context, b *bureau.Bureau) ([]finding.Finding, error) {
	found, err := closing.ExamineListZero(ctx, b)
	if err != nil {
		return nil, err
	}
	err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		clubs, err := register.ProposedClubs(r)
		found = append(found, register.ProposeClubs(clubs)...)
		return err
	})
	examined, failed := Examine(ctx, b)
	return append(found, examined...), errors.Join(err, failed)
}

// unused removes the key of a bureau that never came to be, for another authority: nothing was signed by it.
func (o *Office) unused(authority string) error {
	key, err := o.openKey()
	if err != nil || key == nil || o.Key != "" || strings.HasPrefix(key.Public, origin(authority)+"+") {
		return err
	}
	if _, err := os.Lstat(o.KeyFile() + CheckpointFile); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.Remove(o.KeyFile())
}
