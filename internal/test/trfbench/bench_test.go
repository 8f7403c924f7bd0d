// Package trfbench measures how fast trf reads. It is a package of its own because what the
// tests of trf import, such as the writer of sheets, is in memory then, and is marked each
// time that garbage is collected.
package trfbench

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/trf"
)

// swiss returns a file of an event with the given number of players and rounds.
func swiss(players, rounds int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	s := report.Section{Rounds: rounds}
	for i := range players {
		s.Players = append(s.Players, report.Player{
			StartNumber: i + 1, Name: fmt.Sprintf("Family%d, Given%d", i, i), Rating: rating.Rating(2400 - i), Federation: "JPN",
			FideID: fmt.Sprint(12_000_000 + i), Sex: "m", Birth: 19_900_101, Rank: i + 1, Points: new(rating.Score),
		})
	}
	order := r.Perm(players)
	for round := 1; round <= rounds; round++ {
		for i := range players / 2 { // the last stays, the others go round: nobody meets twice
			white, black := (round+i)%(players-1), (round+players-1-i)%(players-1)
			if i == 0 {
				black = players - 1
			}
			g := report.Game{Round: round, White: order[white] + 1, Black: order[black] + 1, Result: report.Result(r.IntN(3))}
			*s.Players[order[white]].Points += rating.Score(g.Result)
			*s.Players[order[black]].Points += rating.Win - rating.Score(g.Result)
			s.Games = append(s.Games, g)
		}
	}
	var out bytes.Buffer
	_ = trf.Write(&out, &report.Report{Name: "Open", Start: 738_000, End: 738_008, Sections: []report.Section{s}}, 0, trf.TRF16)
	return out.Bytes()
}

// BenchmarkLines is the baseline of BenchmarkRead: a loop over the lines of the
// same bytes.
func BenchmarkLines(b *testing.B) {
	text := string(swiss(300, 9))
	b.SetBytes(int64(len(text)))
	n := 0
	for b.Loop() {
		for rest := text; len(rest) > 0; n++ {
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				break
			}
			rest = rest[end+1:]
		}
	}
}

// BenchmarkRead reads the same bytes with all checks.
func BenchmarkRead(b *testing.B) {
	text := string(swiss(300, 9))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r, findings := trf.Read(text, "open.trf", 0)
		if findings = append(findings, report.Check(r)...); len(findings) > 0 {
			b.Fatal(findings)
		}
	}
}
