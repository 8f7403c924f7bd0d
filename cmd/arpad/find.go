package main

import (
	"cmp"
	"fmt"
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

func (c *findCommand) Run(a *app) error {
	var near []string
	err := show(a, &c.showFlags, func(_ *bureau.Bureau, r bureau.Reader) (*finder.Found, error) {
		search, err := finder.New(r)
		if err != nil {
			return nil, err
		}
		text := strings.Join(c.Text, " ")
		found, err := search.Find(r, text, max(1, c.Limit))
		if err == nil && len(found.Players) == 0 {
			near, err = similarPlayers(r, text)
		}
		return found, err
	}, a.found, document.NewFound)
	if len(near) > 0 {
		fmt.Fprintf(a.err, "    %s\n", a.Text("usage.similar", explain.Data{"similar": a.joined(near...)}))
	}
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
	head := table.Row{a.Text("column.player-id", nil), a.Text("column.name", nil), a.Text("register.field-name_local", nil), a.Text("register.field-club", nil)}
	t.AppendHeader(append(head, a.kindNames(f.About.Lists)...))
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
