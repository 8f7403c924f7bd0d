// Package work keeps what passes, beside a bureau: sessions, forms, jobs, and who has looked at what. Times
// are Unix seconds in the database.
package work

import (
	"context"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
)

// Store is the work database of a bureau.
type Store struct {
	db     *store.Work
	Now    func() time.Time
	Sealer Sealer // of what is typed into drafts and of the names of files; nil: they are kept as they are
}

// Open opens the work database of a bureau's, and makes it if there is none.
func Open(ctx context.Context, of *store.Store, now func() time.Time) (*Store, error) {
	db, err := of.Work(ctx)
	return &Store{db: db, Now: now}, err
}

// Close closes the database.
func (s *Store) Close() error { return s.db.Close() }

const day = 24 * time.Hour

// How long something is kept.
const (
	looksKept   = 2 * 365 * day
	devicesKept = 365 * day // since they were last used
	draftsKept  = 30 * day  // since they were last changed
	jobsKept    = 30 * day  // since they ended
	usageKept   = 365 * day // since a key was last used
	lettersKept = 365 * day // since they last changed
	turnsKept   = 400 * day // since they ended: what is done once a year is known
	turnsShown  = 30 * day  // where there is a later one
	remindKept  = 400 * day
)

// Looked implements bureau.Looks.
func (s *Store) Looked(ctx context.Context, l bureau.Look) error {
	_, err := s.db.Exec(ctx, `INSERT INTO work.look (at, account, what) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, l.At.Unix(), l.Account, l.What)
	return err
}

// Looks calls each for the looks since a moment, the newest first, until it returns false.
func (s *Store) Looks(ctx context.Context, since time.Time, each func(bureau.Look) bool) error {
	return s.db.Rows(ctx, func(scan func(...any) error) (bool, error) {
		var l bureau.Look
		var at int64
		err := scan(&at, &l.Account, &l.What)
		l.At = time.Unix(at, 0).UTC()
		return err == nil && each(l), err
	}, `SELECT at, account, what FROM work.look WHERE at >= $1 ORDER BY at DESC, account, what`, since.Unix())
}

// Sweep removes what has had its time.
func (s *Store) Sweep(ctx context.Context) error {
	now := s.Now()
	ago := func(d time.Duration) int64 { return now.Add(-d).Unix() }
	return s.db.Write(ctx, func(tx *store.WorkTx) error {
		err := breakOff(tx, now)
		sweep := func(where string, before int64) {
			if err == nil {
				_, err = tx.Exec("DELETE FROM work."+where, before)
			}
		}
		sweep("session WHERE expires <= $1", now.Unix()) // one that has ended stays until then: whoever still writes to it changes nothing
		sweep("ceremony WHERE expires <= $1", now.Unix())
		sweep("kept WHERE expires <= $1", now.Unix())
		sweep("device WHERE seen <= $1", ago(devicesKept))
		sweep("draft WHERE changed <= $1", ago(draftsKept))
		sweep("file WHERE made <= $1 AND NOT EXISTS (SELECT 1 FROM work.draft WHERE draft.id = file.draft)", ago(draftsKept))
		sweep("job WHERE ended > 0 AND ended <= $1", ago(jobsKept))
		sweep("usage WHERE used <= $1", ago(usageKept))
		sweep("letter WHERE changed <= $1", ago(lettersKept))
		sweep("ask WHERE expires <= $1", now.Unix())
		sweep("letter WHERE receiver LIKE 'ask %' AND state IN ('waits', 'handed') AND changed <= $1 AND NOT EXISTS (SELECT 1 FROM work.ask WHERE 'ask ' || ask.hash = letter.receiver)", now.Unix())
		sweep("turn WHERE began <= $1", ago(turnsKept))
		sweep("turn WHERE began <= $1 AND ended > 0 AND EXISTS (SELECT 1 FROM work.turn AS other WHERE other.task = turn.task AND other.due > turn.due AND other.ended > 0)", ago(turnsShown))
		sweep("reminder WHERE made <= $1", ago(remindKept))
		sweep("mail WHERE kept <= $1", ago(mailsKept))
		sweep("look WHERE at <= $1", ago(looksKept))
		return err
	})
}
