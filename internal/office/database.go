package office

import (
	"context"
	"errors"
	"io/fs"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
)

// Database returns the database of an opened bureau.
func Database(b *bureau.Bureau) *store.Store { return unguarded(b).(*store.Store) }

// Restore restores the database from a backup.
func (o *Office) Restore(ctx context.Context, backup string) error {
	err := store.Restore(ctx, backup, o.Database)
	switch {
	case errors.Is(err, store.ErrNoSum):
		return finding.NewProblem("backup-without-sum", finding.Text("file", backup))
	case errors.Is(err, store.ErrBadSum):
		return finding.NewProblem("backup-damaged", finding.Text("file", backup))
	case err != nil:
		return problem(err, o.Database)
	}
	return nil
}

// problem converts an error of opening or creating a database to a problem.
// Other errors are returned as they are.
func problem(err error, address string) error {
	file := finding.Text("file", store.Name(address))
	var unsafe *store.UnsafeError
	switch {
	case errors.As(err, &unsafe):
		return finding.NewProblem("database-unsafe", file, finding.Text("setting", unsafe.Setting))
	case errors.Is(err, store.ErrPlain):
		return finding.NewProblem("database-plain", file)
	case errors.Is(err, store.ErrMissing):
		return finding.NewProblem("no-database", file)
	case errors.Is(err, store.ErrNotEmpty):
		return finding.NewProblem("database-not-empty", file)
	case errors.Is(err, store.ErrAddress):
		return finding.NewProblem("database-address")
	case errors.Is(err, store.ErrOutdated):
		return finding.NewProblem("database-outdated", file)
	case errors.Is(err, store.ErrUnlogged):
		return finding.NewProblem("database-unlogged", file)
	case errors.Is(err, store.ErrNewer):
		return finding.NewProblem("database-newer", file)
	case errors.Is(err, fs.ErrExist):
		path := address
		var which *fs.PathError
		if errors.As(err, &which) {
			path = which.Path
		}
		return finding.NewProblem("file-in-the-way", finding.Text("file", path))
	}
	return err
}
