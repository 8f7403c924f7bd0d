package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/office"
)

// personCommand handles requests of people about their own data.
type personCommand struct {
	Export    dossierCommand               `cmd:"" help:"cli.person-export"`
	Anonymise command[act.AnonymisePerson] `cmd:"" help:"cli.person-anonymise"`
	Erase     eraseCommand                 `cmd:"" help:"cli.person-erase"`
}

// dossierCommand prints everything that is stored about a person.
type dossierCommand struct {
	bureauFlags
	Player string `arg:"" name:"id" help:"cli.arg-player-id"`
}

func (c *dossierCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	d, err := privacy.DossierOf(ctx, b, c.Player)
	if err != nil {
		return err
	}
	return document.Write(a.out, d)
}

// eraseCommand removes a person from the register and the reports.
type eraseCommand struct {
	bureauFlags
	Yes bool `help:"cli.flag-yes"`
	act.ErasePerson
}

func (c *eraseCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	if err := c.confirm(ctx, a, b); err != nil {
		return err
	}
	out, err := act.Do(ctx, b, &c.ErasePerson, act.With{})
	if err != nil {
		return err
	}
	a.say("care.erased", explain.Data{"player": c.Player, "reports": fmt.Sprint(out.Value)})
	a.warn(office.Unfinished(b))
	return checkpoint(ctx, b)
}

// confirm asks whether to erase a person, unless the flag confirms it. Without
// a terminal it is refused.
func (c *eraseCommand) confirm(ctx context.Context, a *app, b *bureau.Bureau) error {
	var p *register.Player
	err := b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		p, err = register.Find(r, c.Player)
		return err
	})
	switch {
	case err != nil || c.Yes:
		return err
	case strings.TrimSpace(c.Reason) == "":
		return finding.Refuse("reason-needed")
	case !terminal(os.Stdin):
		return finding.NewProblem("erase-unasked")
	}
	fmt.Fprint(a.err, a.Text("care.erase", explain.Data{"player": p.ID, "name": a.playerName(p)}), " ")
	answered := make(chan string, 1)
	go func() {
		answer, _ := bufio.NewReader(os.Stdin).ReadString('\n') // an unreadable answer is not a yes
		answered <- strings.TrimSpace(answer)
	}()
	select {
	case <-ctx.Done():
		fmt.Fprintln(a.err)
		return ctx.Err()
	case answer := <-answered:
		yes := strings.Fields(a.Text("care.yes", nil))
		if slices.ContainsFunc(yes, func(word string) bool { return strings.EqualFold(word, answer) }) {
			return nil
		}
	}
	return finding.NewProblem("erase-unconfirmed")
}

// checkpoint erases forgotten data from the database's log.
func checkpoint(ctx context.Context, b *bureau.Bureau) error {
	return office.Database(b).Checkpoint(ctx)
}

// playerName returns a player's name, in the local script for Japanese output
// if known; for an anonymised or erased player, the text that says so.
func (a *app) playerName(p *register.Player) string {
	switch {
	case p.Erased:
		return a.Text("care.nameless", nil)
	case a.Language == "ja" && p.NameLocal != "":
		return p.NameLocal
	}
	return p.Name
}
