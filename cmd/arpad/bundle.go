package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/tamper"
)

// bundleCommand writes a published list with what it was made from, for
// everybody to check.
type bundleCommand struct {
	bureauFlags
	saver
	Revision int        `help:"cli.flag-revision" placeholder:"N"`
	Label    string     `arg:"" help:"cli.arg-bundle-list"`
	File     outputFile `arg:"" help:"cli.arg-bundle"`
}

// Run runs the command.
func (c *bundleCommand) Run(a *app) error {
	return c.prove(a, func(ctx context.Context, b *bureau.Bureau, guard *tamper.Guard) error {
		bundle, err := tamper.New(ctx, b, guard, c.Label, c.Revision)
		if err != nil {
			return err
		}
		err = c.save(a, &c.bureauFlags, c.File, bundle.Write)
		if err == nil && c.File != standardOutput {
			a.say("proof.bundled", explain.Data{"label": c.Label, "file": string(c.File)})
		}
		return err
	})
}

// verifyBundle checks a bundle, without a bureau.
func (c *verifyCommand) verifyBundle(a *app) error {
	keys, err := publicKeys(c.Public)
	if err != nil {
		return err
	}
	err = c.checkBundle(a, keys)
	var refused *finding.Refused
	if errors.As(err, &refused) {
		a.printFindings([]finding.Finding{refused.Finding}, finding.Info)
		a.atLeast(exitRefused)
		return nil
	}
	return err
}

func (c *verifyCommand) checkBundle(a *app, keys []string) error {
	in := io.Reader(os.Stdin)
	if c.Bundle != "-" {
		f, err := os.Open(c.Bundle)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }() // it was only read
		in = f
	}
	bundle, err := tamper.Read(in)
	if err != nil {
		return err
	}
	proved, err := bundle.Verify(keys[len(keys)-1])
	if errors.Is(err, tamper.ErrNoKey) {
		return finding.NewProblem("no-public-key")
	}
	if err != nil {
		return err
	}
	if c.Checkpoint != "" {
		old, err := readCheckpoint(c.Checkpoint, keys...)
		if err == nil {
			err = bundle.Since(old)
		}
		if err != nil {
			return err
		}
	}
	list := proved.List
	a.say("proof.verified", explain.Data{
		"label": list.Label, "revision": strconv.Itoa(list.Revision), "number": strconv.Itoa(proved.Number), "origin": proved.Checkpoint.Origin,
		"size": strconv.FormatInt(proved.Checkpoint.Size, 10), "reports": strconv.Itoa(len(bundle.Records)), "players": strconv.Itoa(len(bundle.Players)),
	})
	if list.Base != nil {
		a.say("proof.started", explain.Data{"base": list.Base.Label, "number": strconv.Itoa(list.Base.Leaf)})
	}
	return nil
}

// publicKeys returns a public key that is named as it is, or those of a file: a line
// each, the one in use last, as in that of the bureau's own key; what is signed now
// bears the last, what was kept may bear one before.
func publicKeys(key string) ([]string, error) {
	data, err := os.ReadFile(key)
	if errors.Is(err, os.ErrNotExist) {
		return []string{key}, nil
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n"), err
}
