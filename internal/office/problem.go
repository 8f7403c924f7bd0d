package office

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/store"
)

// Problem converts a failure of a database or a file to a problem. Other errors
// are returned as they are. The value "kept" of a problem states whether a change
// was kept: "nothing", "unknown", or empty if there was none to keep.
func Problem(err error) error {
	var file *fs.PathError
	if errors.As(err, &file) {
		err = store.InTrouble(err, file.Path)
	}
	if file != nil && errors.Is(err, fs.ErrNotExist) {
		return finding.NewProblem("file-missing", finding.Text("file", store.Guarded(file.Path)))
	}
	var t *store.Trouble
	if errors.As(err, &t) {
		return trouble(t)
	}
	return err
}

func trouble(t *store.Trouble) *finding.Problem {
	kept := ""
	switch {
	case t.Unknown:
		kept = "unknown"
	case t.Writing:
		kept = "nothing"
	}
	values := []finding.Value{finding.Text("file", t.File), finding.Text("kept", kept), finding.Text("cause", Cause(t.Err))}
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
	case store.Standby:
		return finding.NewProblem("store-standby", values...)
	case store.Pooled:
		return finding.NewProblem("store-pooled", values...)
	case store.Moved:
		return finding.NewProblem("store-moved", values...)
	default:
		return finding.NewProblem("store-failing", values...)
	}
}

// Cause returns the error of a driver or the system, on one line and without
// repetitions.
func Cause(err error) string {
	return strings.Join(slices.Compact(strings.Split(err.Error(), "\n\t")), " ")
}
