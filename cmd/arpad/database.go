package main

import (
	"context"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/store"
)

// defaultDB is the database that is used where none is named.
const defaultDB = "arpad.db"

// migrateCommand upgrades the database, as every command does that opens it.
type migrateCommand struct {
	DB string `name:"db" default:"arpad.db" env:"ARPAD_DB" help:"cli.flag-db" placeholder:"FILE"`
}

func (c *migrateCommand) Run(a *app) error {
	of := bureauFlags{DB: c.DB}
	return of.run(a, func(ctx context.Context, b *bureau.Bureau) error {
		if err := office.Database(b).IfWork(ctx, func(*store.Work) error { return nil }); err != nil {
			return err
		}
		text := "database.up-to-date"
		if a.upgraded {
			text = "database.migrated"
		}
		a.say(text, explain.Data{"file": store.Name(c.DB)})
		return nil
	})
}
