package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/season"
)

// textView prints the lists as tables.
type textView struct{ *app }

// Period prints a list: those who played or are new, by rating, and the number
// of those unchanged.
func (v *textView) Period(p *season.Period) error {
	about := p.Edition.About()
	rated, refused := 0, 0
	for i := range p.Batch.Sections {
		if len(p.Reasons(i)) == 0 {
			rated++
		} else {
			refused++
		}
	}
	name := p.Label
	if !p.Meet {
		name = v.Text("explain.list-of", explain.Data{"date": v.Date(p.List)})
	}
	fmt.Fprintln(v.out, v.Text("rate.title", explain.Data{
		"list": name, "from": v.Date(p.Days.From), "to": v.Date(p.Days.To), "regulation": about.ID,
		"reports": strconv.Itoa(len(p.Reports)), "rated": strconv.Itoa(rated), "refused": strconv.Itoa(refused),
	}))
	for _, kind := range about.Lists {
		v.list(p, kind)
	}
	fmt.Fprintln(v.out)
	return nil
}

func (v *textView) list(p *season.Period, kind rating.Kind) {
	var moved []uint32
	resting := 0
	for n := range p.Players {
		row := p.Row(uint32(n), kind)
		switch {
		case row.Move.Games > 0 || row.State.Rating != row.Move.Previous:
			moved = append(moved, uint32(n))
		case row.State.Rating.Rated():
			resting++
		}
	}
	if len(moved) == 0 {
		return
	}
	slices.SortFunc(moved, func(a, b uint32) int {
		return cmp.Or(-cmp.Compare(p.Row(a, kind).State.Rating, p.Row(b, kind).State.Rating), cmp.Compare(p.Players[a].ID, p.Players[b].ID))
	})
	t := lines{table.NewWriter()}
	t.SetStyle(table.StyleLight)
	t.Style().Format.Header = text.FormatDefault
	t.SetTitle(v.Word(kind.String()))
	t.AppendHeader(v.titles("column.player-id", "column.name", "column.rating", "column.change", "column.before", "column.games", "column.total", "column.k"))
	for _, n := range moved {
		row := p.Row(n, kind)
		change, k := v.Text("rate.new", nil), ""
		switch {
		case row.Move.Previous.Rated() && !row.State.Rating.Rated():
			change = v.Text("rate.dropped", nil)
		case row.Move.Previous.Rated():
			change = fmt.Sprintf("%+d", int(row.State.Rating)-int(row.Move.Previous))
		}
		if row.Move.K > 0 {
			k = strconv.Itoa(int(row.Move.K))
		}
		t.AppendRow(table.Row{p.Players[n].ID, p.Players[n].Name, row.State.Rating, change, row.Move.Previous, row.Move.Games, row.State.Games, k})
	}
	var right []table.ColumnConfig
	for n := 3; n <= 8; n++ {
		right = append(right, table.ColumnConfig{Number: n, Align: text.AlignRight})
	}
	t.SetColumnConfigs(right)
	fmt.Fprintln(v.out, t.Render())
	if resting > 0 {
		fmt.Fprintln(v.out, v.Text("rate.resting", explain.Data{"n": strconv.Itoa(resting)}))
	}
}

func (v *textView) End([]finding.Finding) error { return nil }
