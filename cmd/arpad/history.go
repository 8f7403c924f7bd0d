package main

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
)

// historyCommand prints a player's lists and events.
type historyCommand struct {
	showFlags
	Player string `arg:"" name:"id" help:"cli.flag-player"`
}

func (c *historyCommand) Run(a *app, r bureau.Reader) error {
	h, err := view.PlayerHistory(r, c.Player)
	return show(a, c.Format, h, err, a.history, document.NewHistory)
}

// history prints a player's history, the oldest list first.
func (a *app) history(h *view.History) {
	fmt.Fprintln(a.out, h.Player.ID, a.playerName(h.Player))
	t := a.columns()
	head := a.titles("history.list", "history.revision")
	for _, name := range a.kindNames(h.About.Lists) {
		head = append(append(head, name), a.markHead(&h.About)...)
	}
	t.AppendHeader(append(head, ""))
	for _, line := range h.Lists {
		row := table.Row{line.Label}
		remark := a.Text("history.unpublished", explain.Data{"correction": line.Cause})
		if line.Revision == 0 {
			row = append(row, "-")
		} else {
			row = append(row, line.Revision)
			remark = a.causeOf(line.Cause)
		}
		for _, kind := range h.About.Lists {
			row = append(append(row, a.thenAndNow(&line, kind)), a.mark(&h.About, line.Marks.Of(kind))...)
		}
		if len(line.Corrections) > 0 {
			remark += a.Text("history.corrected", explain.Data{"corrections": strings.Join(line.Corrections, ", ")})
		}
		t.AppendRow(append(row, remark))
	}
	a.print(t)
	if len(h.Events) == 0 {
		return
	}
	fmt.Fprintln(a.out)
	t = a.columns()
	t.AppendHeader(a.titles("history.list", "history.report", "history.event", "history.section", "column.type", "history.points", "history.games"))
	for _, e := range h.Events {
		row := table.Row{e.List, e.Ref, e.Event, a.Section(e.Section), a.Word(e.Kind.String()), e.Won, e.Games}
		if !e.Rated {
			row[5], row[6] = e.Score, a.Text("event.not-rated", nil)
		}
		t.AppendRow(row)
	}
	a.print(t)
}

// thenAndNow formats the rating of a published list, with the current one if it
// differs.
func (a *app) thenAndNow(line *view.HistoryLine, kind rating.Kind) string {
	then, now := line.Then.Of(kind).Rating, line.Now.Of(kind).Rating
	if line.Revision == 0 || then == now {
		return now.String()
	}
	return a.Text("history.now", explain.Data{"then": then.String(), "now": now.String()})
}
