package trf

import (
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// Told returns what a section does not say and its file will show all the same, or
// leave blank.
func Told(r *report.Report, section int) []finding.Finding {
	c := finding.Collector{File: r.File}
	s := &r.Sections[section]
	if len(s.Players) > 0 && !slices.ContainsFunc(s.Players, func(p report.Player) bool { return p.Rank != 0 }) {
		c.Add(finding.New("written-without-ranks", finding.Info, finding.At{}))
	}
	blank := 0
	for i := range s.Players {
		if s.Players[i].Points == nil {
			blank++
		}
	}
	if blank > 0 {
		c.Add(finding.New("points-filled", finding.Info, finding.At{}, finding.Int("players", blank)))
	}
	played := (&report.Section{Games: s.Games, Byes: s.Byes}).PlannedRounds()
	if s.Rounds > played {
		c.Add(finding.New("rounds-forced", finding.Info, finding.At{}, finding.Int("rounds", s.Rounds), finding.Int("played", played)))
	}
	return c.Findings
}
