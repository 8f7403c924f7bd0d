package main

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/sheet"
)

// performancesCommand prints the performances in the events of a list.
type performancesCommand struct {
	listFlags
	Format string `enum:"text,csv,json" default:"text" help:"cli.flag-format"`
}

func (c *performancesCommand) Run(a *app, r bureau.Reader) error {
	of, err := c.find(r)
	if err != nil {
		return err
	}
	switch c.Format {
	case "csv":
		return a.performancesCSV(of)
	case "json":
		return document.Write(a.out, document.NewPerformances(of))
	}
	a.performances(of)
	return nil
}

func (c *performancesCommand) find(r bureau.Reader) (*view.Performances, error) {
	if c.Now {
		return view.CurrentPerformances(r, c.Label)
	}
	return view.PublishedPerformances(r, c.Label, c.Revision)
}

// performances prints performances as text.
func (a *app) performances(of *view.Performances) {
	a.listHead(listOf(of.Run, of.Publication), false)
	for i := range of.Sections {
		s := &of.Sections[i]
		fmt.Fprintln(a.out)
		a.say("performances.section", explain.Data{
			"ref": s.Ref, "event": s.Event.Name, "section": a.Section(s.Section.Name), "type": a.Word(s.Section.Kind.String()), "end": a.Date(s.Event.End),
		})
		t := a.columns()
		t.AppendHeader(a.titles("column.player-id", "column.name", "column.rating", "column.games", "column.points", "column.performance", "column.activity"))
		for _, p := range s.Players {
			name := cmp.Or(p.Name, a.Text("care.nameless", nil))
			t.AppendRow(table.Row{p.ID, name, p.Rating, p.Games, p.Score, p.Performance, activity(p)})
		}
		a.print(t)
	}
}

// performancesCSV prints performances as CSV.
func (a *app) performancesCSV(of *view.Performances) error {
	w := sheet.NewWriter(a.out)
	rows := [][]string{{"ref", "event", "end", "section", "type", "id", "name", "rating", "games", "score", "performance", "activity"}}
	for i := range of.Sections {
		s := &of.Sections[i]
		for _, p := range s.Players {
			rows = append(rows, []string{
				s.Ref, s.Event.Name, s.Event.End.String(), s.Section.Name, s.Section.Kind.String(),
				p.ID, p.Name, orEmpty(p.Rating), strconv.Itoa(p.Games), p.Score.String(), orEmpty(p.Performance), activity(p),
			})
		}
	}
	return w.WriteAll(rows)
}

// activity formats the activity, empty if the regulation has none.
func activity(p view.Performance) string {
	if p.Activity < 0 {
		return ""
	}
	return strconv.Itoa(p.Activity)
}
