package main

import (
	"context"
	"errors"
	"io/fs"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/store"
	"github.com/arpadchess/arpad/tamper"
)

// backupCommand copies the database while others work with it.
type backupCommand struct {
	bureauFlags
	saver
	File outputFile `arg:"" help:"cli.arg-backup"`
}

// Run runs the command.
func (c *backupCommand) Run(a *app) error {
	return c.run(a, func(ctx context.Context, b *bureau.Bureau) error {
		s, ok := database(b)
		if !ok {
			return errors.ErrUnsupported
		}
		if c.File == standardOutput {
			return finding.NewProblem("output-not-a-file", finding.Text("file", string(c.File)))
		}
		file, digest := string(c.File), ""
		err := c.place(&c.bureauFlags, []string{file, file + store.SumFile}, func() (err error) {
			if c.Force {
				digest, err = s.BackupOver(ctx, file)
			} else {
				digest, err = s.Backup(ctx, file)
			}
			return err
		})
		if err == nil {
			a.say("care.backed-up", explain.Data{"file": file, "digest": digest})
		}
		return err
	})
}

// restoreCommand makes the database out of a backup.
type restoreCommand struct {
	bureauFlags
	File string `arg:"" help:"cli.arg-backup" type:"existingfile"`
}

// Run runs the command.
func (c *restoreCommand) Run(a *app) error {
	ctx, done := a.heed()
	defer done()
	err := store.Restore(ctx, c.File, c.DB)
	switch {
	case errors.Is(err, store.ErrNoSum):
		return finding.NewProblem("backup-without-sum", finding.Text("file", c.File))
	case errors.Is(err, store.ErrBadSum):
		return finding.NewProblem("backup-damaged", finding.Text("file", c.File))
	case err != nil:
		return refused(err, c.DB)
	}
	a.say("care.restored", explain.Data{"file": store.Name(c.DB)})
	return c.run(a, func(ctx context.Context, b *bureau.Bureau) error {
		found, err := proofOf(ctx, b) // an older backup, or a missing key, is said at once
		a.printFindings(found, finding.Info)
		if _, guarded := b.Store.(*tamper.Guard); guarded && len(found) > 0 {
			a.atLeast(exitRefused)
		}
		return err
	})
}

// inTheWay says that a file is in the way, if that is what an error says.
func inTheWay(err error, path string) error {
	if errors.Is(err, fs.ErrExist) {
		var which *fs.PathError
		if errors.As(err, &which) {
			path = which.Path
		}
		return finding.NewProblem("file-in-the-way", finding.Text("file", path))
	}
	return err
}
