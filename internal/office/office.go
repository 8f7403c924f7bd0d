// Package office opens a bureau for every interface, be it the command line, a web
// server or a mailbox: its database, guard, key, clock and acting officer.
//
// What cannot be opened is a *finding.Problem, except where the machine fails.
package office

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/user"
	"strings"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/work"
)

// Office identifies a bureau and the acting officer.
type Office struct {
	Database string           // a file, or a server's database address
	Key      string           // the key file; empty: see KeyFile
	Backups  string           // the folder for the bureau's own backups; empty: see CopyFolder
	Clock    func() time.Time // nil: the machine's clock
	Officer  string           // the acting officer; empty: the machine's user

	// Unsigned is called if a checkpoint could not be written to its file; the
	// change itself was kept. It may be nil.
	Unsigned func(file string, why error)
	// Upgraded is called after Open has upgraded a database that another version of the
	// program made, with the backup from before ("" for a server's). It may be nil.
	Upgraded func(backup string)
	// Progress is called meanwhile by what takes long: upgrading with the number of rows written and how many
	// there will be, -1 if that is not known; beginning a bureau with that of its players. It may be nil.
	Progress func(done, of int)
	// Named is called with the IDs of the players whom the reason of an action names.
	// It may be nil.
	Named func(ids []string)
}

// Open opens a bureau, guarded if it has a key. If another version of the program made
// the database, it is upgraded first. The caller must call Close.
func (o *Office) Open(ctx context.Context) (*bureau.Bureau, error) {
	s, err := store.Open(ctx, o.Database)
	if err != nil {
		return nil, problem(err, o.Database)
	}
	if s.Outdated() {
		backup, err := o.upgrade(ctx, s)
		if err != nil {
			return nil, errors.Join(problem(err, o.Database), s.Close())
		}
		if o.Upgraded != nil {
			o.Upgraded(backup)
		}
	}
	return o.enter(s)
}

// upgrade upgrades the database and returns the file of the backup that it makes
// before. Servers have their own backups.
func (o *Office) upgrade(ctx context.Context, s *store.Store) (backup string, err error) {
	if _, _, server := strings.Cut(o.Database, "://"); !server {
		backup = o.Database + ".before-upgrade-" + time.Now().UTC().Format("20060102T150405.000000Z")
		if _, err := s.Backup(ctx, backup); err != nil {
			var t *store.Trouble
			if errors.As(err, &t) && t.What == store.Barred {
				return "", errors.Join(store.ErrOutdated, err)
			}
			return "", err
		}
	}
	err = s.Upgrade(ctx, func(stored bureau.Writer) error { return projection.Write(bureau.CheckedWriter(stored), o.Progress) })
	if backup != "" && errors.Is(err, store.ErrOutdated) { // nothing was changed
		err = errors.Join(err, os.Remove(backup), os.Remove(backup+store.SumFile), removed(backup+store.WorkFile))
	}
	return backup, err
}

// removed removes a file that may not be there.
func removed(file string) error {
	if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Create creates a database for a bureau and opens it. The caller fills it and
// calls Close, or Discard if that fails.
func (o *Office) Create(ctx context.Context) (*bureau.Bureau, error) {
	s, err := store.Create(ctx, o.Database)
	if err != nil {
		return nil, problem(o.unfinished(ctx, err), o.Database)
	}
	return o.enter(s)
}

// enter returns the bureau of a database.
func (o *Office) enter(s *store.Store) (*bureau.Bureau, error) {
	b := &bureau.Bureau{Store: s, Clock: o.Clock, Actor: o.actor(), Projection: projection.Rows{}, Follow: projection.Follow, Daily: proof.AppendDayLeaf, Progress: o.Progress}
	if b.Clock == nil {
		b.Clock = time.Now
	}
	b.OnForget = func(ctx context.Context, mentioned func(string) bool, accounts []string) error {
		return s.IfWork(ctx, func(w *store.Work) error {
			by, err := o.sealer()
			if err != nil {
				return err
			}
			return work.Forget(ctx, w, by, mentioned, accounts)
		})
	}
	b.Beside = func(ctx context.Context, mentioned func(string) bool, accounts []string) (held map[string][]bureau.Held, err error) {
		err = s.IfWork(ctx, func(w *store.Work) error {
			by, err := o.sealer()
			if err == nil {
				held, err = work.Of(ctx, w, by, mentioned, accounts)
			}
			return err
		})
		return held, err
	}
	if o.Named != nil {
		b.OnReason = func(tx *bureau.Tx, reason string) error {
			ids, err := register.NamedIn(tx, reason)
			o.Named(ids)
			return err
		}
	}
	if err := o.guard(b); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return b, nil
}

// unfinished returns the problem for an existing file without a bureau, or
// inTheWay if it has one.
func (o *Office) unfinished(ctx context.Context, inTheWay error) error {
	if !errors.Is(inTheWay, fs.ErrExist) || errors.Is(inTheWay, store.ErrNotEmpty) {
		return inTheWay
	}
	s, err := store.Open(ctx, o.Database)
	switch {
	case err == nil:
		return errors.Join(inTheWay, s.Close())
	case errors.Is(err, store.ErrMissing):
		return finding.NewProblem("database-unfinished", finding.Text("file", o.Database))
	}
	return inTheWay
}

func (o *Office) actor() bureau.Actor {
	a := bureau.AtTerminal("officer")
	if u, err := user.Current(); err == nil {
		a = bureau.AtTerminal(u.Username)
	}
	a.Name = cmp.Or(o.Officer, a.Name)
	return a
}

// Close closes the database of a bureau.
func Close(b *bureau.Bureau) error { return Database(b).Close() }

// Discard removes the database of a bureau that Create made and nobody filled.
func Discard(b *bureau.Bureau) error { return Database(b).Discard() }
