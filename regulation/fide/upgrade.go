package fide

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
)

// The 400-point rule of 2022, 8.3.1: in each event, only one of a player's
// differences beyond the cap is capped.

// beyond is a game with a difference beyond the cap.
type beyond struct {
	section, game uint32
	players       [2]uint32
	difference    int32 // of the first player; the second has the opposite
}

// goesBeyond records a game with a difference beyond the cap.
func (p *period) goesBeyond(game int, g *pack.Game, difference int) {
	p.beyond = append(p.beyond, beyond{
		g.Section, uint32(game), [2]uint32{g.White, g.Black}, int32(difference),
	})
}

// upgrade is the only capped game of a player in an event.
type upgrade struct {
	section, game, player uint32
	difference            int
}

// upgrades calls each with the capped game of each player and event: the one
// with the largest difference, and of equal ones the earliest (Reading F5).
func upgrades(games []beyond, events []uint32, players int, each func(upgrade)) {
	largest := make([]uint32, players) // by player: the index of the game in the current event, plus one
	for event := range regulation.Runs(spans(games, events), func(s span) uint32 { return s.event }) {
		for _, s := range event {
			for n := s.from; n < s.to; n++ {
				for _, player := range games[n].players {
					if player == pack.Nobody {
						continue
					}
					if one := &largest[player]; *one == 0 || games[n].before(&games[*one-1]) {
						*one = n + 1
					}
				}
			}
		}
		for _, s := range event {
			for n := s.from; n < s.to; n++ {
				g := &games[n]
				for side, player := range g.players {
					if player != pack.Nobody && largest[player] == n+1 {
						each(upgrade{g.section, g.game, player, int(g.difference) * (1 - 2*side)})
						largest[player] = 0
					}
				}
			}
		}
	}
}

// span is a range of consecutive games of one event.
type span struct{ event, from, to uint32 }

// spans returns the spans of games, event by event; events has the event of
// each section.
func spans(games []beyond, events []uint32) []span {
	var all []span
	for n := range games {
		event := events[games[n].section]
		if last := len(all) - 1; last >= 0 && all[last].event == event {
			all[last].to++
			continue
		}
		all = append(all, span{event, uint32(n), uint32(n) + 1})
	}
	slices.SortStableFunc(all, func(a, b span) int { return cmp.Compare(a.event, b.event) })
	return all
}

// before reports whether a game is capped rather than another one of the same
// player and event.
func (b *beyond) before(other *beyond) bool {
	larger := max(b.difference, -b.difference) - max(other.difference, -other.difference)
	return larger > 0 || larger == 0 && b.game < other.game
}
