package office

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/store"
)

// Owns reports whether a path is, or may become, one of the bureau's own files
// under any name: the database with SQLite's side files, and the key with its
// checkpoint and the old ones.
func (o *Office) Owns(path string) bool {
	own := o.databaseFiles()
	if key := o.KeyFile(); key != "" {
		own = append(own, ownFile{path: key, any: true})
	}
	return leads(path, own)
}

// leads reports whether a path is, or may become, one of the files.
func leads(path string, files []ownFile) bool {
	target, missing := os.Stat(path)
	for _, own := range files {
		folder := filepath.Dir(own.path)
		if own.has(filepath.Base(path)) && sameFile(filepath.Dir(path), folder) {
			return true
		}
		beside, err := os.ReadDir(folder)
		if missing != nil || err != nil {
			continue
		}
		for _, e := range beside {
			if !own.has(e.Name()) {
				continue
			}
			if is, err := os.Stat(filepath.Join(folder, e.Name())); err == nil && os.SameFile(is, target) {
				return true
			}
		}
	}
	return false
}

// sameFile reports whether two paths are the same file.
func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// ownFile is a file of the bureau with its side files.
type ownFile struct {
	path   string
	beside []string // suffixes of the side files
	any    bool     // any suffix after a full stop
}

// databaseFiles returns the files of the database, including the target of a
// link; nil for a server.
func (o *Office) databaseFiles() []ownFile {
	if strings.Contains(o.Database, "://") {
		return nil
	}
	places := []string{o.Database}
	if target, err := filepath.EvalSymlinks(o.Database); err == nil {
		places = append(places, target)
	}
	var own []ownFile
	for _, path := range places {
		for _, file := range []string{path, path + store.WorkFile} {
			own = append(own, ownFile{path: file, beside: []string{"-wal", "-shm", "-journal"}})
		}
	}
	return own
}

// has reports whether a name in the same folder is that of the file or a side
// file, ignoring case, as some file systems do.
func (f ownFile) has(name string) bool {
	rest, ok := strings.CutPrefix(strings.ToLower(name), strings.ToLower(filepath.Base(f.path)))
	return ok && (rest == "" || slices.Contains(f.beside, rest) || f.any && rest[0] == '.')
}
