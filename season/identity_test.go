package season_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// twoNumbers returns a season whose first player has a national number and a
// FIDE number of two different people in the opening list.
func twoNumbers(t *testing.T, regulation string, ids season.Identity) season.Input {
	t.Helper()
	under, err := catalog.Find(regulation)
	if err != nil {
		t.Fatal(err)
	}
	players, list := roster.New(), &roster.List{}
	for _, p := range []roster.Player{{ID: "N1", Name: "Aoki Ren", FideID: "90000033"}, {ID: "N2", Name: "Aoki Ren", FideID: "90000017"}, {ID: "N3", Name: "Baba Mio"}} {
		players.Add(p)
		list.Standings = append(list.Standings, roster.Standing{{Rating: 1600, Games: 50}})
	}
	day := civil.Of(2024, 5, 4)
	r := &report.Report{Name: "Cup", File: "cup.json", Start: day, End: day, Received: day, Type: rating.Standard, Sections: []report.Section{{
		Rounds: 1,
		Players: []report.Player{
			{StartNumber: 1, ID: "N1", Name: "Aoki Ren", FideID: "90000017"},
			{StartNumber: 2, ID: "N3", Name: "Baba Mio", FideID: "90000041"},
		},
		Games: []report.Game{{Round: 1, White: 1, Black: 2, Result: report.WhiteWon}},
	}}}
	return season.Input{Regulation: under, Roster: players, Opening: list, Reports: []season.Source{{Report: r}}, IDs: ids}
}

// If both numbers are given, FIDE's own regulations use FIDE's, others the
// national one. An unknown FIDE number does not matter.
func TestWhichIDIdentifiesAPlayer(t *testing.T) {
	for _, c := range []struct {
		regulation string
		ids        season.Identity
		played     []string
	}{
		{"jcf-2023", season.AutoID, []string{"N1", "N3"}},
		{"fide", season.AutoID, []string{"N2", "N3"}},
		{"fide", season.NationalID, []string{"N1", "N3"}},
		{"fide", season.FideID, []string{"90000041", "N2"}},
		{"jcf-2023", season.FideID, []string{"90000041", "N2"}},
	} {
		var played []string
		_, err := season.Rate(twoNumbers(t, c.regulation, c.ids), func(p *season.Period) error {
			for _, g := range p.Batch.Games {
				played = append(played, p.Players[g.White].ID, p.Players[g.Black].ID)
			}
			return nil
		})
		if slices.Sort(played); err != nil || !slices.Equal(played, c.played) {
			t.Errorf("%s, %s: %v have played, %v", c.regulation, c.ids, played, err)
		}
	}
}

// Sought returns the IDs by which players are then found in a list with one ID
// per player.
func TestSought(t *testing.T) {
	for ids, want := range map[season.Identity][]string{
		season.FideID:     {"90000017", "90000041"},
		season.NationalID: {"N1", "N3"},
	} {
		in := twoNumbers(t, "fide", ids)
		if got := slices.Sorted(maps.Keys(season.Sought(&in))); !slices.Equal(got, want) {
			t.Errorf("%s: %v", ids, got)
		}
	}
}

// A new player's name keeps its parts separated, however it was written.
func TestNewPlayersNameHasABlank(t *testing.T) {
	in := twoNumbers(t, "jcf-2023", season.AutoID)
	entry := &in.Reports[0].Report.Sections[0].Players[1]
	entry.ID, entry.FideID, entry.Name = "N4", "", "Chiba,Ai"
	name := ""
	_, err := season.Rate(in, func(p *season.Period) error {
		name = p.Players[len(p.Players)-1].Name
		return nil
	})
	if err != nil || name != "Chiba Ai" {
		t.Errorf("got %q, %v", name, err)
	}
}

// In a report with many unknown players, a limited number is named, and the
// others are counted.
func TestFindingsOfAReportAreBounded(t *testing.T) {
	in := twoNumbers(t, "jcf-2023", season.AutoID)
	s := &in.Reports[0].Report.Sections[0]
	for n := range 3 * finding.Most {
		s.Players = append(s.Players, report.Player{StartNumber: n + 3, Name: "Doi Sora"})
	}
	findings, err := season.Rate(in, func(*season.Period) error { return nil })
	strangers, left := 0, ""
	for _, f := range findings {
		switch {
		case f.ID == "player-without-id":
			strangers++
		case f.ID == "findings-left-out" && f.Severity == finding.Warning:
			left = f.Value("findings")
		}
	}
	if err != nil || len(findings) > 2*finding.Most+2 || strangers == 0 || left == "" {
		t.Errorf("%d findings, %d of strangers, %q left out, %v", len(findings), strangers, left, err)
	}
}
