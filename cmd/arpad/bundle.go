package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/tamper"
)

// bundleCommand writes a published list as a bundle that anyone can verify.
type bundleCommand struct {
	bureauFlags
	saver
	Revision int        `help:"cli.flag-revision" placeholder:"N"`
	Label    string     `arg:"" help:"cli.arg-bundle-list"`
	File     outputFile `arg:"" help:"cli.arg-bundle"`
}

func (c *bundleCommand) Run(ctx context.Context, a *app, b *bureau.Bureau, guard *tamper.Guard) error {
	bundle, err := tamper.New(ctx, b, guard, c.Label, c.Revision)
	if err != nil {
		return err
	}
	err = c.save(a, &c.bureauFlags, c.File, func(w io.Writer) error { return tamper.Write(w, bundle) })
	if err == nil && c.File != standardOutput {
		a.say("proof.bundled", explain.Data{"label": c.Label, "file": string(c.File)})
	}
	return err
}

// verifyBundle verifies a bundle, without a bureau.
func (c *verifyCommand) verifyBundle(a *app) error {
	keys, err := publicKeys(c.Public)
	if err != nil {
		return err
	}
	return a.sayRefused(c.checkBundle(a, keys))
}

func (c *verifyCommand) checkBundle(a *app, keys []string) error {
	in := io.Reader(os.Stdin)
	if c.Bundle != "-" {
		f, err := os.Open(c.Bundle)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }() // read only
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
		a.printDifferences(proved)
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

// printDifferences prints the numbers that are others when a list is made again.
func (a *app) printDifferences(proved *tamper.Verified) {
	for _, d := range proved.Differences {
		a.say("proof.differs", explain.Data{"player": d.Player, "type": a.Word(d.Kind.String()), "stated": d.Stated.String(), "made": d.Made.String()})
	}
	if more := proved.Differ - len(proved.Differences); more > 0 {
		a.say("proof.differ-more", explain.Data{"numbers": strconv.Itoa(more)})
	}
}

// publicKeys returns the public key given, or the keys of a file, one per line
// with the current one last, as in the bureau's key file. The latest signatures
// use the last key, older ones may use an earlier key.
func publicKeys(key string) ([]string, error) {
	data, err := os.ReadFile(key)
	if errors.Is(err, os.ErrNotExist) {
		return []string{key}, nil
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n"), err
}
