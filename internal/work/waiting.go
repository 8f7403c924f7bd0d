package work

import (
	"context"
	"time"
)

// OldestLetter returns since when the oldest letter waits to be sent; zero: none does.
func (s *Store) OldestLetter(ctx context.Context) (time.Time, error) {
	return s.moment(ctx, "SELECT COALESCE(MIN(made), 0) FROM work.letter WHERE state = $1", Waits)
}

// MailboxAsked returns when a mailbox was last read; zero: never.
func (s *Store) MailboxAsked(ctx context.Context) (time.Time, error) {
	return s.moment(ctx, "SELECT COALESCE(MAX(asked), 0) FROM work.mailbox")
}

// moment returns the moment that a query finds; zero: none.
func (s *Store) moment(ctx context.Context, query string, arguments ...any) (at time.Time, err error) {
	var unix int64
	if _, err = s.db.Row(ctx, []any{&unix}, query, arguments...); err == nil && unix > 0 {
		at = time.Unix(unix, 0).UTC()
	}
	return at, err
}
