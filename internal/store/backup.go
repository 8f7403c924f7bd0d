package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/settle"
)

// A backup is a database file with its SHA-256 beside it, in the format of
// sha256sum: FILE and FILE.sha256. The hash is moved into place first, so that
// a backup without one was never completed. Until a backup has replaced an earlier
// one, the hash of that stands there, too.

// SumFile is the suffix of the file with a backup's hash.
const SumFile = ".sha256"

// The errors of Backup and Restore.
var (
	ErrNoSum  = errors.New("the backup's SHA-256 is not beside it")
	ErrBadSum = errors.New("the backup is not what was written: its SHA-256 is another")
)

// Backup writes a snapshot of everything stored to a new file, and returns its
// SHA-256. Others can read and write meanwhile. If the file exists, it is left
// alone and the error is fs.ErrExist.
func (s *Store) Backup(ctx context.Context, path string) (sum string, err error) {
	for _, taken := range []string{path, path + SumFile} {
		if _, err := os.Lstat(taken); err == nil && !abandoned(path) {
			return "", &os.PathError{Op: "backup", Path: taken, Err: os.ErrExist}
		}
	}
	return s.backup(ctx, path, false)
}

// BackupOver is like Backup, but replaces an existing file.
func (s *Store) BackupOver(ctx context.Context, path string) (sum string, err error) {
	return s.backup(ctx, path, true)
}

func (s *Store) backup(ctx context.Context, path string, replace bool) (sum string, err error) {
	var earlier []byte
	if _, err := os.Lstat(path); err == nil && replace {
		earlier, _ = os.ReadFile(path + SumFile) // without it, nobody could restore it
	}
	err = settle.Write(path, replace, func(part *os.File) error {
		if err := s.dialect.copyTo(ctx, s, part.Name()); err != nil {
			return err
		}
		if sum, err = digest(part.Name()); err != nil {
			return err
		}
		return settle.Replace(path+SumFile, append(sumLine(sum, path), earlier...))
	})
	if err == nil && earlier != nil {
		err = settle.Replace(path+SumFile, sumLine(sum, path))
	}
	return sum, InTrouble(err, path)
}

// sumLine returns a line in the format of sha256sum.
func sumLine(sum, path string) []byte { return fmt.Appendf(nil, "%s  %s\n", sum, filepath.Base(path)) }

// abandoned reports whether a path has the hash of a backup that was never
// completed.
func abandoned(path string) bool {
	if _, err := os.Lstat(path); !errors.Is(err, os.ErrNotExist) {
		return false
	}
	line, err := os.ReadFile(path + SumFile)
	if err != nil {
		return false
	}
	sum, _, _ := strings.Cut(string(line), " ")
	hash, err := hex.DecodeString(sum)
	return err == nil && len(hash) == sha256.Size && bytes.Equal(line, sumLine(sum, path))
}

// Restore restores a backup, after verifying its SHA-256, to a file that must
// not exist or to an empty database on a server. If something is there, the
// error is fs.ErrExist.
func Restore(ctx context.Context, backup, address string) error {
	d, err := dialectOf(address)
	if err != nil {
		return err
	}
	sum, err := os.ReadFile(backup + SumFile)
	if errors.Is(err, os.ErrNotExist) {
		return ErrNoSum
	}
	if err != nil {
		return err
	}
	var hashes []string
	for line := range strings.Lines(string(sum)) {
		hash, _, _ := strings.Cut(line, " ")
		hashes = append(hashes, hash)
	}
	return d.restore(ctx, backup, hashes)
}

// vacant returns an error if something is where a database is to be. A log left there would be applied to it.
func vacant(path string) error {
	for _, taken := range []string{path, path + "-wal", path + "-journal"} {
		if _, err := os.Lstat(taken); err == nil {
			return &os.PathError{Op: "make", Path: taken, Err: os.ErrExist}
		}
	}
	return nil
}

// restoreFile restores to a new file by copying the backup.
func restoreFile(backup string, hashes []string, path string) (err error) {
	if err := vacant(path); err != nil {
		return err
	}
	err = settle.Write(path, false, func(part *os.File) error {
		in, err := os.Open(backup)
		if err != nil {
			return err
		}
		defer func() { _ = in.Close() }() // read only
		h := sha256.New()
		_, err = io.Copy(part, io.TeeReader(in, h))
		if got := hex.EncodeToString(h.Sum(nil)); err == nil && !slices.Contains(hashes, got) {
			err = ErrBadSum
		}
		return err
	})
	return InTrouble(err, path)
}

// restoreInto restores to another kind of database by copying the documents.
func restoreInto(ctx context.Context, backup string, hashes []string, address string) error {
	if got, err := digest(backup); err != nil || !slices.Contains(hashes, got) {
		return cmp.Or(err, ErrBadSum)
	}
	from, err := open(ctx, readOnlyFile(backup))
	if err != nil {
		return err
	}
	to, err := Create(ctx, address)
	if err != nil {
		return errors.Join(err, from.Close())
	}
	if err := transfer(ctx, from, to); err != nil {
		return errors.Join(err, from.Close(), to.Discard())
	}
	return errors.Join(from.Close(), to.Close())
}

// transfer copies a snapshot of all documents into an empty database, all or
// none, and the rows if they are as this program defines them; else the database
// is left outdated.
func transfer(ctx context.Context, from, to *Store) error {
	return to.Update(ctx, func(w bureau.Writer) error {
		return from.View(ctx, func(r bureau.Reader) error {
			kinds, err := r.Kinds()
			if err != nil {
				return err
			}
			for _, kind := range kinds {
				err := r.Scan(kind, "", "", func(key string, value []byte) (bool, error) { return true, w.Put(kind, key, value) })
				if err != nil {
					return err
				}
			}
			if from.outdated {
				return w.(session).forgetRows()
			}
			return transferRows(r, w)
		})
	})
}

// transferRows copies the rows of all relations.
func transferRows(r bureau.Reader, w bureau.Writer) error {
	for _, t := range rows.All {
		var some []bureau.Row
		err := r.Rows(t, bureau.Range{}, func(row bureau.Row) (bool, error) {
			if some = append(some, row); len(some) < rowPage {
				return true, nil
			}
			err := w.PutRows(t, some)
			some = some[:0]
			return true, err
		})
		if err == nil {
			err = w.PutRows(t, some)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// digest returns the SHA-256 of a file.
func digest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // read only
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}
