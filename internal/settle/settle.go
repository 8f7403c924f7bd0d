// Package settle puts whole files on the disk: after a crash at any instant the old
// one is there or the new one.
package settle

import (
	"errors"
	"os"
	"path/filepath"
)

// Replace puts a file that only its owner can read in the place of the one that
// is there, if any. When it has given no error, the file is on the disk.
func Replace(path string, data []byte) error {
	part := path + ".part"
	f, err := os.OpenFile(part, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = Move(part, path)
	}
	if err != nil {
		_ = os.Remove(part) // what it was for has failed; that is the error
	}
	return err
}

// Move gives a file another name, which may be taken, and brings that to the
// disk.
func Move(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(to))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
