package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/arpadchess/arpad/bureau"
)

// verifyCommand checks everything that is kept.
type verifyCommand struct{ office }

// Run runs the command.
func (c *verifyCommand) Run(a *app) error {
	return c.work(a, func(ctx context.Context, b *bureau.Bureau) error {
		faults, err := b.Verify(ctx, a.progress())
		if err != nil {
			return err
		}
		a.printFaults(faults)
		if len(faults) == 0 {
			fmt.Fprintln(a.out, a.Text("care.verified", nil))
		}
		return nil
	})
}

// printFaults says what is wrong, the cause first.
func (a *app) printFaults(faults []bureau.Fault) {
	for _, f := range faults {
		what := strings.TrimSpace(a.kind(f.What) + " " + f.Name)
		fmt.Fprintln(a.out, a.Text("care.fault."+f.Why, map[string]string{"what": what}))
		a.atLeast(exitRefused)
	}
}

// kind gives the word for the documents of a kind.
func (a *app) kind(kind string) string {
	key := "care.kind." + kind
	if text := a.Text(key, nil); text != key {
		return text
	}
	return kind
}
