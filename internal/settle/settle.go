// Package settle puts whole files on the disk: after a crash at any instant the old
// one is there or the new one.
//
// A file is written beside its place, as NAME.arpad-part, and moved there once it
// is on the disk. What a process that was killed has left there, the next one that
// writes the same file takes away.
package settle

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// partFile is how a file is called, behind its name, that is not yet complete.
const partFile = ".arpad-part"

// Write puts a file that only its owner can read in its place, with what fill
// writes into it. If replace is false and something is in that place, the error is
// fs.ErrExist, and what is there stays. While another process writes the same
// file, the error is ErrBusy. An error names the file, not the unfinished one.
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
		_ = os.Remove(part) // what it was for has failed; that is the error
	}
	return place(errors.Join(err, f.Close()), path)
}

// Replace puts a file that only its owner can read in the place of the one that
// is there, if any. When it has given no error, the file is on the disk.
func Replace(path string, data []byte) error {
	return Write(path, true, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	})
}

// Move returns a file another name, which may be taken, and brings that to the
// disk.
func Move(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncFolder(to)
}

// finish puts a file that is on the disk in its place.
func finish(part, path string, replace bool) error {
	if replace {
		return Move(part, path)
	}
	err := os.Link(part, path) // unlike a rename it never takes another one's place
	switch {
	case errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EPERM): // the disk knows no links
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

// place returns an error about an unfinished file, or the link to it, as one about
// the file that it was to be. What is in the way of the unfinished one bears its
// own name.
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
