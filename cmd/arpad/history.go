package main

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/view"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/rating"
)

// historyCommand shows a player's lists and events.
type historyCommand struct {
	shown
	Player string `arg:"" name:"id" help:"cli.flag-player"`
}

// Run runs the command.
func (c *historyCommand) Run(a *app) error {
	return show(a, &c.shown, func(_ *bureau.Bureau, r bureau.Reader) (*view.History, error) { return view.PlayerHistory(r, c.Player) }, a.history, a.historyJSON)
}

// history prints a player's history, the oldest list first.
func (a *app) history(h *view.History) {
	fmt.Fprintln(a.out, h.Player.ID, a.playerName(h.Player))
	t := a.columns()
	t.AppendHeader(append(table.Row{a.Text("history.list", nil), a.Text("history.revision", nil)}, append(a.kindNames(h.Kinds), "")...))
	for _, line := range h.Lists {
		row := table.Row{line.Run.Label}
		remark := a.Text("history.unpublished", explain.Data{"correction": line.Run.Cause})
		if line.Publication == nil {
			row = append(row, "-")
		} else {
			row = append(row, line.Publication.Revision)
			remark = a.causeOf(line.Publication.Cause)
		}
		for _, kind := range h.Kinds {
			row = append(row, a.thenAndNow(&line, kind))
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
	head := table.Row{}
	for _, key := range []string{"history.list", "history.report", "history.event", "history.section", "column.type", "history.points", "history.games"} {
		head = append(head, a.Text(key, nil))
	}
	t.AppendHeader(head)
	for _, e := range h.Events {
		t.AppendRow(table.Row{e.List, e.Ref, e.Event, a.sectionName(e.Section), a.Word(e.Kind.String()), e.Score, e.Games})
	}
	a.print(t)
}

// thenAndNow writes the rating of a published list and, where it stands
// otherwise now, that one too.
func (a *app) thenAndNow(line *view.HistoryLine, kind rating.Kind) string {
	then, now := line.Then.Of(kind).Rating, line.Now.Of(kind).Rating
	if line.Publication == nil || then == now {
		return now.String()
	}
	return a.Text("history.now", explain.Data{"then": then.String(), "now": now.String()})
}

// historyDocument is a player's history in JSON.
type historyDocument struct {
	Schema string         `json:"schema"`
	ID     string         `json:"id"`
	Name   string         `json:"name"` // empty: withheld
	Lists  []historyEntry `json:"lists"`
	Events []playedEntry  `json:"events"`
}

// historyEntry is a revision of a list.
type historyEntry struct {
	Label       string      `json:"label"`
	InForce     *civil.Date `json:"in_force"`
	Revision    *int        `json:"revision"` // null: never published
	Cause       string      `json:"cause"`
	Standard    *thenAndNow `json:"standard"` // null: no rating, neither then nor now
	Rapid       *thenAndNow `json:"rapid"`
	Blitz       *thenAndNow `json:"blitz"`
	Corrections []string    `json:"corrections"` // by which the two differ
}

// thenAndNow is the rating that was published, and the one as the list stands
// now; null: none.
type thenAndNow struct {
	Then *rating.Rating `json:"then"`
	Now  *rating.Rating `json:"now"`
}

// playedEntry is a section of an event that the player played.
type playedEntry struct {
	List    string       `json:"list"`
	Ref     string       `json:"ref"`
	Event   string       `json:"event"`
	End     civil.Date   `json:"end"`
	Section string       `json:"section"`
	Type    rating.Kind  `json:"type"`
	Points  rating.Score `json:"points"`
	Games   int          `json:"games"` // that were played and are not left out
	Players int          `json:"players"`
}

// historyJSON prints a player's history for programs.
func (a *app) historyJSON(h *view.History) error {
	d := historyDocument{Schema: "arpad.history/1", ID: h.Player.ID, Name: h.Player.Name, Lists: []historyEntry{}, Events: []playedEntry{}}
	for i := range h.Lists {
		d.Lists = append(d.Lists, historyEntryOf(&h.Lists[i]))
	}
	for _, e := range h.Events {
		d.Events = append(d.Events, playedEntry{e.List, e.Ref, e.Event, e.End, e.Section, e.Kind, e.Score, e.Games, e.Entries})
	}
	return a.writeJSON(d)
}

func historyEntryOf(line *view.HistoryLine) historyEntry {
	both := func(kind rating.Kind) *thenAndNow {
		then, now := line.Then.Of(kind).Rating, line.Now.Of(kind).Rating
		if !then.Rated() && !now.Rated() {
			return nil
		}
		return &thenAndNow{some(then), some(now)}
	}
	e := historyEntry{
		Label: line.Run.Label, InForce: some(line.Run.List), Cause: line.Run.Cause, Corrections: array(line.Corrections),
		Standard: both(rating.Standard), Rapid: both(rating.Rapid), Blitz: both(rating.Blitz),
	}
	if p := line.Publication; p != nil {
		e.Revision, e.Cause = &p.Revision, p.Cause
	}
	return e
}
