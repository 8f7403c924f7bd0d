package work

import (
	"context"
	"encoding/base64"
	"errors"
	"net/url"

	"github.com/arpadchess/arpad/internal/store"
)

// File is a file that waits until its report is handed in.
type File struct {
	Name string
	Data []byte // as it is kept: sealed
	Size int    // of what is sealed
}

// ErrFull reports that an account has as many files waiting as it may.
var ErrFull = errors.New("too many files wait")

// What an account may have waiting.
const (
	mostFiles = 100
	mostBytes = 64 << 20
)

// Wait begins a draft of an account for a page, with which files wait. One that was begun before stays as it is.
func (s *Store) Wait(ctx context.Context, account, path string, fields url.Values, files []File) error {
	text, err := s.kept(fields, account)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.WorkTx) error {
		id := account + " " + path
		begun, err := tx.Exec("INSERT INTO work.draft (id, account, path, fields, version, changed) VALUES ($1, $2, $3, $4, 1, $5) ON CONFLICT (id) DO NOTHING", id, account, path, text, s.Now().Unix())
		if err != nil || begun == 0 {
			return err
		}
		var n, bytes int
		if _, err := tx.Row([]any{&n, &bytes}, "SELECT count(*), coalesce(sum(size), 0) FROM work.file WHERE account = $1", account); err != nil {
			return err
		}
		for i, f := range files {
			n++
			bytes += f.Size
			name, err := s.seal(f.Name, account)
			if err != nil {
				return err
			}
			_, err = tx.Exec("INSERT INTO work.file (draft, number, account, name, data, size, made) VALUES ($1, $2, $3, $4, $5, $6, $7)",
				id, i, account, name, base64.StdEncoding.EncodeToString(f.Data), f.Size, s.Now().Unix())
			if err != nil {
				return err
			}
		}
		if n > mostFiles || bytes > mostBytes {
			return ErrFull
		}
		return nil
	})
}

// Waiting returns the files that wait with a draft of an account.
func (s *Store) Waiting(ctx context.Context, account, path string) (files []File, err error) {
	err = s.db.Rows(ctx, func(scan func(...any) error) (bool, error) {
		var f File
		var text string
		err := scan(&f.Name, &text, &f.Size)
		if f.Name = opened(s.Sealer, f.Name, account); err == nil {
			f.Data, err = base64.StdEncoding.DecodeString(text)
		}
		files = append(files, f)
		return true, err
	}, "SELECT name, data, size FROM work.file WHERE draft = $1 ORDER BY number", account+" "+path)
	return files, err
}

// Settle keeps what a draft of an account has become, in the place of its fields and its files.
func (s *Store) Settle(ctx context.Context, account, path string, fields url.Values) error {
	text, err := s.kept(fields, account)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.WorkTx) error {
		id := account + " " + path
		if _, err := tx.Exec("UPDATE work.draft SET fields = $2, version = version + 1, changed = $3 WHERE id = $1", id, text, s.Now().Unix()); err != nil {
			return err
		}
		_, err := tx.Exec("DELETE FROM work.file WHERE draft = $1", id)
		return err
	})
}
