package adoption

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/season"
)

// reports looks for reports that were left out, counted twice or in another period.
func (e *inquest) reports(beside []*span) {
	for _, p := range e.span.periods {
		for _, event := range e.suspicious(p.Batch) {
			e.report(season.NoReport, p, p, event)
			e.report(ReportTwice, p, p, event)
		}
	}
	for _, other := range beside {
		for _, from := range other.periods {
			for _, event := range e.suspicious(from.Batch) {
				if len(e.span.periods) > 0 {
					e.report(ReportElsewhere, e.span.periods[0], from, event)
				}
			}
		}
	}
}

// suspicious returns the events in which most of the players with a number differ.
func (e *inquest) suspicious(b *pack.Batch) []int {
	differ := map[uint32]bool{}
	for _, d := range e.cases {
		differ[d.n] = true
	}
	players, wrong := make([]int, len(b.Events)), make([]int, len(b.Events))
	for i := range b.Sections {
		for _, entry := range b.Sections[i].Entries {
			if players[b.Sections[i].Event]++; differ[entry.Player] {
				wrong[b.Sections[i].Event]++
			}
		}
	}
	var events []int
	for i := range players {
		if wrong[i] > 1 && 4*wrong[i] >= players[i] {
			events = append(events, i)
		}
	}
	return events
}

// report tries a period with an event of its own left out or counted twice, or with one of
// another period.
func (e *inquest) report(what season.CauseKind, p, from *season.Period, event int) {
	one := withEvents(from.Batch, func(i int) bool { return i == event })
	players := one.Players()
	c := e.span.scene(players)
	batches := slices.Clone(c.batches)
	period := slices.Index(e.span.periods, p)
	switch what {
	case season.NoReport:
		number := from.Batch.Events[event].Report
		batches[period] = withEvents(batches[period], func(i int) bool { return batches[period].Events[i].Report != number })
	default:
		batches[period] = with(batches[period], one.Renumbered(c.numbers))
	}
	made := c.rate(nil, nil, batches)
	cause := plain(ByReport, what)
	cause.Name = from.Reports[from.Batch.Events[event].Report].File
	if what == ReportElsewhere {
		cause.Value = from.Label
	}
	for _, kind := range rating.AllKinds {
		e.suspect(e.judged(cause, len(p.Batch.Events), kind, players, func(n uint32) rating.Rating { return made.rating(c.local(n), kind) }))
	}
}

// games looks for games that were left out, counted twice, counted although they should
// not be, or have another result.
func (e *inquest) games() {
	tried := map[[3]int]bool{} // by span's period and game; a game of two players who differ is tried once
	for _, d := range e.cases {
		about := append(e.opponents(d.n, d.Kind), d.n)
		c := e.span.scene(about)
		games := c.games(c.local(d.n), d.Kind)
		for _, at := range games {
			g := c.batches[at.period].Games[at.index]
			id := [3]int{at.period, int(c.numbers[g.White])<<32 | int(c.numbers[g.Black]), int(g.Round)<<32 | int(g.Date)}
			if tried[id] {
				continue
			}
			tried[id] = true
			e.game(c, at, &g, len(games))
		}
	}
}

// opponents returns whom a player has met.
func (e *inquest) opponents(n uint32, kind rating.Kind) []uint32 {
	var all []uint32
	for _, p := range e.span.periods {
		for i := range p.Batch.Games {
			switch g := &p.Batch.Games[i]; {
			case g.Kind != kind:
			case g.White == n:
				all = append(all, g.Black)
			case g.Black == n:
				all = append(all, g.White)
			}
		}
	}
	return all
}

// game tries what may have become of a game.
func (e *inquest) game(c *scene, at game, g *pack.Game, among int) {
	try := func(what season.CauseKind, among int, edit func(b *pack.Batch)) {
		made := c.rate(nil, nil, c.edited(at.period, edit))
		both := []uint32{c.numbers[g.White], c.numbers[g.Black]}
		cause := Cause{Group: ByGame, Change: season.Change{What: what}, Game: e.named(c, at, g)}
		e.suspect(e.judged(cause, among, g.Kind, both, func(n uint32) rating.Rating { return made.rating(c.local(n), g.Kind) }))
	}
	if !g.Counts() {
		for _, result := range results(g.Result) {
			try(GameCounted, among, func(b *pack.Batch) { b.Games[at.index].Out, b.Games[at.index].Result = pack.In, result })
		}
		return
	}
	try(GameLess, among, func(b *pack.Batch) { b.Games[at.index].Out = pack.Held })
	try(GameTwice, among, func(b *pack.Batch) { b.Games = slices.Insert(b.Games, at.index, *g) })
	for result := report.BlackWon; result <= report.WhiteWon; result++ {
		if result != g.Result {
			try(GameOtherResult, 2*among, func(b *pack.Batch) { b.Games[at.index].Result = result })
		}
	}
}

// results returns what a game that does not count may be counted as.
func results(r report.Result) []report.Result {
	switch {
	case r.Played():
		return []report.Result{r}
	case r == report.WhiteByForfeit:
		return []report.Result{report.WhiteWon}
	case r == report.BlackByForfeit:
		return []report.Result{report.BlackWon}
	}
	return nil
}

// named returns a game as people know it.
func (e *inquest) named(c *scene, at game, g *pack.Game) Game {
	p, section := e.span.periods[at.period], &c.batches[at.period].Sections[g.Section]
	return Game{
		Report: p.Reports[c.batches[at.period].Events[section.Event].Report].File, Section: section.Name, Round: int(g.Round),
		White: c.players[g.White].ID, Black: c.players[g.Black].ID, Result: g.Result,
	}
}

// mostPairs is how many pairs of players who differ may have met in a game that no report has.
const mostPairs = 1000

// pairs looks for games that no report has, between two players who differ and are in one
// section.
func (e *inquest) pairs() {
	type pair struct {
		a, b            *instance
		period, section int
	}
	var all []pair
	for period, p := range e.span.periods {
		for i := range p.Batch.Sections {
			section := &p.Batch.Sections[i]
			var here []*instance
			for _, d := range e.cases {
				if d.Kind == section.Kind && slices.ContainsFunc(section.Entries, func(entry pack.Entry) bool { return entry.Player == d.n }) {
					here = append(here, d)
				}
			}
			for j, a := range here {
				for _, b := range here[:j] {
					all = append(all, pair{b, a, period, i})
				}
			}
		}
	}
	if len(all) > mostPairs {
		return
	}
	for _, x := range all {
		c := e.span.scene([]uint32{x.a.n, x.b.n})
		own := e.span.periods[x.period].Batch
		section := slices.IndexFunc(c.batches[x.period].Sections, func(s pack.Section) bool {
			theirs := &own.Sections[x.section]
			return s.Number == theirs.Number && c.batches[x.period].Events[s.Event].Report == own.Events[theirs.Event].Report
		})
		round, date := e.free(c.batches[x.period], section, c.local(x.a.n), c.local(x.b.n))
		for result := report.BlackWon; result <= report.WhiteWon; result++ {
			g := pack.Game{
				White: c.local(x.a.n), Black: c.local(x.b.n), Section: uint32(section), Date: date, Round: uint8(round), Kind: x.a.Kind, Result: result,
			}
			made := c.rate(nil, nil, c.edited(x.period, func(b *pack.Batch) { b.Games = append(b.Games, g); b.Sort() }))
			cause := Cause{Group: ByGame, Change: season.Change{What: GameMore}, Game: e.named(c, game{x.period, 0}, &g)}
			met := e.judged(cause, 3*len(all), x.a.Kind, []uint32{x.a.n, x.b.n}, func(n uint32) rating.Rating { return made.rating(c.local(n), x.a.Kind) })
			if len(met.at) == 2 { // one number alone could be by chance
				e.suspect(met)
			}
		}
	}
}

// free returns the first round of a section in which neither of two players has a game, and
// its day.
func (e *inquest) free(b *pack.Batch, section int, players ...uint32) (round int, date civil.Date) {
	date = b.Events[b.Sections[section].Event].End
	for round = 1; round < b.Sections[section].Rounds; round++ {
		taken := false
		for i := range b.Games {
			if g := &b.Games[i]; int(g.Section) == section && int(g.Round) == round {
				date = g.Date
				taken = taken || slices.Contains(players, g.White) || slices.Contains(players, g.Black)
			}
		}
		if !taken {
			break
		}
	}
	return round, date
}
