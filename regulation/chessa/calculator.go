package chessa

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// Calculator returns the formulas of the text.
func (e *Edition) Calculator() regulation.Calculator { return calculator{e} }

type calculator struct{ *Edition }

// K returns the K of a player's next game.
func (c calculator) K(_ *roster.Player, standing *roster.Standing, kind rating.Kind, _ civil.Date) rating.K {
	k, _, _ := c.kOf(kind, standing.Of(kind))
	return k
}

// Games returns the changes by games.
func (c calculator) Games(_ rating.Kind, own rating.Rating, k rating.K, played []regulation.Played) []regulation.Step {
	var steps []regulation.Step
	for _, g := range played {
		steps = append(steps, c.game(own, g.Opponent, g.Score, k))
	}
	return steps
}

// After returns the rating after a change.
func (c calculator) After(own rating.Rating, change rating.Points, _ int) rating.Rating {
	return max(own+rating.Rating(c.Round(change)), c.Floor) // When new ratings are calculated 2, Rating floor
}

// First returns a first rating: the performance over all pooled games.
func (c calculator) First(average rating.Points, score rating.Score, games int) ([]regulation.Step, error) {
	s, err := c.Performance(average, score, games, 0)
	s.What, s.Clause, s.Reading = regulation.FirstRating, "1st Official rating 3", "C22"
	steps := []regulation.Step{s}
	if games < c.FirstGames { // 1st Official rating 1
		steps = append(steps, c.notYet(games, score))
	}
	return steps, err
}

// Performance returns a performance. For no points or all of them it needs the
// player's own rating.
func (c calculator) Performance(average rating.Points, score rating.Score, games int, own rating.Rating) (regulation.Step, error) {
	if own == 0 && (score == 0 || int(score) == 2*games) {
		return regulation.Step{}, errOwnNeeded
	}
	return c.performance(result{games: games, score: score, opponents: average.RoundHalfUp() * games, own: int(own)}), nil
}

var errOwnNeeded = finding.NewProblem("own-rating-needed")
