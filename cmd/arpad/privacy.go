package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/privacy"
	"github.com/arpadchess/arpad/bureau/register"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/office"
)

// personCommand is what a person can ask of the bureau about himself.
type personCommand struct {
	Export    dossierCommand   `cmd:"" help:"cli.person-export"`
	Anonymise anonymiseCommand `cmd:"" help:"cli.person-anonymise"`
	Erase     eraseCommand     `cmd:"" help:"cli.person-erase"`
}

// dossierCommand prints all that is kept of a person.
type dossierCommand struct {
	bureauFlags
	Player string `arg:"" name:"id" help:"cli.arg-player-id"`
}

// Run runs the command.
func (c *dossierCommand) Run(a *app) error {
	return c.run(a, func(ctx context.Context, b *bureau.Bureau) error {
		d, err := privacy.DossierOf(ctx, b, c.Player)
		if err != nil {
			return err
		}
		return document.Write(a.out, d)
	})
}

// anonymiseCommand takes a person out of the register.
type anonymiseCommand struct {
	bureauFlags
	Reason string `required:"" help:"cli.flag-reason-public" placeholder:"WORDS"`
	Player string `arg:"" name:"id" help:"cli.arg-player-id"`
}

// Run runs the command.
func (c *anonymiseCommand) Run(a *app) error {
	return c.run(a, func(ctx context.Context, b *bureau.Bureau) error {
		if err := privacy.Anonymise(ctx, b, c.Player, c.Reason); err != nil {
			return err
		}
		a.say("care.anonymised", explain.Data{"player": c.Player})
		return checkpoint(ctx, b)
	})
}

// eraseCommand takes a person out of the register and the reports.
type eraseCommand struct {
	bureauFlags
	Yes    bool   `help:"cli.flag-yes"`
	Reason string `required:"" help:"cli.flag-reason-public" placeholder:"WORDS"`
	Player string `arg:"" name:"id" help:"cli.arg-player-id"`
}

// Run runs the command.
func (c *eraseCommand) Run(a *app) error {
	return c.run(a, func(ctx context.Context, b *bureau.Bureau) error {
		if err := c.confirm(ctx, a, b); err != nil {
			return err
		}
		n, err := privacy.Erase(ctx, b, c.Player, c.Reason)
		if err != nil {
			return err
		}
		a.say("care.erased", explain.Data{"player": c.Player, "reports": fmt.Sprint(n)})
		return checkpoint(ctx, b)
	})
}

// confirm asks whether a person is to be erased, unless that was said beforehand.
// Where nobody can be asked, it is refused.
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
		answer, _ := bufio.NewReader(os.Stdin).ReadString('\n') // what cannot be read is no yes
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

// checkpoint sees to it that what was forgotten does not stay in the log beside
// the database.
func checkpoint(ctx context.Context, b *bureau.Bureau) error {
	return office.Database(b).Checkpoint(ctx)
}

// playerName returns a player's name, in Japanese as it is written at home, if
// that is known; of one who was anonymised or erased, the words that stand for
// it.
func (a *app) playerName(p *register.Player) string {
	switch {
	case p.Erased:
		return a.Text("care.nameless", nil)
	case a.Language == "ja" && p.NameLocal != "":
		return p.NameLocal
	}
	return p.Name
}
