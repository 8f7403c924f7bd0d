package report_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// section returns a section of players with games: round, White, Black.
func section(name string, players int, games ...[3]int) report.Section {
	s := report.Section{Name: name}
	for i := range players {
		s.Players = append(s.Players, report.Player{StartNumber: i + 1, ID: string(rune('A' + i)), Name: string(rune('A' + i))})
	}
	for _, g := range games {
		s.Games = append(s.Games, report.Game{Round: g[0], White: g[1], Black: g[2], Result: report.WhiteWon})
	}
	return s
}

// A section without games is refused if its players have points, or if the event has no game at all.
// Who has a bye in it needs none.
func TestSectionsWithoutGames(t *testing.T) {
	played, list := section("", 2, [3]int{1, 1, 2}), section("B", 3)
	with := func(change func(*report.Section)) report.Section {
		s := list
		s.Players = slices.Clone(s.Players)
		change(&s)
		return s
	}
	ranking := with(func(s *report.Section) { s.Players[1].Points = new(2 * report.UsualScoring.Win) })
	byes := with(func(s *report.Section) {
		s.Byes = []report.Bye{{Round: 1, Player: 1, Kind: report.PairingBye}}
		s.Players[0].Points = new(report.UsualScoring.Win)
	})
	disputed := with(func(s *report.Section) { s.Disputed = []report.Game{{Round: 1, White: 1, Black: 2}} })
	for name, c := range map[string]struct {
		sections []report.Section
		told     bool
		refused  bool
	}{
		"played":                   {[]report.Section{played}, false, false},
		"a list":                   {[]report.Section{list}, true, true},
		"rounds to come":           {[]report.Section{with(func(s *report.Section) { s.Rounds = 5 })}, true, true},
		"a ranking":                {[]report.Section{ranking}, true, true},
		"byes alone":               {[]report.Section{byes}, true, true},
		"beside games, a list":     {[]report.Section{played, list}, true, false},
		"beside games, a ranking":  {[]report.Section{played, ranking}, true, true},
		"beside games, byes alone": {[]report.Section{played, byes}, false, false},
		"what is disputed":         {[]report.Section{disputed}, false, false},
	} {
		r := &report.Report{Name: "Open", Start: civil.Of(2023, 2, 4), End: civil.Of(2023, 2, 5), Sections: c.sections}
		told, refused := false, false
		for _, f := range report.Check(r) {
			if f.ID == "section-without-games" {
				told, refused = true, f.Refuses
			}
		}
		if told != c.told || refused != c.refused {
			t.Errorf("%s: told %t, refused %t", name, told, refused)
		}
	}
}

// What an event seems to lack is told under every regulation, and refuses nothing.
func TestWholeEvents(t *testing.T) {
	whole := section("", 4, [3]int{1, 1, 2}, [3]int{1, 3, 4}, [3]int{2, 1, 3}, [3]int{2, 4, 2})
	for name, c := range map[string]struct {
		change func(*report.Report)
		want   string
	}{
		"whole":      {func(*report.Report) {}, ""},
		"the end":    {func(r *report.Report) { r.Sections[0].Rounds = 3 }, "rounds-unplayed"},
		"the middle": {func(r *report.Report) { r.Sections[0].Games[2].Round, r.Sections[0].Games[3].Round = 3, 3 }, "rounds-unplayed"},
		"a game":     {func(r *report.Report) { r.Sections[0].Games = r.Sections[0].Games[:3] }, "rounds-blank"},
		"an absence": {func(r *report.Report) { r.ExchangeFile, r.Sections[0].Games = true, r.Sections[0].Games[:3] }, ""},
		"a pairing": {func(r *report.Report) {
			r.Sections[0].Games[3] = r.Sections[0].Games[1]
			r.Sections[0].Games[3].Round = 2
			r.Sections[0].Games[2].Black = 2
		}, ""},
		"pairing twice": {func(r *report.Report) {
			r.Sections[0] = section("", 4, [3]int{1, 1, 2}, [3]int{1, 3, 4}, [3]int{2, 2, 1}, [3]int{2, 3, 4}, [3]int{3, 1, 3}, [3]int{3, 2, 4})
		}, "pairing-twice"},
		"all play twice": {func(r *report.Report) { r.Sections[0] = section("", 2, [3]int{1, 1, 2}, [3]int{2, 2, 1}) }, ""},
		"two sections":   {func(r *report.Report) { r.Sections = append(r.Sections, section("B", 2, [3]int{1, 1, 2})) }, "two-sections"},
		"other days": {func(r *report.Report) {
			r.Sections = append(r.Sections, section("B", 2, [3]int{1, 1, 2}))
			for i := range r.Sections {
				for j := range r.Sections[i].Games {
					r.Sections[i].Games[j].Date = r.Start + civil.Date(i)
				}
			}
		}, ""},
	} {
		r := &report.Report{Name: "Open", Start: civil.Of(2023, 2, 4), End: civil.Of(2023, 2, 5), Sections: []report.Section{whole}}
		r.Sections[0].Games = slices.Clone(whole.Games)
		c.change(r)
		told := ""
		for _, f := range report.Check(r) {
			if f.Severity > finding.Info && told == "" {
				told = f.ID
			}
			if f.Refuses {
				t.Errorf("%s: refused, %v", name, f)
			}
		}
		if told != c.want {
			t.Errorf("%s: told %q, want %q", name, told, c.want)
		}
	}
}
