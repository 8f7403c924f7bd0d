package main

import (
	"cmp"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
)

// findCommand searches for players.
type findCommand struct {
	showFlags
	Limit int      `default:"20" help:"cli.flag-limit" placeholder:"N"`
	Text  []string `arg:"" name:"text" help:"cli.arg-search"`
}

func (c *findCommand) Run(a *app, r bureau.Reader) error {
	search, err := finder.New(r)
	if err != nil {
		return err
	}
	text := strings.Join(c.Text, " ")
	found, err := search.Find(r, text, max(1, c.Limit))
	if err := show(a, c.Format, found, err, a.found, document.NewFound); err != nil || len(found.Players) > 0 {
		return err
	}
	near, err := similarPlayers(r, text)
	a.propose(near)
	return err
}

// found prints the players whom a search has found.
func (a *app) found(f *finder.Found) {
	if len(f.Players) == 0 {
		a.say("register.nobody", explain.Data{"text": f.Query})
		a.atLeast(exitRefused)
		return
	}
	t := a.columns()
	t.AppendHeader(append(a.titles("column.player-id", "column.name", "register.field-name_local", "register.field-club"), a.kindNames(f.About.Lists)...))
	for i := range f.Players {
		hit := &f.Players[i]
		row := table.Row{hit.ID, cmp.Or(hit.Name, a.Text("care.nameless", nil)), hit.NameLocal, hit.Club}
		for _, kind := range f.About.Lists {
			row = append(row, hit.Ratings[kind-1].String())
		}
		t.AppendRow(row)
	}
	a.print(t)
	if f.More {
		a.say("register.more", nil)
	}
}
