package main

import (
	"cmp"
	"fmt"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/rating"
)

// surveyFlags ask what a list shows as a whole.
type surveyFlags struct {
	Distribution bool          `xor:"shown" help:"cli.flag-distribution"`
	Percentile   rating.Rating `help:"cli.flag-percentile" placeholder:"RATING"`
	Movers       bool          `xor:"shown" help:"cli.flag-movers"`
}

// survey prints the distribution of a selection, or its greatest gains and losses.
func (c *listCommand) survey(a *app, r bureau.Reader) error {
	switch {
	case c.Format == "csv":
		return noCSV("--distribution, --percentile, --movers")
	case c.Sort != "" || c.Reverse || c.Offset != 0 || c.Limit != 0 && !c.Movers || c.Movers && c.Percentile.Rated():
		return finding.NewProblem("survey-order")
	}
	board, s, err := c.board(r)
	if err != nil {
		return err
	}
	if c.Movers {
		s.Limit = cmp.Or(s.Limit, 10)
		m, err := board.Movers(r, *s)
		return show(a, c.Format, m, err, a.movers, document.NewMovers)
	}
	d, err := board.Distribution(r, *s)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		return document.Write(a.out, document.NewDistribution(d, c.Percentile))
	}
	a.distribution(d, c.Percentile)
	return nil
}

// noCSV is the problem of a flag whose answer is no table.
func noCSV(flags string) error {
	return finding.NewProblem("no-csv", finding.Text("flags", flags))
}

// distribution prints bands of ratings, the highest first, and how many players a
// rating is above; zero asks about none.
func (a *app) distribution(d *ranking.Distribution, asked rating.Rating) {
	a.say("published.distribution", explain.Data{
		"label": d.Publication.Label, "revision": strconv.Itoa(d.Publication.Revision), "type": a.Word(d.Kind.String()), "total": strconv.Itoa(d.Total()),
	})
	t := a.columns()
	t.AppendHeader(a.titles("column.rating", "published.players", "published.below"))
	for i := len(d.Bands) - 1; i >= 0; i-- {
		b := d.Bands[i]
		t.AppendRow(table.Row{fmt.Sprintf("%d-%d", b.From, b.To), b.Players, b.Below})
	}
	a.print(t)
	if asked.Rated() && d.Total() > 0 {
		a.say("published.percentile", explain.Data{
			"rating": asked.String(), "below": strconv.Itoa(d.Below(asked)), "total": strconv.Itoa(d.Total()), "percent": d.Percent(asked),
		})
	}
}

// movers prints the greatest gains and losses.
func (a *app) movers(m *ranking.Movers) {
	data := explain.Data{"label": m.Publication.Label, "revision": strconv.Itoa(m.Publication.Revision), "type": a.Word(m.Kind.String())}
	for i, lines := range [][]rows.Line{m.Gains, m.Losses} {
		a.say([]string{"published.gains", "published.losses"}[i], data)
		t := a.columns()
		t.AppendHeader(a.titles("column.player-id", "column.name", "register.field-club", "column.before", "column.rating", "column.change"))
		for j := range lines {
			line := &lines[j]
			change, _ := line.Change(m.Kind)
			t.AppendRow(table.Row{
				line.ID, a.nameOf(line), line.Club, line.Of(m.Kind).Before.String(), line.Of(m.Kind).Rating.String(), fmt.Sprintf("%+d", change),
			})
		}
		a.print(t)
	}
}
