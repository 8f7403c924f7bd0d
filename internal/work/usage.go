package work

import (
	"context"
	"time"

	"github.com/arpadchess/arpad/internal/store"
)

// Used notes that a program uses a key of an account, by its number.
func (s *Store) Used(ctx context.Context, account, key string) error {
	now, used := s.Now().Unix(), int64(0)
	found, err := s.db.Row(ctx, []any{&used}, "SELECT used FROM work.usage WHERE key = $1", key)
	if err == nil && (!found || now-used >= int64(seenEvery.Seconds())) {
		_, err = s.db.Exec(ctx, "INSERT INTO work.usage VALUES ($1, $2, $3) ON CONFLICT (key) DO UPDATE SET used = excluded.used", key, account, now)
	}
	return err
}

// Usage returns when the keys of an account were last used, by their numbers, to a few minutes.
func (s *Store) Usage(ctx context.Context, account string) (map[string]time.Time, error) {
	return Usage(ctx, s.db, account)
}

// Usage is Store.Usage of an open database.
func Usage(ctx context.Context, db *store.Work, account string) (map[string]time.Time, error) {
	all := map[string]time.Time{}
	err := db.Rows(ctx, func(scan func(...any) error) (bool, error) {
		var key string
		var used int64
		err := scan(&key, &used)
		all[key] = time.Unix(used, 0).UTC()
		return true, err
	}, "SELECT key, used FROM work.usage WHERE account = $1", account)
	return all, err
}
