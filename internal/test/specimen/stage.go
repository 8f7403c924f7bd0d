package specimen

import (
	"slices"

	"github.com/arpadchess/arpad/report"
)

// Stage returns a report in its state after some rounds, without a day of receipt. Events
// are often reported while they go on. It shares nothing with the report.
func Stage(r *report.Report, rounds int) *report.Report {
	stage := *r
	stage.Received = 0
	stage.TimeControl = slices.Clone(r.TimeControl)
	stage.Sections = slices.Clone(r.Sections)
	for i := range stage.Sections {
		s := &stage.Sections[i]
		s.Rounds = s.PlannedRounds()
		s.TimeControl, s.Players = slices.Clone(s.TimeControl), slices.Clone(s.Players)
		s.Games = slices.DeleteFunc(slices.Clone(s.Games), func(g report.Game) bool { return g.Round > rounds })
		s.Byes = slices.DeleteFunc(slices.Clone(s.Byes), func(b report.Bye) bool { return b.Round > rounds })
		for j := range s.Players {
			s.Players[j].Points, s.Players[j].Rank = nil, 0
		}
	}
	return &stage
}
