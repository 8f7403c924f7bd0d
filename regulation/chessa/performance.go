package chessa

import (
	"math"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// result is a player's result in some games, for calculating a performance.
type result struct {
	games     int
	score     rating.Score
	opponents int // sum of their ratings
	own       int // the player's rating; for an unrated player the floor
}

// performance returns the performance rating for a result with at least one
// game.
func (e *Edition) performance(r result) regulation.Step {
	s := regulation.Step{
		What: regulation.PerformanceRating, Clause: "Performance 4", Reading: "C7", Games: int32(r.games), Score: r.score,
		Percent: int32(e.Percent(r.score, r.games)), // Performance 1
	}
	average := e.Average(r.opponents, r.games) // Performance 2, Reading C7
	switch {
	case r.score == 0 || int(r.score) == 2*r.games:
		s.Note, s.Clause, s.Reading = noteFormula, "Performance 0% or 100% 3", "C2"
		if e.OwnCounted { // Performance 0% or 100% 3
			average = e.Average(r.opponents+r.own, r.games+1)
		}
		s.DP = int32(e.Extreme(r.games)) // Performance 0% or 100% 1, 2
		if r.score == 0 {
			s.DP = -s.DP
		}
	default:
		s.DP = int32(e.DP(max(1, min(99, int(s.Percent))))) // Performance 3, Table 1, Reading C1
	}
	s.Average = rating.Whole(average)
	s.To = max(rating.Rating(average)+rating.Rating(s.DP), e.Floor) // Performance 4, Rating floor
	return s
}

// Extreme returns what is added for scoring all points in n games, or
// subtracted for none: 400 * log10((n + 1) / (n + 0.5) - 1) with the opposite
// sign, which is 400 * log10(2n + 1), rounded (Reading C2). No other place of
// any regulation needs a logarithm.
func Extreme(n int) int { return int(math.Round(400 * math.Log10(float64(2*n+1)))) }

// The cases of a performance.
const noteFormula regulation.Note = "formula"
