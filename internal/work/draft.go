package work

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/arpadchess/arpad/internal/store"
)

// ErrElsewhere reports that a draft was changed in another tab or on another device.
var ErrElsewhere = errors.New("the draft was changed elsewhere")

// Draft is a form that somebody is filling in.
type Draft struct {
	Fields  url.Values
	Version int // counts what was written
	Changed time.Time
}

// Draft returns the draft of an account for a page; the zero value: there is none.
func (s *Store) Draft(ctx context.Context, account, path string) (d Draft, err error) {
	var text string
	var changed int64
	found, err := s.db.Row(ctx, []any{&text, &d.Version, &changed}, "SELECT fields, version, changed FROM work.draft WHERE id = $1", account+" "+path)
	if err != nil || !found {
		return d, err
	}
	d.Changed = time.Unix(changed, 0).UTC()
	d.Fields, err = s.fields(text, account)
	return d, err
}

// kept returns the fields of a draft as they are kept.
func (s *Store) kept(fields url.Values, account string) (string, error) {
	text, err := json.Marshal(fields)
	if err != nil {
		return "", err
	}
	return s.seal(string(text), account)
}

// fields returns the fields of a draft; none if there is no key for them.
func (s *Store) fields(text, account string) (fields url.Values, err error) {
	if text = opened(s.Sealer, text, account); text != "" {
		err = json.Unmarshal([]byte(text), &fields)
	}
	return fields, err
}

// Save keeps the draft of an account for a page in place of the version that was read, 0 if there was none. It returns the
// version from then on.
func (s *Store) Save(ctx context.Context, account, path string, fields url.Values, read int) (version int, err error) {
	text, err := s.kept(fields, account)
	if err != nil {
		return 0, err
	}
	err = s.db.Write(ctx, func(tx *store.WorkTx) error {
		n, err := tx.Exec(`INSERT INTO work.draft AS old (id, account, path, fields, version, changed) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (id) DO UPDATE SET fields = excluded.fields, version = excluded.version, changed = excluded.changed WHERE old.version = excluded.version - 1`,
			account+" "+path, account, path, text, read+1, s.Now().Unix())
		if err == nil && n == 0 {
			err = ErrElsewhere
		}
		return err
	})
	return read + 1, err
}

// Drop removes the draft of an account for a page, and the files that wait with it.
func (s *Store) Drop(ctx context.Context, account, path string) error {
	return s.db.Write(ctx, func(tx *store.WorkTx) error {
		_, err := tx.Exec("DELETE FROM work.draft WHERE id = $1", account+" "+path)
		if err == nil {
			_, err = tx.Exec("DELETE FROM work.file WHERE draft = $1", account+" "+path)
		}
		return err
	})
}

// Drafts returns the drafts of an account for the pages below one, by their paths.
func (s *Store) Drafts(ctx context.Context, account, below string) (all map[string]Draft, err error) {
	all = map[string]Draft{}
	err = s.db.Rows(ctx, func(scan func(...any) error) (bool, error) {
		var d Draft
		var path, text string
		var changed int64
		err := scan(&path, &text, &d.Version, &changed)
		if err == nil {
			d.Fields, err = s.fields(text, account)
		}
		if d.Changed = time.Unix(changed, 0).UTC(); strings.HasPrefix(path, below) {
			all[path] = d
		}
		return true, err
	}, "SELECT path, fields, version, changed FROM work.draft WHERE account = $1", account)
	return all, err
}
