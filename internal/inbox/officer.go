package inbox

import (
	"context"
	"errors"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/work"
)

// Why an officer's word is not taken.
var (
	ErrGone   = errors.New("the mail does not wait any more")
	ErrUnread = errors.New("no file in the mail can be read")
)

// waiting returns a mail that waits for an officer.
func (x *Inbox) waiting(ctx context.Context, id string) (*Mail, error) {
	m, err := x.Mail(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case m == nil || m.State != work.MailWaits:
		return nil, ErrGone
	}
	return m, nil
}

// HandIn hands a mail that waits in for a club, as the officer who says so. It never replaces anything: the files are as any others
// of that club. The day of receipt is the day on which the mail came.
func (x *Inbox) HandIn(ctx context.Context, b *bureau.Bureau, id, club string) (*Mail, error) {
	m, err := x.waiting(ctx, id)
	if err != nil {
		return nil, err
	}
	in, err := x.read(m)
	if err != nil {
		return nil, err
	}
	files := readable(in)
	if len(files) == 0 {
		return nil, ErrUnread
	}
	if err := x.handIn(ctx, b, m, files, club, m.Name); err != nil {
		return nil, err
	}
	return m, x.decided(ctx, b, m)
}

// Notify receives a mail that waits as the notice of an event.
func (x *Inbox) Notify(ctx context.Context, b *bureau.Bureau, id string, a act.NoticeReport) (*Mail, error) {
	m, err := x.waiting(ctx, id)
	if err != nil {
		return nil, err
	}
	in := *b
	in.Came = m.Arrived
	a.By = m.Name
	out, err := act.Do(ctx, &in, &a, act.With{Key: "mail/" + m.ID})
	if err != nil {
		return nil, err
	}
	m.State, m.Why, m.Ref, m.Entry = work.MailNotice, "", out.Subject, out.Seq
	return m, x.decided(ctx, b, m)
}

// Nothing says that a mail that waits is nothing, or that it is something after all.
func (x *Inbox) Nothing(ctx context.Context, b *bureau.Bureau, id string, undo bool) error {
	m, err := x.Mail(ctx, id)
	if err != nil {
		return err
	}
	from, into := work.MailWaits, work.MailNothing
	if undo {
		from, into = into, from
	}
	if m == nil || m.State != from {
		return ErrGone
	}
	m.State, m.Decided = into, b.Actor.Account
	return x.becomes(ctx, m, from)
}

// decided keeps what an officer has decided.
func (x *Inbox) decided(ctx context.Context, b *bureau.Bureau, m *Mail) error {
	m.Decided = b.Actor.Account
	return x.becomes(ctx, m, work.MailWaits)
}
