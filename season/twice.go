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
	of       []string          // files of their reports
	newest   map[uint32]int32  // place in games of the newest game with a mark; zero: there is none
	games    []seenGame        // from place 1
	people   map[string]uint32 // by ID, where the reports are their own list
}

// seenGame is a game of a section.
type seenGame struct{ section, before int32 } // before is the place of one with the same mark

// twice refuses the sections of a report whose games an earlier report has, under whatever name: a
// game counts once. Reports come in the order of Reading G5.
func (s *season) twice(r *report.Report, sections []twin.Section) (refused []finding.Finding) {
	shared := map[int32]int{}
	for i := range sections {
		clear(shared)
		for j := range sections[i].Games {
			for n := s.seen.newest[sections[i].Games[j].Mark()]; n > 0; n = s.seen.games[n].before {
				shared[s.seen.games[n].section]++
			}
		}
		first, games := int32(-1), 0
		for n, marks := range shared {
			if marks < twin.Fewest || first >= 0 && n > first {
				continue
			}
			if v := twin.Compare(sections[i], s.seen.sections[n]); v.Same {
				first, games = n, v.Shared
			}
		}
		if first >= 0 {
			refused = append(refused, finding.Refusal("games-twice", r.Sections[i].At, finding.Text("ref", s.seen.of[first]), finding.Int("games", games)).
				In(r.Sections[i].Name).Of(r.File))
		}
	}
	return refused
}

// remember keeps the sections of a report that are rated, for twice.
func (s *season) remember(r *report.Report, sections []twin.Section, refused [][]string) {
	for i := range sections {
		if len(refused[i]) > 0 {
			continue
		}
		number := int32(len(s.seen.sections))
		s.seen.sections, s.seen.of = append(s.seen.sections, sections[i]), append(s.seen.of, r.File)
		for j := range sections[i].Games {
			mark := sections[i].Games[j].Mark()
			s.seen.games = append(s.seen.games, seenGame{number, s.seen.newest[mark]})
			s.seen.newest[mark] = int32(len(s.seen.games) - 1)
		}
	}
}

// twinsOf returns the sections of a report as they are compared with those of others; none if games may
// be repeated.
func (s *season) twinsOf(r *report.Report, players [][]uint32) []twin.Section {
	if s.Repeats {
		return nil
	}
	if s.seen.newest == nil {
		s.seen.newest, s.seen.games, s.seen.people = map[uint32]int32{}, make([]seenGame, 1), map[string]uint32{}
	}
	all := make([]twin.Section, len(r.Sections))
	for i := range r.Sections {
		all[i] = twinOf(r, &r.Sections[i], s.people(&r.Sections[i], players[i]))
	}
	return all
}

// people returns the players of a section. Where reports are their own list, each has players of its
// own: those with an ID in common are one.
func (s *season) people(section *report.Section, players []uint32) []uint32 {
	if s.IDs != Reported {
		return players
	}
	players = slices.Clone(players)
	for i, n := range players {
		for _, id := range section.Players[i].Numbers() {
			if first, known := s.seen.people[id]; known && n != pack.Nobody {
				players[i] = first
			} else if n != pack.Nobody {
				s.seen.people[id] = n
			}
		}
	}
	return players
}

// twinOf returns a section as it is compared with others.
func twinOf(r *report.Report, s *report.Section, players []uint32) twin.Section {
	index := report.NewIndex(s)
	t := twin.Section{Days: civil.Range{From: r.FirstDay(), To: r.LastDay()}, Games: make([]twin.Game, 0, len(s.Games))}
	for i := range s.Games {
		g := &s.Games[i]
		white, black := index.Of(g.White), index.Of(g.Black)
		if g.Result.Played() && white >= 0 && black >= 0 && players[white] != pack.Nobody && players[black] != pack.Nobody {
			t.Games = append(t.Games, twin.Game{White: players[white], Black: players[black], Round: g.Round, Result: g.Result})
		}
	}
	return t
}
