package view

import (
	"testing"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// What counts is the lowest K of a game: one that a reading lowers is not compared.
func TestLowestK(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		steps []regulation.Step
		want  rating.K
	}{
		{nil, 0},
		{[]regulation.Step{{What: regulation.KFactor, K: 10}, {What: regulation.Game, K: 40}, {What: regulation.Game, K: 20}, {What: regulation.Game, K: 40}}, 20},
	} {
		if got := lowestK(c.steps); got != c.want {
			t.Errorf("lowestK of %d steps = %d, want %d", len(c.steps), got, c.want)
		}
	}
}
