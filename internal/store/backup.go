package store

import (
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
// sha256sum: FILE and FILE.sha256; and FILE.work, if there is a work database. The hash is moved into place first, so that
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
	for _, taken := range []string{path, path + SumFile, path + WorkFile} {
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
	var sums, earlier []byte
	if _, err := os.Lstat(path); err == nil && replace {
		earlier, _ = os.ReadFile(path + SumFile) // without it, nobody could restore it
	}
	copied := func(part *os.File, of string, copyTo func(file string) error) (sum string, err error) {
		if err = copyTo(part.Name()); err == nil {
			sum, err = digest(part.Name())
		}
		if err == nil {
			sums = append(sums, sumLine(sum, of)...)
			err = settle.Replace(path+SumFile, slices.Concat(sums, earlier))
		}
		return sum, err
	}
	err = settle.Write(path, replace, func(part *os.File) error {
		if sum, err = copied(part, path, func(file string) error { return s.dialect.copyTo(ctx, s, file) }); err != nil {
			return err
		}
		return s.IfWork(ctx, func(w *Work) error {
			return settle.Write(path+WorkFile, true, func(part *os.File) error {
				_, err := copied(part, path+WorkFile, func(file string) error { return w.backup(ctx, file) })
				return err
			})
		})
	})
	if err == nil && earlier != nil {
		err = settle.Replace(path+SumFile, sums)
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
	sums, err := os.ReadFile(path + SumFile)
	for line := range strings.Lines(string(sums)) {
		sum, _, _ := strings.Cut(line, " ")
		hash, bad := hex.DecodeString(sum)
		ours := line == string(sumLine(sum, path)) || line == string(sumLine(sum, path+WorkFile))
		if bad != nil || len(hash) != sha256.Size || !ours {
			return false
		}
	}
	return err == nil && len(sums) > 0
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
	work := false
	for line := range strings.Lines(string(sum)) {
		hash, name, _ := strings.Cut(line, " ")
		hashes, work = append(hashes, hash), work || strings.HasSuffix(strings.TrimSpace(name), WorkFile)
	}
	if work {
		if got, err := digest(backup + WorkFile); err != nil || !slices.Contains(hashes, got) {
			return cmp.Or(err, ErrBadSum)
		}
	}
	return d.restore(ctx, backup, hashes, func() error { return d.restoreWork(ctx, backup, work) })
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

// restoreFile restores to a new file by copying the backup. It calls work before the file is in place.
func restoreFile(backup string, hashes []string, path string, work func() error) (err error) {
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
		if err == nil {
			err = work()
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
	d, err := dialectOf(address)
	if err != nil {
		return errors.Join(err, from.Close())
	}
	to, err := create(ctx, d)
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
