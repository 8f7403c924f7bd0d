package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/store"
)

// exportCommand writes the whole bureau as a text.
type exportCommand struct {
	office
	File string `arg:"" help:"cli.arg-export"`
}

// Run runs the command.
func (c *exportCommand) Run(a *app) error {
	return c.work(a, func(ctx context.Context, b *bureau.Bureau) error {
		if c.File == "-" {
			_, err := b.Export(ctx, a.out)
			return err
		}
		n := 0
		err := writeWhole(c.File, func(w io.Writer) (err error) {
			n, err = b.Export(ctx, w)
			return err
		})
		if err == nil {
			a.say("care.exported", explain.Data{"file": c.File, "documents": fmt.Sprint(n)})
		}
		return inTheWay(err, c.File)
	})
}

// writeWhole writes a new file that only its owner can read, or none.
func writeWhole(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	err = errors.Join(write(named{f}), f.Sync(), f.Close())
	if err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// named is a file whose troubles bear its name, whoever passes them on.
type named struct{ *os.File }

// Write writes.
func (w named) Write(p []byte) (int, error) {
	n, err := w.File.Write(p)
	return n, store.InTrouble(err, w.Name())
}

// importCommand makes a bureau out of an export.
type importCommand struct {
	office
	File string `arg:"" help:"cli.arg-import"`
}

// Run runs the command.
func (c *importCommand) Run(a *app) error {
	in := os.Stdin
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }() // it was only read
		in = f
	}
	return c.found(a, func(ctx context.Context, b *bureau.Bureau) error {
		n, err := b.Import(ctx, in)
		if err != nil {
			return err
		}
		a.say("care.imported", explain.Data{"file": store.Name(c.DB), "documents": fmt.Sprint(n)})
		return nil
	})
}
