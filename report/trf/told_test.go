package trf_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/trf"
)

// What a report leaves open is said when it is written.
func TestToldWhenWritten(t *testing.T) {
	whole := report.Section{Rounds: 1, Players: []report.Player{{StartNumber: 1, Rank: 1, Points: new(rating.Score)}, {StartNumber: 2, Rank: 2, Points: new(rating.Score)}},
		Games: []report.Game{{Round: 1, White: 1, Black: 2}}}
	for id, change := range map[string]func(*report.Section){
		"":                      func(*report.Section) {},
		"written-without-ranks": func(s *report.Section) { s.Players[0].Rank, s.Players[1].Rank = 0, 0 },
		"points-filled":         func(s *report.Section) { s.Players[1].Points = nil },
		"rounds-forced":         func(s *report.Section) { s.Rounds = 5 },
	} {
		s := whole
		s.Players = slices.Clone(whole.Players)
		change(&s)
		found := ids(trf.Told(&report.Report{Sections: []report.Section{s}}, 0))
		if id == "" && len(found) > 0 || id != "" && !slices.Equal(found, []string{id}) {
			t.Errorf("got %v, want %q", found, id)
		}
	}
}
