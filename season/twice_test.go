package season_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// A copy of a report under another name is refused, whichever is read first; other games of the same
// players are not.
func TestGamesOfARenamedCopyCountOnce(t *testing.T) {
	for _, turned := range []bool{false, true} {
		for _, c := range []struct {
			name   string
			change func(*report.Report)
			twice  bool
		}{
			{"another name", func(r *report.Report) { r.Name = "Cup (A)" }, true},
			{"other start numbers", func(r *report.Report) {
				s := &r.Sections[0]
				r.Name = "Cup 2"
				slices.Reverse(s.Players)
				for i := range s.Players {
					s.Players[i].StartNumber = i + 1
				}
				for i := range s.Games {
					s.Games[i].White, s.Games[i].Black = 5-s.Games[i].White, 5-s.Games[i].Black
				}
			}, true},
			{"other results", func(r *report.Report) {
				r.Name = "Second Cup"
				for i := range r.Sections[0].Games {
					r.Sections[0].Games[i].Result = report.WhiteWon
				}
			}, false},
		} {
			in := fourOfFour(t, "jcf-2023")
			again := *in.Reports[0].Report
			again.File = "copy.json"
			again.Sections = slices.Clone(again.Sections)
			again.Sections[0].Players, again.Sections[0].Games = slices.Clone(again.Sections[0].Players), slices.Clone(again.Sections[0].Games)
			c.change(&again)
			in.Reports = append(in.Reports, season.Source{Report: &again, Digest: [32]byte{1}})
			if turned {
				slices.Reverse(in.Reports)
			}
			games := 0
			found, err := season.Rate(in, func(p *season.Period) error {
				for _, s := range p.After.Standings {
					games += int(s[0].Games)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			twice := slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == "games-twice" && f.Refuses })
			if want := map[bool]int{true: 4*50 + 12, false: 4*50 + 24}[c.twice]; twice != c.twice || games != want {
				t.Errorf("%s: refused %v, want %v; %d games, want %d: %v", c.name, twice, c.twice, games, want, found)
			}
		}
	}
}

// A report that is not rated refuses no copy of its games.
func TestCopyOfWhatIsNotRatedCounts(t *testing.T) {
	in := fourOfFour(t, "fide-2025")
	again := *in.Reports[0].Report
	again.Name, again.File, again.Type = "A copy", "copy.json", 0 // it comes first, Reading G5, and says nothing of its type
	in.Reports = append(in.Reports, season.Source{Report: &again, Digest: [32]byte{1}})
	games := 0
	found, err := season.Rate(in, func(p *season.Period) error {
		for _, s := range p.After.Standings {
			games += int(s[0].Games)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == "games-twice" }) || games != 4*50+12 {
		t.Errorf("%d games, %v", games, found)
	}
}

// fourOfFour returns a season of four players, each against each.
func fourOfFour(t *testing.T, regulation string) season.Input {
	in := twoNumbers(t, regulation, season.NationalID)
	in.Roster.Add(roster.Player{ID: "N4", Name: "Chiba Sota"})
	in.Opening.Standings = append(in.Opening.Standings, roster.Standing{{Rating: 1600, Games: 50}})
	s := &in.Reports[0].Report.Sections[0]
	s.Rounds, s.Players, s.Games = 3, nil, nil
	for i := range 4 {
		p := &in.Roster.Players[i]
		s.Players = append(s.Players, report.Player{StartNumber: i + 1, ID: p.ID, Name: p.Name})
	}
	for i, g := range [][2]int{{1, 4}, {2, 3}, {4, 3}, {1, 2}, {2, 4}, {3, 1}} {
		s.Games = append(s.Games, report.Game{Round: i/2 + 1, White: g[0], Black: g[1], Result: []report.Result{report.WhiteWon, report.Drawn, report.BlackWon}[i%3]})
	}
	return in
}
