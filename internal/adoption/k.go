package adoption

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// fact is what the old bureau may know otherwise of a player, and what decides K under most
// regulations: the birth, the games so far, the highest rating, the K itself.
type fact func(p *roster.Player, state *roster.State, on civil.Date)

var facts = []fact{
	func(p *roster.Player, _ *roster.State, on civil.Date) { p.Birth = civil.BirthOn(on - 10*365) },
	func(p *roster.Player, _ *roster.State, _ civil.Date) { p.Birth = 0 },
	func(p *roster.Player, s *roster.State, _ civil.Date) { p.EnteredUnrated, s.Games = true, 0 },
	func(_ *roster.Player, s *roster.State, _ civil.Date) { s.Games += 1000 },
	func(_ *roster.Player, s *roster.State, _ civil.Date) { s.Peak = rating.Max },
	func(_ *roster.Player, s *roster.State, _ civil.Date) { s.Peak = 0 },
	func(_ *roster.Player, s *roster.State, _ civil.Date) { s.K = 10 },
	func(_ *roster.Player, s *roster.State, _ civil.Date) { s.K = 20 },
	func(_ *roster.Player, s *roster.State, _ civil.Date) { s.K = 40 },
}

// ks looks for numbers calculated with another K of the regulation.
func (e *inquest) ks() {
	for _, d := range e.cases {
		if d.Games == 0 || !d.Theirs.Rated() {
			continue
		}
		c := e.span.scene([]uint32{d.n})
		own := c.local(d.n)
		var all []written
		for _, other := range facts {
			players, standings := slices.Clone(c.players), slices.Clone(c.start.Standings)
			for _, kind := range rating.AllKinds { // lists may share K
				other(&players[own], standings[own].Of(kind), c.start.From)
			}
			made := c.rate(players, &roster.List{From: c.start.From, Standings: standings, Earlier: c.start.Earlier}, nil)
			var k rating.K
			if ks := made.k[own]; ks != nil {
				k = ks[d.Kind-1]
			}
			all = append(all, written{causeOfK(k), made.rating(own, d.Kind)})
		}
		slices.SortStableFunc(all, func(a, b written) int { return -cmp.Compare(len(a.Value), len(b.Value)) }) // a K that is known first
		e.about(d, all)
	}
}
