package main

import (
	"context"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/office"
)

// verifyCommand verifies everything that is stored, or a bundle.
type verifyCommand struct {
	bureauFlags
	Bundle     string `xor:"since" help:"cli.flag-bundle" placeholder:"FILE"`
	Public     string `name:"key" help:"cli.flag-key" placeholder:"KEY"`
	Checkpoint string `help:"cli.flag-checkpoint" type:"existingfile" placeholder:"FILE"`
	Since      string `xor:"since" help:"cli.flag-since" type:"existingfile" placeholder:"FILE"`
}

func (c *verifyCommand) Run(a *app) error {
	switch {
	case c.Bundle != "" && c.Public == "":
		return finding.NewProblem("bundle-needs-key")
	case c.Bundle != "":
		return c.verifyBundle(a)
	case c.Public != "" || c.Checkpoint != "":
		return finding.NewProblem("key-needs-bundle")
	}
	setMemoryLimit(care.VerifyMemory)
	setGarbage(care.VerifyGarbage)
	return c.run(a, func(ctx context.Context, b *bureau.Bureau) error {
		guard, known := office.Guard(b), 0
		if c.Since != "" {
			if guard == nil {
				return finding.NewProblem("since-needs-key")
			}
			old, err := readCheckpoint(c.Since, guard.Key.Public)
			if err == nil {
				err = guard.Extends(ctx, old)
			}
			if err != nil {
				return err
			}
			known = int(old.Size)
		}
		faults, err := care.VerifySince(ctx, b, known, a.progress())
		if err != nil {
			return err
		}
		a.printFaults(faults)
		foreign, err := office.Foreign(ctx, b)
		if err != nil {
			return err
		}
		a.printFindings(foreign, finding.Info)
		if len(foreign) > 0 {
			a.atLeast(exitRefused)
		}
		if guard != nil {
			found, err := guard.Examine(ctx)
			if err != nil {
				return err
			}
			a.printFindings(found, finding.Info)
			if len(found) > 0 {
				a.atLeast(exitRefused)
			}
		}
		switch {
		case len(faults)+len(foreign) > 0:
		case c.Since != "":
			a.say("care.verified-since", nil)
		default:
			a.say("care.verified", nil)
		}
		return nil
	})
}

// printFaults prints faults, causes before consequences.
func (a *app) printFaults(faults []bureau.Fault) {
	for _, f := range faults {
		what := strings.TrimSpace(a.kind(f.What) + " " + f.Name)
		a.say("care.fault."+f.Why, explain.Data{"what": what})
		a.atLeast(exitRefused)
	}
}

// kind returns the text for a kind of document.
func (a *app) kind(kind string) string {
	key := "care.kind." + kind
	if text := a.Text(key, nil); text != key {
		return text
	}
	return kind
}
