package season

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/twin"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// seen are the sections whose games were looked at, as they are compared with later ones.
type seen struct {
	sections []twin.Section
	of       []string            // files of their reports
	byMark   map[uint32][]uint32 // sections, by the marks of their games
}

// twice refuses the sections of a report whose games an earlier report has, under whatever name: a
// game counts once. Reports come in the order of Reading G5.
func (s *season) twice(r *report.Report, players [][]uint32) (refused []finding.Finding) {
	if s.Repeats {
		return nil
	}
	first := len(s.seen.sections)
	for i := range r.Sections {
		section := twinOf(r, &r.Sections[i], players[i])
		marks := twin.MarkedOf([]twin.Section{section})
		var others []uint32
		for mark := range marks {
			others = append(others, s.seen.byMark[mark]...)
		}
		slices.Sort(others)
		for _, n := range slices.Compact(others) {
			if int(n) >= first {
				break // of this report
			}
			if v := twin.Compare(section, s.seen.sections[n]); v.Same {
				refused = append(refused, finding.Refusal("games-twice", r.Sections[i].At, finding.Text("ref", s.seen.of[n]), finding.Int("games", v.Shared)).
					In(r.Sections[i].Name).Of(r.File))
				section.Games = nil // it is out
				break
			}
		}
		if n := uint32(len(s.seen.sections)); len(section.Games) > 0 {
			s.seen.sections, s.seen.of = append(s.seen.sections, section), append(s.seen.of, r.File)
			for mark := range marks {
				s.seen.byMark[mark] = append(s.seen.byMark[mark], n)
			}
		}
	}
	return refused
}

// twinOf returns a section as it is compared with others.
func twinOf(r *report.Report, s *report.Section, players []uint32) twin.Section {
	index := report.NewIndex(s)
	t := twin.Section{Days: civil.Range{From: r.FirstDay(), To: r.LastDay()}}
	for i := range s.Games {
		g := &s.Games[i]
		white, black := index.Of(g.White), index.Of(g.Black)
		if white >= 0 && black >= 0 && players[white] != pack.Nobody && players[black] != pack.Nobody {
			t.Games = append(t.Games, twin.Game{White: players[white], Black: players[black], Round: g.Round, Result: g.Result})
		}
	}
	return t
}
