package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/arpadchess/arpad"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// explainCommand explains a player's ratings: those of a bureau or, under a
// regulation, those that files lead to.
type explainCommand struct {
	rulesIfAny
	explainSource
	words
	DB       string `name:"db" help:"cli.flag-explain-db" placeholder:"FILE"`
	List     string `help:"cli.flag-explain-list" placeholder:"LABEL"`
	Revision int    `help:"cli.flag-revision" placeholder:"N"`
	Now      bool   `xor:"run" help:"cli.flag-now"`
	Draft    bool   `xor:"run" help:"cli.flag-draft"`

	Unofficial bool `xor:"run" help:"cli.flag-explain-unofficial"`

	Player  string `help:"cli.flag-explain-player" placeholder:"ID"`
	Type    string `enum:",${types}" default:"" help:"cli.flag-list-type" placeholder:"TYPE"`
	Format  string `enum:"text,json" default:"text" help:"cli.flag-format"`
	Private bool   `help:"cli.flag-private"`
}

// rulesIfAny is rules with no required flag, because a bureau knows its own.
type rulesIfAny struct {
	Regulation string            `help:"cli.flag-regulation" placeholder:"ID"`
	Set        map[string]string `help:"cli.flag-set" placeholder:"NAME=VALUE" mapsep:"none"`
}

// explainSource is source with no required flag, because a bureau needs none:
// its argument is a player.
type explainSource struct {
	Players string `help:"cli.flag-players" placeholder:"OPENING.csv" type:"existingfile"`
	IDs     string `name:"ids" enum:"${identities}" default:"auto" help:"cli.flag-ids"`
	reading
	MaxSize int64    `default:"16" help:"cli.flag-max-size" placeholder:"MIB"`
	Reports []string `arg:"" optional:"" name:"id|report" help:"cli.arg-explain"`
}

func (c *explainCommand) Run(a *app) error {
	if c.DB != "" || c.Regulation == "" {
		return c.fromStore(a)
	}
	switch {
	case len(c.Reports) == 0:
		return finding.NewProblem("explain-from-what")
	case c.Player == "":
		return finding.NewProblem("explain-whom")
	}
	for i := range c.Reports {
		c.Reports[i] = kong.ExpandPath(c.Reports[i])
	}
	kind, _ := rating.ParseKind(c.Type)
	rules, source := rules(c.rulesIfAny), source(c.explainSource)
	in, err := a.read(&rules, &source, &c.words, kind)
	if err != nil {
		return err
	}
	if n, ok := in.Roster.ByNumber(c.Player); ok {
		c.Player = in.Roster.Players[n].ID
	}
	in.Trace, in.About = season.TraceAll, c.Player
	var rated arpad.Rated
	rated.Findings, err = a.season(in, func(p *season.Period) error {
		rated.Periods = append(rated.Periods, p)
		return nil
	})
	if err != nil {
		return err
	}
	if len(rated.Periods) == 0 {
		a.printFindings(rated.Findings, finding.Warning)
		return nil
	}
	listed, err := rated.Explain(c.Player, kind)
	if err != nil {
		return err
	}
	for _, l := range listed {
		l.Private = c.Private
	}
	name, _ := nameOf(rated.Periods[len(rated.Periods)-1].Players, c.Player)
	return c.print(a, c.Player, name, listed)
}

// fromStore explains a list of a bureau, by default as published.
func (c *explainCommand) fromStore(a *app) error {
	db := cmp.Or(c.DB, os.Getenv("ARPAD_DB"))
	if _, err := os.Stat(defaultDB); db == "" && err != nil || c.Players != "" {
		return finding.NewProblem("explain-from-what")
	}
	who := cmp.Or(c.Player, strings.Join(c.Reports, " "))
	if who == "" {
		return finding.NewProblem("explain-whom")
	}
	officer := bureauFlags{DB: cmp.Or(db, defaultDB)}
	return officer.view(a, func(b *bureau.Bureau, r bureau.Reader, _ *bureau.Settings) error {
		x, err := c.find(b, r, who)
		if err != nil {
			return err
		}
		kind, _ := rating.ParseKind(c.Type)
		listed, err := document.Explained(x, kind, c.Private)
		if err != nil {
			return err
		}
		if c.Format == "text" && x.Draft {
			a.say("published.draft", explain.Data{"label": x.Run.Label, "date": a.dayOf(x.Run.List), "edition": x.Run.Edition})
		} else if c.Format == "text" {
			a.listTitle(listOf(x.Run, x.Publication), c.Unofficial)
		}
		return c.print(a, x.Player.ID, x.Player.Name, listed)
	})
}

// find returns the explanation of a player, named by ID or name.
func (c *explainCommand) find(b *bureau.Bureau, r bureau.Reader, who string) (*view.Explanation, error) {
	id, err := finder.Who(r, who)
	switch {
	case err != nil:
		return nil, err
	case c.Draft:
		return view.ExplainDraft(r, id, c.List)
	case c.Unofficial:
		return view.ExplainUnofficial(context.Background(), b, r, id, c.List)
	case c.Now:
		return view.ExplainNow(r, id, c.List)
	}
	return view.Explain(b, r, id, c.List, c.Revision)
}

// nameOf returns the name of a player by ID.
func nameOf(players []roster.Player, id string) (string, bool) {
	n := slices.IndexFunc(players, func(p roster.Player) bool { return p.ID == id })
	if n < 0 {
		return "", false
	}
	return players[n].Name, true
}

func (c *explainCommand) print(a *app, id, name string, listed []*explain.List) error {
	if c.Format == "json" {
		return document.Write(a.out, document.NewExplanation(a.Printer, id, name, listed))
	}
	if len(listed) == 0 {
		a.say("explain.no-rows", explain.Data{"id": id})
	}
	for i, l := range listed {
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		fmt.Fprint(a.out, a.Write(l))
	}
	return nil
}
