package work

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
)

// ErrGone reports that something was used, has ended, or never was.
var ErrGone = errors.New("it was used before, has ended, or never was")

// Hold keeps the data of a ceremony of a passkey and returns its token, which holds once.
func (s *Store) Hold(ctx context.Context, purpose, account string, data any, holds time.Duration) (token string, err error) {
	text, err := json.Marshal(data)
	if err != nil {
		return "", err
	}
	token = bureau.NewToken()
	_, err = s.db.Exec(ctx, "INSERT INTO work.ceremony (hash, purpose, account, data, expires) VALUES ($1, $2, $3, $4, $5)",
		bureau.TokenHash(token), purpose, account, string(text), s.Now().Add(holds).Unix())
	return token, err
}

// Take returns the data of a ceremony and whose it is, and removes it.
func (s *Store) Take(ctx context.Context, purpose, token string, data any) (account string, err error) {
	var text string
	var expires int64
	err = s.db.Write(ctx, func(tx *store.WorkTx) error {
		found, err := tx.Row([]any{&account, &text, &expires}, "DELETE FROM work.ceremony WHERE hash = $1 AND purpose = $2 RETURNING account, data, expires", bureau.TokenHash(token), purpose)
		if err == nil && !found {
			err = ErrGone
		}
		return err
	})
	switch {
	case err != nil:
		return "", err
	case expires <= s.Now().Unix():
		return "", ErrGone
	}
	return account, json.Unmarshal([]byte(text), data)
}

// Step uses the code of a time step, and reports whether neither it nor a later one was used before.
func (s *Store) Step(ctx context.Context, account string, step int64) (first bool, err error) {
	n, err := s.db.Exec(ctx, "INSERT INTO work.step AS old VALUES ($1, $2) ON CONFLICT (account) DO UPDATE SET step = excluded.step WHERE old.step < excluded.step", account, step)
	return n == 1, err
}

// Spend uses a recovery code by its hash, and reports whether it was not used before.
func (s *Store) Spend(ctx context.Context, account, hash string) (first bool, err error) {
	n, err := s.db.Exec(ctx, "INSERT INTO work.spent VALUES ($1, $2) ON CONFLICT DO NOTHING", account, hash)
	return n == 1, err
}

// Spent returns how many recovery codes of an account were used of those with some hashes.
func (s *Store) Spent(ctx context.Context, account string, hashes []string) (n int, err error) {
	for _, hash := range hashes {
		var one int
		found, err := s.db.Row(ctx, []any{&one}, "SELECT 1 FROM work.spent WHERE account = $1 AND hash = $2", account, hash)
		if err != nil {
			return 0, err
		}
		if found {
			n++
		}
	}
	return n, nil
}

// Knows reports whether an account was signed in to from the browser that has a token.
func (s *Store) Knows(ctx context.Context, account, token string) (bool, error) {
	var seen int64
	return s.db.Row(ctx, []any{&seen}, "SELECT seen FROM work.device WHERE hash = $1", bureau.TokenHash(token+" "+account))
}

// Remember notes that an account was signed in to from the browser that has a token.
func (s *Store) Remember(ctx context.Context, account, token string) error {
	_, err := s.db.Exec(ctx, "INSERT INTO work.device VALUES ($1, $2, $3) ON CONFLICT (hash) DO UPDATE SET seen = excluded.seen", bureau.TokenHash(token+" "+account), account, s.Now().Unix())
	return err
}

// UsedPasskey keeps the counter and the flags of a passkey that was used.
func (s *Store) UsedPasskey(ctx context.Context, account, id string, data any) error {
	text, err := json.Marshal(data)
	if err == nil {
		_, err = s.db.Exec(ctx, "INSERT INTO work.passkey VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO UPDATE SET data = excluded.data, used = excluded.used", id, account, string(text), s.Now().Unix())
	}
	return err
}

// Passkey reads the counter and the flags of a passkey when it was last used, and reports whether it was.
func (s *Store) Passkey(ctx context.Context, id string, data any) (used time.Time, found bool, err error) {
	var text string
	var at int64
	if found, err = s.db.Row(ctx, []any{&text, &at}, "SELECT data, used FROM work.passkey WHERE id = $1", id); found && err == nil {
		err = json.Unmarshal([]byte(text), data)
	}
	return time.Unix(at, 0).UTC(), found, err
}

// Keep keeps the fields of a form that an account could not send, and returns the token by which they are found.
func (s *Store) Keep(ctx context.Context, account, path string, fields url.Values, holds time.Duration) (token string, err error) {
	text, err := json.Marshal(fields) // as it is read, so that who is forgotten is found in it
	if err != nil {
		return "", err
	}
	token = bureau.NewToken()
	_, err = s.db.Exec(ctx, "INSERT INTO work.kept (hash, owner, path, fields, expires) VALUES ($1, $2, $3, $4, $5)",
		bureau.TokenHash(token), account, path, string(text), s.Now().Add(holds).Unix())
	return token, err
}

// Kept returns the fields of a form that was kept, and removes it; nil: there is none of this account and page.
func (s *Store) Kept(ctx context.Context, token, account, path string) (fields url.Values, err error) {
	var text string
	var expires int64
	found := false
	err = s.db.Write(ctx, func(tx *store.WorkTx) (err error) {
		found, err = tx.Row([]any{&text, &expires}, "DELETE FROM work.kept WHERE hash = $1 AND owner = $2 AND path = $3 RETURNING fields, expires", bureau.TokenHash(token), account, path)
		return err
	})
	if err != nil || !found || expires <= s.Now().Unix() {
		return nil, err
	}
	return fields, json.Unmarshal([]byte(text), &fields)
}
