package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
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
func (s *Store) Backup(ctx context.Context, path string) (digest string, err error) {
	if _, err := os.Stat(path); err == nil {
		return "", &os.PathError{Op: "backup", Path: path, Err: os.ErrExist}
	}
	part := path + partFile
	defer func() {
		if err != nil {
			err = errors.Join(InTrouble(err, path), os.RemoveAll(part), os.RemoveAll(path+sumFile+partFile))
		}
	}()
	if err := os.RemoveAll(part); err != nil { // of a backup that was broken off
		return "", err
	}
	if err := s.vacuumInto(ctx, part); err != nil {
		return "", err
	}
	if digest, err = settle(part); err != nil {
		return "", err
	}
	if err := writeSum(path, digest); err != nil {
		return "", err
	}
	return digest, moveTo(part, path)
}

// vacuumInto has the database write a compact copy of itself.
func (s *Store) vacuumInto(ctx context.Context, path string) (err error) {
	db, err := sql.Open("sqlite", dataSource(s.path, ""))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	query, err := queries.ReadFile("queries/backup.sql")
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, string(query), path)
	if f, _ := faultOf(err); f == Busy || f == Damaged { // the copy is new
		err = InTrouble(err, s.path)
	}
	return err
}

// Restore makes a database in a new file out of a backup whose SHA-256 is
// right. A file that is there already is left alone: an error that is
// fs.ErrExist.
func Restore(backup, path string) (err error) {
	if _, err := os.Stat(path); err == nil {
		return &os.PathError{Op: "restore", Path: path, Err: os.ErrExist}
	}
	sum, err := os.ReadFile(backup + sumFile)
	if errors.Is(err, os.ErrNotExist) {
		return ErrNoSum
	}
	if err != nil {
		return err
	}
	want, _, _ := strings.Cut(string(sum), " ")
	part := path + partFile
	defer func() {
		if err != nil {
			err = errors.Join(InTrouble(err, path), os.RemoveAll(part))
		}
	}()
	if err := copyFile(backup, part); err != nil {
		return err
	}
	got, err := settle(part)
	if err == nil && got != want {
		err = ErrBadSum
	}
	if err != nil {
		return err
	}
	return moveTo(part, path)
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

// settle brings a file to the disk and gives its SHA-256.
func settle(path string) (digest string, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if err := f.Chmod(0o600); err != nil {
		return "", err
	}
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), f.Sync()
}

// writeSum writes the hash of a file beside it.
func writeSum(path, digest string) error {
	part := path + sumFile + partFile
	if err := os.WriteFile(part, fmt.Appendf(nil, "%s  %s\n", digest, filepath.Base(path)), 0o600); err != nil {
		return err
	}
	if _, err := settle(part); err != nil {
		return err
	}
	return moveTo(part, path+sumFile)
}

// moveTo gives a complete file its name, and brings that to the disk.
func moveTo(part, path string) error {
	if err := os.Rename(part, path); err != nil {
		return err
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
