package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/settle"
	"github.com/arpadchess/arpad/store"
)

// outputFile is the name of a file to write. The name "-" is the standard output.
type outputFile string

// standardOutput is the name of the standard output.
const standardOutput outputFile = "-"

// UnmarshalText reads a name; an empty one is an error.
func (f *outputFile) UnmarshalText(name []byte) error {
	if strings.TrimSpace(string(name)) == "" {
		return finding.NewProblem("output-nameless")
	}
	*f = outputFile(name)
	return nil
}

// saver is how a command writes a file: whole or not at all, for its owner only,
// over another file only with --force, and never over one of the bureau's own.
type saver struct {
	Force bool `help:"cli.flag-force"`
}

// save writes a file, or to the standard output.
func (s *saver) save(a *app, o *bureauFlags, path outputFile, write func(io.Writer) error) error {
	if path == standardOutput {
		return write(a.out)
	}
	return s.place(o, []string{string(path)}, func() error {
		return settle.Write(string(path), s.Force, func(f *os.File) error { return write(named{f}) })
	})
}

// place has files written unless one of them is the bureau's own, or no file. What
// keeps them from being written is said of the first.
func (s *saver) place(o *bureauFlags, paths []string, write func() error) error {
	for _, path := range paths {
		named := finding.Text("file", guarded(path))
		if o.owns(path) {
			return finding.NewProblem("output-own", named)
		}
		if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
			return finding.NewProblem("output-not-a-file", named)
		}
	}
	err := write()
	path := paths[0]
	var which *fs.PathError
	if errors.As(err, &which) {
		path = which.Path
	}
	named := finding.Text("file", guarded(path))
	switch {
	case errors.Is(err, fs.ErrExist):
		return finding.NewProblem("output-in-the-way", named)
	case errors.Is(err, settle.ErrBusy):
		return finding.NewProblem("output-busy", named)
	case which != nil && slices.Contains(paths, path) && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)):
		return finding.NewProblem("output-no-folder", named)
	}
	return err
}

// named is a file whose troubles bear its name, whoever passes them on.
type named struct{ *os.File }

// Write writes.
func (w named) Write(p []byte) (int, error) {
	n, err := w.File.Write(p)
	return n, store.InTrouble(err, w.Name())
}

// owns reports whether a path leads to one of the bureau's own files, or to where
// one of them may come to be, whatever it is called: the database with what SQLite
// puts beside it, and the key with its checkpoint and the old ones.
func (o *bureauFlags) owns(path string) bool {
	own := o.databaseFiles()
	if key := o.keyFile(); key != "" {
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

// databaseFiles gives the files of the database, also where a link to it leads. On
// a server it is no file.
func (o *bureauFlags) databaseFiles() []ownFile {
	if strings.Contains(o.DB, "://") {
		return nil
	}
	places := []string{o.DB}
	if target, err := filepath.EvalSymlinks(o.DB); err == nil {
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
