package main

import (
	"context"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// setCommand changes settings of the bureau; without any it shows them.
type setCommand struct {
	bureauFlags
	act.ChangeSettings
}

func (c *setCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	if len(c.Settings) == 0 {
		return b.View(ctx, func(_ bureau.Reader, s *bureau.Settings) error {
			a.print(a.card(register.SettingFields(s)))
			a.warn(register.NoContact(s))
			return nil
		})
	}
	out, err := act.Do(ctx, b, &c.ChangeSettings, act.With{})
	if err == nil {
		a.print(a.card(register.SettingFields(out.Value.(*bureau.Settings))))
	}
	return err
}
