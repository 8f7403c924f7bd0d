package synth

import "github.com/arpadchess/arpad/report"

// Renumbered returns a report with different start numbers.
func Renumbered(seed uint64, r *report.Report) *report.Report {
	d := newDice(seed, streamNumbers, 0)
	other := copied(r)
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
