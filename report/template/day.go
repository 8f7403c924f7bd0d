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
	written := make([]civil.Written, len(r.open))
	for i := range r.open {
		written[i] = r.open[i].Written
	}
	event := civil.Range{From: r.Report.Start, To: r.Report.End}
	ways := slices.DeleteFunc(civil.Ways(written), func(w civil.Way) bool {
		return slices.ContainsFunc(w.Days, func(day civil.Date) bool { return !event.Contains(day) })
	})
	because, first := "by-rounds", &r.open[0]
	if n := slices.IndexFunc(ways, func(w civil.Way) bool { return w.Order == known }); n >= 0 && len(ways) > 1 {
		because, ways = "by-option", ways[n:n+1]
	}
	if len(ways) != 1 {
		r.Add(first.spot.New("round-date-unclear", finding.Warning, first.spot.Line, first.spot.Column, finding.Int("round", games[first.game].Round), finding.Text("text", first.spot.Text)))
		return
	}
	r.Add(first.spot.New("date-order", finding.Info, first.spot.Line, first.spot.Column, finding.Text("order", ways[0].Order.String()), finding.Text("because", because)))
	for i := range r.open {
		games[r.open[i].game].Date = ways[0].Days[i]
	}
}
