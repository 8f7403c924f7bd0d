package trf

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/arpadchess/arpad/internal/test/draw" // the same cases in every run
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// A player's fictitious points in a round are those of the last acceleration
// for both.
func TestFictitiousPointsAreThoseOfTheLastAcceleration(t *testing.T) {
	const players, rounds = 6, 5
	small := rapid.IntRange(-1, players+2)
	rapid.Check(t, func(t *rapid.T) {
		var all []report.Acceleration
		want := make([][]rating.Score, players+1)
		for range rapid.IntRange(0, 12).Draw(t, "accelerations") {
			points := rating.Score(rapid.IntRange(-1, 4).Draw(t, "points"))
			a := report.Acceleration{Points: &points, FirstRound: small.Draw(t, "from"), LastRound: small.Draw(t, "to"), First: small.Draw(t, "first"), Last: small.Draw(t, "last")}
			all = append(all, a)
			for player := max(1, a.First); player <= min(a.Last, players) && points > 0; player++ {
				for round := max(1, a.FirstRound); round <= min(a.LastRound, rounds); round++ {
					if want[player] == nil {
						want[player] = make([]rating.Score, rounds)
					}
					want[player][round-1] = points
				}
			}
		}
		w := writer{r: &report.Report{Pairing: report.Pairing{Accelerations: all}}, s: &report.Section{Rounds: rounds}}
		got := w.fictitious()
		for player := range want {
			if !slices.Equal(got[player], want[player]) {
				t.Fatalf("player %d: got %v, want %v", player, got[player], want[player])
			}
		}
	})
}
