package main

import (
	"context"
	"reflect"
	"slices"

	"github.com/alecthomas/kong"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/tamper"
)

// perform runs a command. Where its Run takes a bureau, it is opened; where it takes a Reader
// or the settings, it runs in a view of the bureau.
func (a *app) perform(c *kong.Context) error {
	command := c.Selected().Target.Addr().Interface()
	of, _ := command.(interface{ flags() *bureauFlags })
	run, _ := reflect.TypeOf(command).MethodByName("Run")
	takes := func(t reflect.Type) bool { return slices.Contains(slices.Collect(run.Type.Ins()), t) }
	switch {
	case takes(reflect.TypeFor[bureau.Reader]()) || takes(reflect.TypeFor[*bureau.Settings]()):
		return of.flags().view(a, func(b *bureau.Bureau, r bureau.Reader, s *bureau.Settings) error {
			c.BindTo(r, (*bureau.Reader)(nil))
			return c.Run(a, b, s)
		})
	case takes(reflect.TypeFor[*bureau.Bureau]()) || takes(reflect.TypeFor[*tamper.Guard]()):
		return of.flags().run(a, func(ctx context.Context, b *bureau.Bureau) error {
			c.BindTo(ctx, (*context.Context)(nil))
			return c.Run(a, b)
		})
	}
	return c.Run(a)
}

// guardOf returns the guard of a bureau, which has a key.
func guardOf(b *bureau.Bureau) (*tamper.Guard, error) {
	guard := office.Guard(b)
	if guard == nil {
		return nil, finding.Refuse("proof-no-key")
	}
	return guard, nil
}
