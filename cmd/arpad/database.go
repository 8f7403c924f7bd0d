package main

import (
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/store"
)

// migrateCommand brings the database's schema up to date.
type migrateCommand struct {
	DB string `name:"db" default:"arpad.db" env:"ARPAD_DB" help:"cli.flag-db" placeholder:"FILE"`
}

func (c *migrateCommand) Run(a *app) error {
	ctx, done := a.untilStopped()
	defer done()
	steps, err := (&office.Office{Database: c.DB}).Migrate(ctx)
	if err != nil {
		return err
	}
	text := "database.migrated"
	if steps == 0 {
		text = "database.up-to-date"
	}
	a.say(text, explain.Data{"file": store.Name(c.DB)})
	return nil
}
