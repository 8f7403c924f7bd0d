package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// playerStated prints what reports state of players that the register does not know, and takes it over.
type playerStated struct {
	bureauFlags
	act.AcceptStated
	Accept  bool `help:"cli.flag-stated-accept"`
	Private bool `help:"cli.flag-personal"`
}

func (c *playerStated) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	if c.Accept {
		out, err := act.Do(ctx, b, &c.AcceptStated, act.With{})
		if err != nil {
			return err
		}
		accepted := out.Value.([]register.ProposedFact)
		c.facts(a, accepted)
		a.say("register.stated-accepted", explain.Data{"facts": fmt.Sprint(len(accepted))})
	}
	return b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		all, err := register.ProposedFacts(r, c.Ref)
		if err != nil {
			return err
		}
		if len(all) == 0 && !c.Accept {
			a.say("register.stated-none", nil)
		}
		c.facts(a, all)
		return nil
	})
}

// facts prints a row for each fact.
func (c *playerStated) facts(a *app, all []register.ProposedFact) {
	t := a.columns()
	for _, p := range all {
		text, note := p.Text, ""
		if p.Disputed {
			text, note = "", a.Text("register.stated-disputed", nil)
		} else if p.Field == "birth" && !c.Private {
			text = "…"
		}
		t.AppendRow(table.Row{p.Player.ID, together(p.Player.Name, p.Player.NameLocal), p.Field, text, strings.Join(p.Refs, ", "), note})
	}
	a.print(t)
}
