package template

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/table"
)

// openDay is the day of a game that may be read in several ways.
type openDay struct {
	game int
	spot table.Spot
	civil.Written
}

// opens notes the day of a game, and reports whether it may be read in several ways.
func (r *reader) opens(s table.Spot, game int) bool {
	w, ok := civil.Read(civil.WithoutTime(s.Text))
	if !ok || len(w.Days()) < 2 {
		return false
	}
	r.open = append(r.open, openDay{game, s, w})
	return true
}

// finishDays finds out what the days mean that can be read in several ways: those of the event by those of the
// games, and those of the games by the event, or by an order that is known. It never guesses.
func (r *reader) finishDays(known civil.Order) {
	games := r.section().Games
	for _, f := range r.Report.DecideDays(report.Evidence{Because: "by-option", Allows: func(days civil.Range) bool {
		return known == 0 || !slices.ContainsFunc(r.Report.StillUnclear(), func(u report.Unclear) bool {
			w, _ := civil.Read(civil.WithoutTime(u.Text))
			day, ok := w.Day(known)
			return !ok || day != days.From && day != days.To
		})
	}}, report.Evidence{Because: "by-rounds", Allows: func(days civil.Range) bool {
		return !slices.ContainsFunc(games, func(g report.Game) bool { return g.Date != 0 && !days.Contains(g.Date) }) &&
			!slices.ContainsFunc(r.open, func(o openDay) bool { return !slices.ContainsFunc(o.Days(), days.Contains) })
	}}) {
		r.Add(f)
	}
	if len(r.open) == 0 {
		return
	}
	var ways [][]civil.Date
	var orders []civil.Order
	for _, o := range civil.Orders {
		if days, fits := r.in(o); fits && !slices.ContainsFunc(ways, func(w []civil.Date) bool { return slices.Equal(w, days) }) {
			ways, orders = append(ways, days), append(orders, o)
		}
	}
	because, first := "by-rounds", &r.open[0]
	if n := slices.Index(orders, known); n >= 0 && len(ways) > 1 {
		because, ways, orders = "by-option", ways[n:n+1], orders[n:n+1]
	}
	if len(ways) != 1 {
		r.Add(first.spot.New("round-date-unclear", finding.Warning, first.spot.Line, first.spot.Column, finding.Int("round", games[first.game].Round), finding.Text("text", first.spot.Text)))
		return
	}
	r.Add(first.spot.New("date-order", finding.Info, first.spot.Line, first.spot.Column, finding.Text("order", orders[0].String()), finding.Text("because", because)))
	for i := range r.open {
		games[r.open[i].game].Date = ways[0][i]
	}
}

// in returns the open days of the games as written in an order, and false if they are not, or not within the event.
func (r *reader) in(o civil.Order) (days []civil.Date, fits bool) {
	event := civil.Range{From: r.Report.Start, To: r.Report.End}
	for i := range r.open {
		day, ok := r.open[i].Day(o)
		if !ok || !event.Contains(day) {
			return nil, false
		}
		days = append(days, day)
	}
	return days, true
}
