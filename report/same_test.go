package report_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// A report is the same wherever its lines stand, and another one with any other game, bye or player.
func TestSame(t *testing.T) {
	event := func() *report.Report {
		s := section("", 3, [3]int{1, 1, 2}, [3]int{2, 2, 3})
		s.Byes = []report.Bye{{Round: 1, Player: 3}, {Round: 2, Player: 1}}
		return &report.Report{Name: "Open", Sections: []report.Section{s}}
	}
	for name, c := range map[string]struct {
		change func(*report.Report, *report.Section)
		same   bool
	}{
		"nothing":          {func(*report.Report, *report.Section) {}, true},
		"another file":     {func(r *report.Report, _ *report.Section) { r.File = "b.html" }, true},
		"another line":     {func(_ *report.Report, s *report.Section) { s.Games[0].At = finding.At{Line: 9} }, true},
		"the type":         {func(r *report.Report, _ *report.Section) { r.Type = rating.Rapid }, false},
		"more rounds":      {func(_ *report.Report, s *report.Section) { s.Rounds = 5 }, false},
		"another result":   {func(_ *report.Report, s *report.Section) { s.Games[0].Result = report.Drawn }, false},
		"a game less":      {func(_ *report.Report, s *report.Section) { s.Games = s.Games[:1] }, false},
		"another bye":      {func(_ *report.Report, s *report.Section) { s.Byes[0].Kind = report.HalfBye }, false},
		"another name":     {func(_ *report.Report, s *report.Section) { s.Players[2].Name = "D" }, false},
		"another ID":       {func(_ *report.Report, s *report.Section) { s.Players[2].FideID = "90000011" }, false},
		"points":           {func(_ *report.Report, s *report.Section) { s.Players[2].Points = new(rating.Score) }, false},
		"what is disputed": {func(_ *report.Report, s *report.Section) { s.Disputed = slices.Clone(s.Games[:1]) }, false},
	} {
		r := event()
		c.change(r, &r.Sections[0])
		if got := report.Same(event(), r); got != c.same {
			t.Errorf("%s: %t", name, got)
		}
	}
}
