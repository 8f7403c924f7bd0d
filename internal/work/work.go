// Package work keeps what passes, beside a bureau: sessions, forms, jobs, and who has looked at what. Times
// are Unix seconds in the database.
package work

import (
	"context"
	"errors"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
)

// Store is the work database of a bureau.
type Store struct {
	db  *store.Work
	Now func() time.Time
}

// Open opens the work database of a bureau's, and makes it if there is none.
func Open(ctx context.Context, of *store.Store, now func() time.Time) (*Store, error) {
	db, err := of.Work(ctx)
	return &Store{db, now}, err
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
		sweep("mail WHERE kept <= $1", ago(mailsKept))
		sweep("look WHERE at <= $1", ago(looksKept))
		return err
	})
}

// Forget removes the texts that mention somebody who is forgotten, and what accounts have left but their
// looks, which know them by number.
func Forget(ctx context.Context, db *store.Work, mentioned func(text string) bool, accounts []string) error {
	texts := map[string]string{"kept": "fields", "draft": "fields", "job": "outcome", "ceremony": "data"} // columns by table
	keys := map[string]string{"kept": "hash", "draft": "id", "job": "id", "ceremony": "hash"}
	gone := map[string][]string{}
	for table, column := range texts {
		err := db.Rows(ctx, func(scan func(...any) error) (bool, error) {
			var key, text string
			err := scan(&key, &text)
			if mentioned(text) {
				gone[table] = append(gone[table], key)
			}
			return true, err
		}, "SELECT "+keys[table]+", "+column+" FROM work."+table)
		if err != nil {
			return err
		}
	}
	return db.Write(ctx, func(tx *store.WorkTx) (err error) {
		_, err = tx.Exec("DELETE FROM work.file") // it is sealed, and nobody sees who is in it; whoever was about to hand it in has it
		_, failed := tx.Exec("DELETE FROM work.mail WHERE state NOT IN ($1, $2)", MailNew, MailWaits) // likewise; what waits may be a report
		err = errors.Join(err, failed)
		for table, all := range gone {
			for _, key := range all {
				_, failed := tx.Exec("DELETE FROM work."+table+" WHERE "+keys[table]+" = $1", key)
				err = errors.Join(err, failed)
			}
		}
		for _, account := range accounts {
			for _, table := range []string{"session", "ceremony", "device", "step", "spent", "passkey", "draft", "file", "job", "usage"} {
				_, failed := tx.Exec("DELETE FROM work."+table+" WHERE account = $1", account)
				err = errors.Join(err, failed)
			}
		}
		return err
	})
}
