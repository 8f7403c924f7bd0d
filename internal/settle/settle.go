// Package settle writes files atomically: after a crash at any moment, either the
// old file or the new one is there, complete.
//
// A file is written beside its place, as NAME.arpad-part, and moved there once it
// is on disk. The leftover of a killed process is removed by the next one that
// writes the same file.
package settle

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// partFile is the suffix of an unfinished file.
const partFile = ".arpad-part"

// Write writes a file that only its owner can read, with the content that fill
// writes. If replace is false and the path exists, it is left alone and the
// error is fs.ErrExist. While another process writes the same file, the error
// is ErrBusy. Errors name the file, not the unfinished one.
func Write(path string, replace bool, fill func(*os.File) error) (err error) {
	if !replace {
		if _, err := os.Lstat(path); err == nil {
			return &fs.PathError{Op: "write", Path: path, Err: fs.ErrExist}
		}
	}
	part := path + partFile
	f, err := begin(part)
	if err != nil {
		return place(err, path)
	}
	err = fill(f)
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = finish(part, path, replace)
	}
	if err != nil {
		_ = os.Remove(part) // best effort; the first error is returned
	}
	return place(errors.Join(err, f.Close()), path)
}

// Replace writes a file that only its owner can read, replacing any existing
// one. When it returns nil, the file is on disk.
func Replace(path string, data []byte) error {
	return Write(path, true, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	})
}

// Move renames a file, replacing any existing one, and syncs the folder.
func Move(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncFolder(to)
}

// Claim moves a file that is on disk to a path where none is; else the error is fs.ErrExist. To another file system it is
// copied.
func Claim(from, to string) error {
	err := finish(from, to, false)
	if !errors.Is(err, syscall.EXDEV) {
		return place(err, to)
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	err = Write(to, false, func(part *os.File) error {
		_, err := io.Copy(part, in)
		return err
	})
	return errors.Join(err, in.Close())
}

// finish moves a synced file to its place.
func finish(part, path string, replace bool) error {
	if replace {
		return Move(part, path)
	}
	err := os.Link(part, path) // unlike a rename, it never replaces a file
	switch {
	case errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EPERM): // the file system has no links
		if _, err := os.Lstat(path); err == nil {
			return fs.ErrExist
		}
		return Move(part, path)
	case err != nil:
		return err
	}
	return errors.Join(os.Remove(part), syncFolder(path))
}

func syncFolder(path string) error {
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// place converts an error about the unfinished file or its link to one about
// the final file. An error about something in the way of the unfinished file
// keeps its name.
func place(err error, path string) error {
	var of *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &link):
		return &fs.PathError{Op: "write", Path: path, Err: link.Err}
	case errors.As(err, &of) && of.Path == path+partFile && !errors.Is(err, fs.ErrExist):
		return &fs.PathError{Op: "write", Path: path, Err: of.Err}
	}
	return err
}
