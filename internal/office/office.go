// Package office opens a bureau for every door, be it the command line, a web server
// or a mailbox: its database, the guard before it, its key, its clock and who acts.
//
// What cannot be opened is a *finding.Problem, except where the machine fails.
package office

import (
	"context"
	"errors"
	"io/fs"
	"os/user"
	"time"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/store"
)

// Office says which bureau is meant, and who acts in it.
type Office struct {
	Database string           // a file, or the address of a database on a server
	Key      string           // the file of the key; empty: as KeyFile says
	Clock    func() time.Time // nil: the machine's
	Officer  string           // who acts; empty: the user of the machine

	// Unsigned is told why a checkpoint could not be signed in its file; what was
	// written stays. Nil: nobody is told.
	Unsigned func(file string, why error)
}

// Open opens a bureau, with the guard before its store if it has a key. The caller
// closes it with Close.
func (o *Office) Open(ctx context.Context) (*bureau.Bureau, error) {
	s, err := store.Open(ctx, o.Database)
	if err != nil {
		return nil, problem(err, o.Database)
	}
	return o.enter(s)
}

// Create makes a new database for a bureau and opens it. The caller fills it, and
// closes it with Close; if it cannot be filled, Discard takes it away before.
func (o *Office) Create(ctx context.Context) (*bureau.Bureau, error) {
	s, err := store.Create(ctx, o.Database)
	if err != nil {
		return nil, problem(o.unfinished(ctx, err), o.Database)
	}
	return o.enter(s)
}

// enter returns the bureau of a database.
func (o *Office) enter(s *store.Store) (*bureau.Bureau, error) {
	b := &bureau.Bureau{Store: s, Clock: o.Clock, Actor: o.actor()}
	if b.Clock == nil {
		b.Clock = time.Now
	}
	if err := o.guard(b); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return b, nil
}

// unfinished returns the problem of a file in the way in which there is no bureau;
// where there is one, the error as it is.
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

func (o *Office) actor() string {
	if o.Officer != "" {
		return o.Officer
	}
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return "officer"
}

// Close closes the database of a bureau.
func Close(b *bureau.Bureau) error { return Database(b).Close() }

// Discard takes away the database of a bureau that Create made and nobody filled.
func Discard(b *bureau.Bureau) error { return Database(b).Discard() }
