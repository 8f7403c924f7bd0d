package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/office"
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
	return s.place(o.office(a), []string{string(path)}, func() error {
		return settle.Write(string(path), s.Force, func(f *os.File) error { return write(named{f}) })
	})
}

// place has files written unless one of them is the bureau's own, or no file. What
// keeps them from being written is said of the first.
func (s *saver) place(o *office.Office, paths []string, write func() error) error {
	for _, path := range paths {
		named := finding.Text("file", guarded(path))
		if o.Owns(path) {
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
