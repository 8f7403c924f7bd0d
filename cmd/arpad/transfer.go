package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/store"
)

// exportCommand exports the whole bureau as text.
type exportCommand struct {
	bureauFlags
	saver
	File outputFile `arg:"" help:"cli.arg-export"`
}

func (c *exportCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	n := 0
	err := c.save(a, &c.bureauFlags, c.File, func(w io.Writer) (err error) {
		n, err = care.Export(ctx, b, w)
		return err
	})
	if err == nil && c.File != standardOutput {
		a.say("care.exported", explain.Data{"file": string(c.File), "documents": fmt.Sprint(n)})
	}
	return err
}

// importCommand creates a bureau from an export.
type importCommand struct {
	bureauFlags
	File string `arg:"" help:"cli.arg-import"`
}

func (c *importCommand) Run(a *app) error {
	in := os.Stdin
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }() // read only
		in = f
	}
	ctx, done := a.untilStopped()
	defer done()
	b, err := c.office(a).Create(ctx)
	if err != nil {
		return err
	}
	return a.with(ctx, b, func(ctx context.Context, b *bureau.Bureau) error {
		n, err := care.Import(ctx, b, in)
		if err != nil {
			return errors.Join(err, office.Discard(b))
		}
		a.say("care.imported", explain.Data{"file": store.Name(c.DB), "documents": fmt.Sprint(n)})
		found, err := office.Examine(ctx, b)
		a.warn(found) // the database is kept all the same
		return err
	})
}
