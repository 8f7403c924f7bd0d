package office

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Owns reports whether a path leads to one of the bureau's own files, or to where
// one of them may come to be, whatever it is called: the database with what SQLite
// puts beside it, and the key with its checkpoint and the old ones.
func (o *Office) Owns(path string) bool {
	own := o.databaseFiles()
	if key := o.KeyFile(); key != "" {
		own = append(own, ownFile{path: key, any: true})
	}
	return leads(path, own)
}

// leads reports whether a path leads to one of some files, or to where it may come
// to be.
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

// sameFile reports whether two paths lead to one file.
func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// ownFile is a file of the bureau with those beside it.
type ownFile struct {
	path   string
	beside []string // what is behind its name in theirs
	any    bool     // whatever is behind its name and a full stop
}

// databaseFiles returns the files of the database, also where a link to it leads. On
// a server it is no file.
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
		own = append(own, ownFile{path: path, beside: []string{"-wal", "-shm", "-journal"}})
	}
	return own
}

// has reports whether a name in the file's folder is its own, or that of a file
// beside it. Some disks do not tell letters by their case.
func (f ownFile) has(name string) bool {
	rest, ok := strings.CutPrefix(strings.ToLower(name), strings.ToLower(filepath.Base(f.path)))
	return ok && (rest == "" || slices.Contains(f.beside, rest) || f.any && rest[0] == '.')
}
