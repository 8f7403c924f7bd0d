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
	"github.com/arpadchess/arpad/internal/store"
)

// outputFile is the name of a file to write; "-" is the standard output.
type outputFile string

// standardOutput is the name of the standard output.
const standardOutput outputFile = "-"

// UnmarshalText parses a name, which must not be empty.
func (f *outputFile) UnmarshalText(name []byte) error {
	if strings.TrimSpace(string(name)) == "" {
		return finding.NewProblem("output-nameless")
	}
	*f = outputFile(name)
	return nil
}

// saver writes a command's output file: completely or not at all, readable by
// its owner only, replacing another file only with --force, and never one of
// the bureau's own.
type saver struct {
	Force bool `help:"cli.flag-force"`
}

// save writes a file or the standard output.
func (s *saver) save(a *app, o *bureauFlags, path outputFile, write func(io.Writer) error) error {
	if path == standardOutput {
		return write(a.out)
	}
	return s.place(o.office(a), []string{string(path)}, func() error {
		return settle.Write(string(path), s.Force, func(f *os.File) error { return write(named{f}) })
	})
}

// place calls write unless one of the paths is the bureau's own, or not a
// regular file. Errors name the first path.
func (s *saver) place(o *office.Office, paths []string, write func() error) error {
	for _, path := range paths {
		named := finding.Text("file", store.Guarded(path))
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
	named := finding.Text("file", store.Guarded(path))
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

// named is a file whose errors always carry its name.
type named struct{ *os.File }

// Write implements io.Writer.
func (w named) Write(p []byte) (int, error) {
	n, err := w.File.Write(p)
	return n, store.InTrouble(err, w.Name())
}
