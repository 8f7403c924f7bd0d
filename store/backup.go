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
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/internal/settle"
)

// A backup is a database file of its own, with its SHA-256 beside it in a file
// as sha256sum writes it: FILE and FILE.sha256. The hash is put there first, so
// that a backup without one was not made to its end.

// sumFile is what the file with the hash of a backup is called.
const sumFile = ".sha256"

// partFile is what a file is called that is not yet complete.
const partFile = ".part"

// The errors of a backup and of restoring it.
var (
	ErrNoSum  = errors.New("the backup's SHA-256 is not beside it")
	ErrBadSum = errors.New("the backup is not what was written: its SHA-256 is another")
)

// Backup writes all that is stored, as it stands at this moment, to a new file,
// and gives its SHA-256. Others can read and write meanwhile. A file that is
// there already is left alone: an error that is fs.ErrExist.
func (s *Store) Backup(ctx context.Context, path string) (sum string, err error) {
	if _, err := os.Stat(path); err == nil {
		return "", &os.PathError{Op: "backup", Path: path, Err: os.ErrExist}
	}
	part := path + partFile
	defer func() {
		if err != nil {
			err = errors.Join(InTrouble(err, path), os.RemoveAll(part))
		}
	}()
	if err := os.RemoveAll(part); err != nil { // of a backup that was broken off
		return "", err
	}
	if err := s.dialect.copyTo(ctx, s, part); err != nil {
		return "", err
	}
	if sum, err = seal(part); err != nil {
		return "", err
	}
	if err := settle.Replace(path+sumFile, fmt.Appendf(nil, "%s  %s\n", sum, filepath.Base(path))); err != nil {
		return "", err
	}
	return sum, settle.Move(part, path)
}

// Restore makes a database out of a backup whose SHA-256 is right: in a file
// that is not there, or in an empty database on a server. An error that is
// fs.ErrExist says that it is not so.
func Restore(ctx context.Context, backup, address string) error {
	d, err := dialectOf(address)
	if err != nil {
		return err
	}
	sum, err := os.ReadFile(backup + sumFile)
	if errors.Is(err, os.ErrNotExist) {
		return ErrNoSum
	}
	if err != nil {
		return err
	}
	want, _, _ := strings.Cut(string(sum), " ")
	return d.restore(ctx, backup, want)
}

// restoreFile makes a database in a new file by copying the backup.
func restoreFile(backup, want, path string) (err error) {
	for _, taken := range []string{path, path + "-wal", path + "-journal"} { // a log would be taken for the new one's
		if _, err := os.Lstat(taken); err == nil {
			return &os.PathError{Op: "restore", Path: taken, Err: os.ErrExist}
		}
	}
	part := path + partFile
	defer func() {
		if err != nil {
			err = errors.Join(InTrouble(err, path), os.RemoveAll(part))
		}
	}()
	if err := copyFile(backup, part); err != nil {
		return err
	}
	got, err := seal(part)
	if err == nil && got != want {
		err = ErrBadSum
	}
	if err != nil {
		return err
	}
	return settle.Move(part, path)
}

// restoreInto makes a database elsewhere by copying the backup's documents.
func restoreInto(ctx context.Context, backup, want, address string) error {
	if got, err := digest(backup); err != nil || got != want {
		return cmp.Or(err, ErrBadSum)
	}
	from, err := open(ctx, still(backup))
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

// transfer copies all documents, of one moment, into an empty database: all of
// them or none.
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
			return nil
		})
	})
}

func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only read
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// seal brings a file to the disk and gives its SHA-256.
func seal(path string) (sum string, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	if err := errors.Join(f.Chmod(0o600), f.Sync(), f.Close()); err != nil {
		return "", err
	}
	return digest(path)
}

// digest gives the SHA-256 of a file.
func digest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }() // it was only read
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}
