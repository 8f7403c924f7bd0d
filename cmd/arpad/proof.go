package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/tamper"
)

// proofCommand handles the transparency log.
type proofCommand struct {
	Key         proofKeyCommand    `cmd:"" help:"cli.proof-key"`
	Checkpoint  checkpointCommand  `cmd:"" help:"cli.proof-checkpoint"`
	Leaves      leavesCommand      `cmd:"" help:"cli.proof-leaves"`
	List        inclusionCommand   `cmd:"" help:"cli.proof-list"`
	Consistency consistencyCommand `cmd:"" help:"cli.proof-consistency"`
	Init        proofInitCommand   `cmd:"" help:"cli.proof-init"`
	Renew       proofRenewCommand  `cmd:"" help:"cli.proof-renew"`
}

// proofKeyCommand prints the public key.
type proofKeyCommand struct{ bureauFlags }

func (c *proofKeyCommand) Run(a *app, guard *tamper.Guard) error {
	_, err := fmt.Fprintln(a.out, guard.Key.Public)
	return err
}

// checkpointCommand prints the last checkpoint, signing it if necessary.
type checkpointCommand struct{ bureauFlags }

func (c *checkpointCommand) Run(ctx context.Context, a *app, guard *tamper.Guard) error {
	last, err := guard.Sign(ctx)
	if err == nil {
		_, err = a.out.Write(last.Signed)
	}
	return err
}

// leavesCommand prints the leaves, one per line, as they are hashed.
type leavesCommand struct{ bureauFlags }

func (c *leavesCommand) Run(a *app, r bureau.Reader) error {
	return proof.Leaves(r, 0, func(leaf []byte) error {
		_, err := fmt.Fprintf(a.out, "%s\n", leaf)
		return err
	})
}

// signed returns the last checkpoint and its tree.
func signed(ctx context.Context, b *bureau.Bureau, guard *tamper.Guard) (last *tamper.Checkpoint, tree *tamper.Tree, err error) {
	if last, err = guard.Sign(ctx); err != nil {
		return nil, nil, err
	}
	err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		tree, err = tamper.TreeOf(r)
		return err
	})
	return last, tree, err
}

// inclusionCommand prints the proof that a list is in the tree.
type inclusionCommand struct {
	bureauFlags
	Revision int    `help:"cli.flag-revision" placeholder:"N"`
	Label    string `arg:"" optional:"" help:"cli.arg-list"`
}

func (c *inclusionCommand) Run(ctx context.Context, a *app, b *bureau.Bureau, guard *tamper.Guard) error {
	var p *lists.Publication
	err := b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		p, err = lists.FindList(r, c.Label, c.Revision)
		return err
	})
	if err != nil {
		return err
	}
	last, tree, err := signed(ctx, b, guard)
	if err != nil {
		return err
	}
	shown, err := tamper.InclusionProof(tree, int64(p.Leaf), last)
	if err == nil {
		_, err = fmt.Fprint(a.out, shown)
	}
	return err
}

// consistencyCommand prints the proof that the tree extends an older
// checkpoint.
type consistencyCommand struct {
	bureauFlags
	Public string `name:"key" help:"cli.flag-key-before" placeholder:"KEY"`
	Old    string `arg:"" name:"checkpoint" help:"cli.arg-checkpoint" type:"existingfile"`
}

func (c *consistencyCommand) Run(ctx context.Context, a *app, b *bureau.Bureau, guard *tamper.Guard) error {
	keys := []string{guard.Key.Public}
	if c.Public != "" {
		before, err := publicKeys(c.Public)
		if err != nil {
			return err
		}
		keys = append(keys, before...)
	}
	old, err := readCheckpoint(c.Old, keys...)
	if err != nil {
		return err
	}
	last, tree, err := signed(ctx, b, guard)
	if err != nil {
		return err
	}
	holds, err := old.Holds(tree)
	if err == nil && !holds {
		err = finding.Refuse("checkpoint-other", finding.Text("size", fmt.Sprint(old.Size)))
	}
	if err != nil {
		return err
	}
	shown, err := tamper.ConsistencyProof(tree, old, last)
	if err == nil {
		_, err = fmt.Fprint(a.out, shown)
	}
	return err
}

// readCheckpoint reads an older checkpoint, from its own file or from a bundle.
func readCheckpoint(path string, keys ...string) (c *tamper.Checkpoint, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if bundle, err := tamper.Read(bytes.NewReader(data)); err == nil {
		data = []byte(bundle.Checkpoint)
	}
	for _, key := range keys {
		if c, err = tamper.OpenCheckpoint(data, key); err == nil {
			return c, nil
		}
	}
	switch {
	case errors.Is(err, tamper.ErrNoKey):
		return nil, finding.NewProblem("no-public-key")
	default:
		return nil, finding.NewProblem("no-checkpoint", finding.Text("file", path))
	}
}

// proofInitCommand makes the key of a bureau that has none.
type proofInitCommand struct {
	bureauFlags
	behind
	Reason string `help:"cli.flag-reason-public" placeholder:"WORDS"`
}

func (c *proofInitCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	if office.Guard(b) == nil { // otherwise it is refused whatever the clock says
		if err := c.allow(b, c.Reason); err != nil {
			return err
		}
	}
	key, err := c.office(a).InitKey(ctx, b, c.Reason)
	if err == nil {
		a.begun(key, c.office(a).KeyFile())
	}
	return err
}

// begun prints the key that signs the log from now on.
func (a *app) begun(key, file string) {
	a.say("proof.begun", explain.Data{"key": key, "file": file})
}

// proofRenewCommand replaces the key.
type proofRenewCommand struct {
	bureauFlags
	behind
	Reason string `required:"" help:"cli.flag-reason-renew" placeholder:"WORDS"`
}

func (c *proofRenewCommand) Run(ctx context.Context, a *app, b *bureau.Bureau, _ *tamper.Guard) error {
	if strings.TrimSpace(c.Reason) == "" {
		return finding.Refuse("reason-needed")
	}
	if err := c.allow(b, c.Reason); err != nil {
		return err
	}
	key, err := c.office(a).RenewKey(ctx, b, c.Reason)
	if err == nil {
		a.begun(key, c.office(a).KeyFile())
		a.say("proof.renewed", nil)
	}
	return err
}
