package season

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/twin"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// seen are the sections that are rated, as they are compared with later ones.
type seen struct {
	sections []twin.Section
	of       []string            // files of their reports
	byMark   map[uint32][]uint32 // sections, by the marks of their games
}

// twice refuses the sections of a report whose games an earlier report has, under whatever name: a
// game counts once. Reports come in the order of Reading G5.
func (s *season) twice(r *report.Report, sections []twin.Section) (refused []finding.Finding) {
	for i := range sections {
		var others []uint32
		for mark := range twin.MarkedOf(sections[i : i+1]) {
			others = append(others, s.seen.byMark[mark]...)
		}
		slices.Sort(others)
		for _, n := range slices.Compact(others) {
			if v := twin.Compare(sections[i], s.seen.sections[n]); v.Same {
				refused = append(refused, finding.Refusal("games-twice", r.Sections[i].At, finding.Text("ref", s.seen.of[n]), finding.Int("games", v.Shared)).
					In(r.Sections[i].Name).Of(r.File))
				break
			}
		}
	}
	return refused
}

// remember keeps the sections of a report that are rated, for twice.
func (s *season) remember(r *report.Report, sections []twin.Section, refused [][]string) {
	for i := range sections {
		if len(sections[i].Games) == 0 || len(refused[i]) > 0 {
			continue
		}
		for mark := range twin.MarkedOf(sections[i : i+1]) {
			s.seen.byMark[mark] = append(s.seen.byMark[mark], uint32(len(s.seen.sections)))
		}
		s.seen.sections, s.seen.of = append(s.seen.sections, sections[i]), append(s.seen.of, r.File)
	}
}

// twinsOf returns the sections of a report as they are compared with those of others; none if games may
// be repeated.
func (s *season) twinsOf(r *report.Report, players [][]uint32) (all []twin.Section) {
	for i := range r.Sections {
		if !s.Repeats {
			all = append(all, twinOf(r, &r.Sections[i], players[i]))
		}
	}
	return all
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
