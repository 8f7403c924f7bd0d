package main

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/store"
)

// problem returns the sentence of an error.
func (a *app) problem(err error) string {
	var damaged *bureau.Damaged
	if errors.As(err, &damaged) {
		return a.Problem(finding.NewProblem("document-damaged", finding.Text("document", a.kind(damaged.Kind)+" "+damaged.Key)))
	}
	var file *fs.PathError
	if errors.As(err, &file) {
		err = store.InTrouble(err, file.Path)
	}
	if file != nil && errors.Is(err, fs.ErrNotExist) {
		return a.Problem(finding.NewProblem("file-missing", finding.Text("file", guarded(file.Path))))
	}
	var t *store.Trouble
	if errors.As(err, &t) {
		return a.Problem(a.trouble(t))
	}
	return a.Problem(err)
}

// trouble returns the problem that a database or a file has: what happened, what
// is kept, what cures it.
func (a *app) trouble(t *store.Trouble) *finding.Problem {
	kept := ""
	switch {
	case t.Unknown:
		kept = a.Text("trouble.unknown", nil)
	case t.Writing:
		kept = a.Text("trouble.nothing", nil)
	}
	values := []finding.Value{finding.Text("file", t.File), finding.Text("kept", kept), finding.Text("cause", cause(t.Err))}
	switch t.What {
	case store.Full:
		return finding.NewProblem("store-full", values...)
	case store.Busy:
		return finding.NewProblem("store-busy", values...)
	case store.Barred:
		return finding.NewProblem("store-barred", values...)
	case store.Damaged:
		return finding.NewProblem("store-damaged", values...)
	case store.Stopped:
		return finding.NewProblem("store-stopped", values...)
	case store.Away:
		return finding.NewProblem("store-away", values...)
	default:
		return finding.NewProblem("store-failing", values...)
	}
}

// cause returns what the driver or the system says, once and on one line.
func cause(err error) string {
	return strings.Join(slices.Compact(strings.Split(err.Error(), "\n\t")), " ")
}
