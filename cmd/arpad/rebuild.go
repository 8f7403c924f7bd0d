package main

import (
	"context"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
)

// rebuildCommand writes the rows anew from the documents.
type rebuildCommand struct{ bureauFlags }

func (c *rebuildCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	err := care.Rebuild(ctx, b)
	if err == nil {
		a.say("care.rebuilt", nil)
	}
	return err
}
