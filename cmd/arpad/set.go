package main

import (
	"context"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// setCommand changes settings of the bureau; without any it shows them.
type setCommand struct {
	bureauFlags
	reasonFlag
	Settings []string `arg:"" optional:"" name:"name=value" sep:"none" help:"cli.arg-settings"`
}

func (c *setCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	if len(c.Settings) == 0 {
		return b.View(ctx, func(_ bureau.Reader, s *bureau.Settings) error {
			a.print(a.card(register.ContactFields(&s.Contact)))
			a.warn(register.NoContact(s))
			return nil
		})
	}
	now, err := register.SetContact(ctx, b, c.Settings, c.Reason)
	if err == nil {
		a.print(a.card(register.ContactFields(&now)))
	}
	return err
}
