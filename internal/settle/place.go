package settle

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Place writes a file that everybody can read, replacing any existing one, in a folder
// that it makes if need be. After a crash of the process the old file or the new one is
// there, complete. Unlike Replace it does not wait for the disk: after many files, Flush
// does.
func Place(path string, data []byte) error {
	const readable, searchable = 0o644, 0o755
	part := path + partFile
	err := os.WriteFile(part, data, readable)
	if errors.Is(err, fs.ErrNotExist) {
		folder := filepath.Dir(path)
		if err = os.Mkdir(folder, searchable); err != nil { // most have a parent
			err = os.MkdirAll(folder, searchable)
		}
		if err == nil {
			err = os.WriteFile(part, data, readable)
		}
	}
	if err == nil {
		err = os.Rename(part, path)
	}
	return place(err, path)
}

// Hold locks an open file until it is closed or the process ends. While another process
// holds it, the error is ErrBusy.
func Hold(f *os.File) error {
	if !lock(f) {
		return &fs.PathError{Op: "write", Path: f.Name(), Err: ErrBusy}
	}
	return nil
}
