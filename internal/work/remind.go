package work

import (
	"context"
	"time"

	"github.com/arpadchess/arpad/internal/store"
)

// Reminder is something that the clock has noticed.
type Reminder struct {
	What    string // its kind, and that of the letter about it
	Subject string // a reference, or the ID of an alarm and what that is about
	Club    string
	Made    time.Time
	Tells   []string // the receivers of a letter about it; they are not kept
}

// calm is for how long an alarm must not be raised to have ended.
const calm = time.Hour

// Remind notes under a lease what was noticed, each thing once, and returns what was not there before. Letters about that are queued: one
// of each kind to each receiver, made at the moment of the reminders. quiet queues none. The mark is where the log ends now. If the lease
// is of another process by now, the error is ErrLate.
func (s *Store) Remind(ctx context.Context, lease string, fence int, cursor string, at Mark, quiet bool, all []Reminder) (first []Reminder, err error) {
	err = s.underLease(ctx, lease, fence, func(tx *store.WorkTx, now time.Time) error {
		first = nil
		_, err := tx.Exec("INSERT INTO work.cursor VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET entry = excluded.entry, hash = excluded.hash", cursor, at.Entry, at.Hash)
		for _, r := range all {
			if err != nil {
				return err
			}
			var n int64
			if n, err = tx.Exec("INSERT INTO work.reminder (what, subject, club, made) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING", r.What, r.Subject, r.Club, now.Unix()); n > 0 {
				first = append(first, r)
			}
		}
		if err != nil || quiet {
			return err
		}
		return tell(tx, now, first)
	})
	return first, err
}

// Raise notes under a lease which alarms of a kind are raised, and returns those that were not, about which letters are queued. If the
// lease is of another process by now, the error is ErrLate.
func (s *Store) Raise(ctx context.Context, lease string, fence int, kind string, all []Reminder) (begun []Reminder, err error) {
	err = s.underLease(ctx, lease, fence, func(tx *store.WorkTx, now time.Time) error {
		begun = nil
		for _, r := range all {
			n, err := tx.Exec("UPDATE work.reminder SET made = $1 WHERE what = $2 AND subject = $3", now.Unix(), kind, r.Subject)
			if err == nil && n == 0 {
				_, err = tx.Exec("INSERT INTO work.reminder (what, subject, club, made) VALUES ($1, $2, '', $3)", kind, r.Subject, now.Unix())
				begun = append(begun, r)
			}
			if err != nil {
				return err
			}
		}
		if _, err := tx.Exec("DELETE FROM work.reminder WHERE what = $1 AND made <= $2", kind, now.Add(-calm).Unix()); err != nil {
			return err
		}
		return tell(tx, now, begun)
	})
	return begun, err
}

// tell queues letters about reminders.
func tell(tx *store.WorkTx, now time.Time, all []Reminder) error {
	for _, r := range all {
		for _, receiver := range r.Tells {
			if err := addLetter(tx, now, &Letter{From: "reminder " + now.UTC().Format(time.RFC3339), Receiver: receiver, Kind: r.What}); err != nil {
				return err
			}
		}
	}
	return nil
}

// underLease calls f in a transaction if a lease is still that of a fence.
func (s *Store) underLease(ctx context.Context, lease string, fence int, f func(tx *store.WorkTx, now time.Time) error) error {
	return s.db.Write(ctx, func(tx *store.WorkTx) error {
		one := 0
		holds, err := tx.Row([]any{&one}, "SELECT 1 FROM work.lease WHERE name = $1 AND fence = $2", lease, fence)
		switch {
		case err != nil:
			return err
		case !holds:
			return ErrLate
		}
		return f(tx, s.Now())
	})
}

// Reminded returns the subjects of the reminders that a letter is about.
func (s *Store) Reminded(ctx context.Context, l *Letter) (subjects []string, err error) {
	err = s.db.Rows(ctx, func(scan func(...any) error) (bool, error) {
		subject := ""
		err := scan(&subject)
		subjects = append(subjects, subject)
		return true, err
	}, "SELECT subject FROM work.reminder WHERE what = $1 AND made = $2 ORDER BY subject", l.Kind, l.Made.Unix())
	return subjects, err
}
