package work

import (
	"context"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
)

// Session is that somebody is signed in.
type Session struct {
	Hash    string // of its token
	Account string // the number
	Epoch   int    // of the account when it began; see bureau.Account
	Made    time.Time
	Seen    time.Time     // last used, to a few minutes
	Expires time.Time     // whatever happens
	Idle    time.Duration // after which it ends unless it is used
	Factor  time.Time     // when who it is was last shown: by a second factor, or again by the password alone; zero: never
	Browser string
}

// seenEvery is how exact Seen is: a session is written at most that often.
const seenEvery = 5 * time.Minute

const sessionColumns = "hash, account, epoch, made, seen, expires, idle, factor, browser"

// read reads a session's columns.
func (s *Session) read(scan func(...any) error) error {
	var made, seen, expires, idle, factor int64
	err := scan(&s.Hash, &s.Account, &s.Epoch, &made, &seen, &expires, &idle, &factor, &s.Browser)
	s.Made, s.Seen, s.Expires, s.Idle = time.Unix(made, 0).UTC(), time.Unix(seen, 0).UTC(), time.Unix(expires, 0).UTC(), time.Duration(idle)*time.Second
	if factor > 0 {
		s.Factor = time.Unix(factor, 0).UTC()
	}
	return err
}

// live is the condition that a session has neither ended, nor reached its end, nor been idle for too long.
const live = "ended = 0 AND expires > $1 AND seen + idle > $1"

// Session returns the live session of a token, nil if there is none. It notes that it is in use.
func (s *Store) Session(ctx context.Context, token string) (*Session, error) {
	now := s.Now().Unix()
	found := &Session{}
	var ok bool
	err := found.read(func(into ...any) (err error) {
		ok, err = s.db.Row(ctx, into, "SELECT "+sessionColumns+" FROM work.session WHERE "+live+" AND hash = $2", now, bureau.TokenHash(token))
		return err
	})
	if err != nil || !ok {
		return nil, err
	}
	if now-found.Seen.Unix() >= int64(min(seenEvery, found.Idle/2).Seconds()) {
		_, err = s.db.Exec(ctx, "UPDATE work.session SET seen = $1 WHERE hash = $2 AND ended = 0", now, found.Hash)
	}
	return found, err
}

// Begin begins a session and returns its token. If it goes on from another one, that ends in the same
// transaction, and its own end stays: a token never outlives a change of what it may do.
func (s *Store) Begin(ctx context.Context, begun Session, from string) (token string, err error) {
	token = bureau.NewToken()
	now, factor := s.Now().Unix(), int64(0)
	if !begun.Factor.IsZero() {
		factor = begun.Factor.Unix()
	}
	err = s.db.Write(ctx, func(tx *store.WorkTx) error {
		if from != "" {
			ended, err := tx.Exec("UPDATE work.session SET ended = $1 WHERE "+live+" AND hash = $2", now, from)
			if err == nil && ended == 0 {
				err = ErrGone // signed out meanwhile
			}
			if err != nil {
				return err
			}
		}
		_, err := tx.Exec("INSERT INTO work.session ("+sessionColumns+") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
			bureau.TokenHash(token), begun.Account, begun.Epoch, begun.Made.Unix(), now, begun.Expires.Unix(), int64(begun.Idle.Seconds()), factor, begun.Browser)
		return err
	})
	return token, err
}

// Sessions returns the live sessions of an account, the one used last first.
func (s *Store) Sessions(ctx context.Context, account string) (all []*Session, err error) {
	err = s.db.Rows(ctx, func(scan func(...any) error) (bool, error) {
		all = append(all, &Session{})
		return true, all[len(all)-1].read(scan)
	}, "SELECT "+sessionColumns+" FROM work.session WHERE "+live+" AND account = $2 ORDER BY seen DESC, hash", s.Now().Unix(), account)
	return all, err
}

// End ends a session of an account by its hash.
func (s *Store) End(ctx context.Context, account, hash string) error {
	_, err := s.db.Exec(ctx, "UPDATE work.session SET ended = $1 WHERE account = $2 AND hash = $3", s.Now().Unix(), account, hash)
	return err
}

// EndOthers ends the sessions of an account but one; an empty hash means all.
func (s *Store) EndOthers(ctx context.Context, account, hash string) error {
	_, err := s.db.Exec(ctx, "UPDATE work.session SET ended = $1 WHERE account = $2 AND hash <> $3 AND ended = 0", s.Now().Unix(), account, hash)
	return err
}
