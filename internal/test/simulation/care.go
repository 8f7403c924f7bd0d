package simulation

import (
	"bytes"
	"context"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
)

// What a bureau's keeper does with its store.

// in goes on in another store, which must hold the same.
func (l *Life) in(s bureau.Store, err error) error {
	if err != nil {
		return err
	}
	l.ledger.Store = s
	return l.unchanged()
}

// unchanged sees that the store holds what it must.
func (l *Life) unchanged() error {
	what, err := l.ledger.differs(l.ctx)
	if what != "" {
		l.fail("what was acknowledged is kept, and nothing else", "%s", what)
	}
	return err
}

// move exports the bureau, imports it into another store and goes on there.
func (l *Life) move() *deed {
	const oneIn = 6 // it takes long
	if l.dice.IntN(oneIn) > 0 {
		return nil
	}
	return &deed{calm: true, do: func(ctx context.Context) error {
		text, err := l.exported(l.desk)
		if err != nil {
			return err
		}
		s, err := l.cabinet.Empty(ctx)
		if err != nil {
			return err
		}
		other := &bureau.Bureau{Store: s, Clock: l.desk.Clock, Actor: l.desk.Actor, Projection: l.desk.Projection, Follow: l.desk.Follow}
		if _, err := care.Import(ctx, other, bytes.NewReader(text)); err != nil {
			return err
		}
		again, err := l.exported(other)
		if err != nil {
			return err
		}
		if !bytes.Equal(text, again) {
			l.fail("an import holds what was exported", "its export is another text")
		}
		return l.in(s, nil)
	}}
}

func (l *Life) exported(b *bureau.Bureau) ([]byte, error) {
	var text bytes.Buffer
	_, err := care.Export(l.ctx, b, &text)
	return text.Bytes(), err
}

// restore goes on in a backup.
func (l *Life) restore() *deed {
	if l.cabinet.Restored == nil {
		return nil
	}
	return &deed{calm: true, do: func(ctx context.Context) error { return l.in(l.cabinet.Restored(ctx, l.ledger.Store)) }}
}

// kill goes on in what a killed process has left.
func (l *Life) kill() *deed {
	if l.cabinet.Killed == nil {
		return nil
	}
	return &deed{calm: true, do: func(ctx context.Context) error { return l.in(l.cabinet.Killed(ctx, l.ledger.Store)) }}
}

// mend makes the derived documents again that do not agree with what they come
// from: there must be none.
func (l *Life) mend() *deed {
	return &deed{do: func(ctx context.Context) error {
		mended, err := care.Mend(ctx, l.desk)
		if err == nil && mended > 0 {
			l.fail("what is derived agrees", "%d documents were mended", mended)
		}
		return err
	}}
}
