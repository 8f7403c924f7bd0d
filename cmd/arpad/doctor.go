package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/office"
)

// doctorCommand prints problems with their cures.
type doctorCommand struct {
	bureauFlags
	backupsFlag
	Mend bool `help:"cli.flag-mend"`
}

func (c *doctorCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	if c.Mend {
		if err := c.mend(ctx, a, b); err != nil {
			return err
		}
	}
	d, err := office.Diagnose(ctx, b, a.progress())
	if err != nil {
		return err
	}
	of := c.office(a)
	of.Backups = c.Backups
	copies, err := of.Copies()
	if err != nil {
		return office.Problem(err)
	}
	if len(copies) > 0 {
		a.say("desk.clock.copies", explain.Data{"n": fmt.Sprint(len(copies)), "folder": of.CopyFolder(), "at": copies[0].Made.Format(time.RFC3339)})
	}
	a.printFaults(d.Faults)
	a.printProblems(d.Found)
	return nil
}

// mend restores documents that can be derived.
func (c *doctorCommand) mend(ctx context.Context, a *app, b *bureau.Bureau) error {
	out, err := act.Do(ctx, b, &act.MendDerived{}, act.With{})
	if err == nil {
		a.say("care.mended", explain.Data{"documents": fmt.Sprint(out.Value)})
	}
	return err
}

// printProblems prints findings, and reports whether all are only information.
func (a *app) printProblems(found []finding.Finding) {
	for i := range found {
		for j, v := range found[i].Values {
			if v.Name == "documents" {
				found[i].Values[j].Text = a.kind(v.Text)
			}
		}
	}
	for _, f := range found {
		fmt.Fprintf(a.out, "%s\n    %s\n", strings.TrimSpace(a.Message(f)+" "+a.Citation(f.Clause, f.Reading)), a.Cure(f))
	}
	if worst, _ := finding.Worst(found); worst > finding.Info {
		a.atLeast(exitRefused)
	} else {
		a.say("care.healthy", nil)
	}
}
