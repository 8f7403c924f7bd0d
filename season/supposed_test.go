package season_test

import (
	"testing"

	"github.com/arpadchess/arpad"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// A single game is no section that South Africa rates (Number of players 1). Supposed, it
// counts: (1 - 0.5) x 15 = +7.5 for the winner. What does not hold together is refused
// all the same.
func TestSupposedSectionCounts(t *testing.T) {
	rules, err := catalog.Find("chessa-2015")
	if err != nil {
		t.Fatal(err)
	}
	players, list := roster.New(), &roster.List{From: civil.Of(2015, 1, 1)}
	for _, id := range []string{"A", "B"} {
		players.Add(roster.Player{ID: id, Name: id})
		var s roster.Standing
		*s.Of(rating.Standard) = roster.State{Rating: 2000, Peak: 2000, Games: 50, K: 15}
		list.Standings = append(list.Standings, s)
	}
	day := civil.Of(2015, 3, 1)
	game := report.Report{Name: "Game", Start: day, End: day, Type: rating.Standard, TimeControl: []report.TimeControl{"5400+30"}, Sections: []report.Section{{
		Rounds: 1, Group: report.Open, Players: []report.Player{{StartNumber: 1, ID: "A", Name: "A"}, {StartNumber: 2, ID: "B", Name: "B"}},
		Games: []report.Game{{Round: 1, White: 1, Black: 2, Date: day, Result: report.WhiteWon}},
	}}}
	in := season.Input{Regulation: rules, Roster: players, Opening: list, Reports: []season.Source{{Report: &game}}, IDs: season.NationalID}
	rated := func() *arpad.Rated {
		t.Helper()
		made, err := arpad.RateInput(in)
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	ratingOf := func(made *arpad.Rated) rating.Rating { a, _ := made.Rating("A", rating.Standard); return a.Rating }
	if made := rated(); len(made.Periods) != 1 || ratingOf(made) != 2000 || !finds(made.Findings, "section-too-small") {
		t.Errorf("a section of two is rated: %v", made.Findings)
	}
	in.Supposed = true
	if got := ratingOf(rated()); got != 2008 {
		t.Errorf("supposed, the rating is %v, want 2008", got)
	}
	game.Sections[0].Games = append(game.Sections[0].Games, report.Game{Round: 1, White: 2, Black: 1, Date: day, Result: report.WhiteWon})
	if got := ratingOf(rated()); got != 2000 {
		t.Errorf("with two games in one round the rating is %v", got)
	}
}

func finds(all []finding.Finding, id string) bool {
	for _, f := range all {
		if f.ID == id {
			return true
		}
	}
	return false
}
