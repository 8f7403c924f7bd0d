package main

import (
	"errors"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/store"
)

// migrateCommand brings the database's schema up to date.
type migrateCommand struct {
	DB string `name:"db" default:"arpad.db" env:"ARPAD_DB" help:"cli.flag-db" placeholder:"FILE"`
}

// Run runs the command.
func (c *migrateCommand) Run(a *app) error {
	ctx, done := a.heed()
	defer done()
	steps, err := store.Migrate(ctx, c.DB)
	if err != nil {
		return refused(err, c.DB)
	}
	text := "database.migrated"
	if steps == 0 {
		text = "database.up-to-date"
	}
	a.say(text, explain.Data{"file": store.Name(c.DB)})
	return nil
}

// refused puts into words what a database is refused for, and what cures it.
// Other errors stay as they are.
func refused(err error, db string) error {
	file := finding.Text("file", store.Name(db))
	var unsafe *store.UnsafeError
	switch {
	case errors.As(err, &unsafe):
		return finding.NewProblem("database-unsafe", file, finding.Text("setting", unsafe.Setting))
	case errors.Is(err, store.ErrMissing):
		return finding.NewProblem("no-database", file)
	case errors.Is(err, store.ErrNotEmpty):
		return finding.NewProblem("database-not-empty", file)
	case errors.Is(err, store.ErrAddress):
		return finding.NewProblem("database-address")
	case errors.Is(err, store.ErrOutdated):
		return finding.NewProblem("database-outdated", file)
	case errors.Is(err, store.ErrNewer):
		return finding.NewProblem("database-newer", file)
	}
	return inTheWay(err, db)
}
