package settle

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrBusy is returned while another process is writing the file.
var ErrBusy = errors.New("another process is writing it")

// begin creates an unfinished file and holds it until it is closed. A leftover
// of a dead process is removed.
func begin(part string) (*os.File, error) {
	const fresh = os.O_CREATE | os.O_EXCL | os.O_RDWR
	f, err := os.OpenFile(part, fresh, 0o600)
	if errors.Is(err, fs.ErrExist) {
		if err := takeAway(part); err != nil {
			return nil, err
		}
		if f, err = os.OpenFile(part, fresh, 0o600); errors.Is(err, fs.ErrExist) {
			err = busy(part)
		}
	}
	if err != nil {
		return nil, err
	}
	if err := own(f, part); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// takeAway removes an unfinished file unless a process is writing it.
func takeAway(part string) error {
	info, err := os.Lstat(part)
	switch {
	case errors.Is(err, fs.ErrNotExist): // already gone
		return nil
	case err == nil && !info.Mode().IsRegular():
		return &fs.PathError{Op: "write", Path: part, Err: fs.ErrExist}
	}
	f, err := os.Open(part)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err = own(f, part); err == nil {
		err = os.Remove(part)
	}
	return errors.Join(err, f.Close())
}

// own locks an unfinished file, and checks that it still has its name.
func own(f *os.File, part string) error {
	if !lock(f) {
		return busy(part)
	}
	is, err := f.Stat()
	if err != nil {
		return err
	}
	if named, err := os.Lstat(part); err != nil || !os.SameFile(is, named) {
		return busy(part)
	}
	return nil
}

func busy(part string) error { return &fs.PathError{Op: "write", Path: part, Err: ErrBusy} }

// Left returns the unfinished files in a folder that no process is writing, as far as it can be read.
func Left(folder string) (parts []string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), partFile) || !e.Type().IsRegular() {
			continue
		}
		path := filepath.Join(folder, e.Name())
		if f, err := os.Open(path); err == nil {
			if lock(f) {
				parts = append(parts, path)
			}
			_ = f.Close() // it was only looked at
		}
	}
	return parts
}
