package synth

import (
	"slices"

	"github.com/arpadchess/arpad/report"
)

// Events are often reported more than once: while they go on, and again from
// another program.

// Stage returns a report in its state after some rounds, without a day of
// receipt.
func Stage(r *report.Report, rounds int) *report.Report {
	stage := clone(r)
	stage.Received = 0
	for i := range stage.Sections {
		s := &stage.Sections[i]
		s.Rounds = s.PlannedRounds()
		s.Games = slices.DeleteFunc(s.Games, func(g report.Game) bool { return g.Round > rounds })
		s.Byes = slices.DeleteFunc(s.Byes, func(b report.Bye) bool { return b.Round > rounds })
		for j := range s.Players {
			s.Players[j].Points, s.Players[j].Rank = nil, 0
		}
	}
	return stage
}

// Renumbered returns a report with different start numbers.
func Renumbered(seed uint64, r *report.Report) *report.Report {
	d := newDice(seed, streamNumbers, 0)
	other := clone(r)
	for i := range other.Sections {
		s := &other.Sections[i]
		now := map[int]int{}
		for j := range s.Players { // the new numbers, shuffled
			k := d.below(j + 1)
			now[s.Players[j].StartNumber] = now[s.Players[k].StartNumber]
			now[s.Players[k].StartNumber] = j + 1
		}
		for j := range s.Players {
			s.Players[j].StartNumber = now[s.Players[j].StartNumber]
		}
		for j := range s.Games {
			s.Games[j].White, s.Games[j].Black = now[s.Games[j].White], now[s.Games[j].Black]
		}
		for j := range s.Byes {
			s.Byes[j].Player = now[s.Byes[j].Player]
		}
	}
	return other
}
