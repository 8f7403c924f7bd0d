package file_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
)

// open is an event of 300 players and 9 rounds.
func open() *report.Report {
	const players, rounds = 300, 9
	dice := rand.New(rand.NewPCG(1, 2))
	r := &report.Report{Name: "Open", Start: civil.Of(2026, 3, 7), End: civil.Of(2026, 3, 15), Sections: []report.Section{{Rounds: rounds}}}
	s := &r.Sections[0]
	for i := range players {
		s.Players = append(s.Players, report.Player{
			StartNumber: i + 1, Rank: i + 1, Name: fmt.Sprintf("Family%d, Given%d", i, i), Federation: "JPN", Club: "Minato", Rating: rating.Rating(2400 - i), FideID: fmt.Sprint(12_000_000 + i),
		})
	}
	order := dice.Perm(players)
	for round := 1; round <= rounds; round++ {
		for i := range players / 2 { // the last stays, the others go round: nobody meets twice
			white, black := (round+i)%(players-1), (round+players-1-i)%(players-1)
			if i == 0 {
				black = players - 1
			}
			s.Games = append(s.Games, report.Game{Round: round, White: order[white] + 1, Black: order[black] + 1, Result: report.Result(dice.IntN(3))})
		}
	}
	report.FillPoints(r)
	return r
}

// BenchmarkPage reads saved pages of Chess-Results with 300 players, with all checks.
func BenchmarkPage(b *testing.B) {
	r, l := open(), specimen.Languages["en"]
	for name, sheets := range map[string][]specimen.Sheet{
		"crosstable": {specimen.Crosstable(r, l, false)}, "pairings": {specimen.Pairings(r, l)}, "list": {specimen.StartingList(r, l)},
	} {
		page := specimen.HTML(r, sheets...)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(page)))
			b.ReportAllocs()
			for b.Loop() {
				got, found := file.Read(page, "page.html", "")
				if got == nil || len(got.Sections[0].Players) != len(r.Sections[0].Players) {
					b.Fatal(found)
				}
				for _, f := range report.Check(got) {
					if f.Severity > finding.Info && !report.LacksGames(&f) {
						b.Fatal(f)
					}
				}
			}
		})
	}
}
