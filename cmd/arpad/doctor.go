package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/office"
)

// doctorCommand prints problems with their cures.
type doctorCommand struct {
	bureauFlags
	Mend bool `help:"cli.flag-mend"`
}

func (c *doctorCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	if c.Mend {
		if err := c.mend(ctx, a, b); err != nil {
			return err
		}
	}
	faults, err := care.Verify(ctx, b, a.progress())
	if err != nil {
		return err
	}
	a.printFaults(faults)
	found, err := disk(b)
	if err != nil {
		return err
	}
	found = append(found, office.Exposed(b)...)
	found = append(found, office.Unfinished(b)...)
	foreign, err := office.Foreign(ctx, b)
	if err != nil {
		return err
	}
	found = append(found, foreign...)
	indexes, err := integrity(ctx, b)
	if err != nil {
		return err
	}
	found = append(found, indexes...)
	log, err := office.Examine(ctx, b)
	if err != nil {
		return err
	}
	found = append(found, log...)
	if slices.ContainsFunc(faults, func(f bureau.Fault) bool { return !care.Derived(f.What) }) {
		found = append(found, finding.New("bureau-damaged", finding.Error, finding.At{}))
	} else {
		more, err := care.Examine(ctx, b)
		if err != nil {
			return err
		}
		found = append(found, more...)
	}
	a.printProblems(found)
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

// disk checks the free space for a database in a file.
func disk(b *bureau.Bureau) ([]finding.Finding, error) {
	file := office.Database(b).File()
	if file == "" {
		return nil, nil
	}
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	const enough = 2 // times the size of the database: for a backup, and for growth
	if free, known := freeSpace(file); known && free < enough*info.Size() {
		return []finding.Finding{finding.New("disk-filling", finding.Warning, finding.At{}, finding.Int("free", int(free>>20)), finding.Int("size", int(info.Size()>>20)))}, nil
	}
	return nil, nil
}

// integrity has the database check its tables and indexes.
func integrity(ctx context.Context, b *bureau.Bureau) ([]finding.Finding, error) {
	faults, checked, err := office.Database(b).Integrity(ctx)
	if err != nil {
		return nil, err
	}
	var found []finding.Finding
	for _, fault := range faults {
		found = append(found, finding.New("index-damaged", finding.Error, finding.At{}, finding.Text("fault", fault)))
	}
	if !checked {
		found = append(found, finding.New("indexes-not-checked", finding.Info, finding.At{}))
	}
	return found, nil
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
