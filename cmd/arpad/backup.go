package main

import (
	"context"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/store"
)

// backupCommand backs up the database while others use it.
type backupCommand struct {
	bureauFlags
	saver
	File outputFile `arg:"" help:"cli.arg-backup"`
}

func (c *backupCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	s := office.Database(b)
	if c.File == standardOutput {
		return finding.NewProblem("output-not-a-file", finding.Text("file", string(c.File)))
	}
	file, digest := string(c.File), ""
	err := c.place(c.office(a), []string{file, file + store.SumFile, file + store.WorkFile}, func() (err error) {
		if c.Force {
			digest, err = s.BackupOver(ctx, file)
		} else {
			digest, err = s.Backup(ctx, file)
		}
		return err
	})
	if err == nil {
		a.say("care.backed-up", explain.Data{"file": file, "digest": digest})
		if key := c.office(a).KeyFile(); office.Guard(b) != nil {
			a.say("care.backup-without-key", explain.Data{"key": key, "checkpoint": key + office.CheckpointFile})
		}
	}
	return err
}

// restoreCommand restores the database from a backup.
type restoreCommand struct {
	bureauFlags
	File string `arg:"" help:"cli.arg-backup" type:"existingfile"`
}

func (c *restoreCommand) Run(a *app) error {
	ctx, done := a.untilStopped()
	defer done()
	if err := c.office(a).Restore(ctx, c.File); err != nil {
		return err
	}
	a.say("care.restored", explain.Data{"file": store.Name(c.DB)})
	return c.run(a, func(ctx context.Context, b *bureau.Bureau) error {
		found, err := office.Examine(ctx, b) // warn at once about an older backup or a missing key
		a.printFindings(found, finding.Info)
		if office.Guard(b) != nil && len(found) > 0 {
			a.atLeast(exitRefused)
		}
		return err
	})
}
