package nscl

import (
	"testing"

	"github.com/arpadchess/arpad/rating"
)

// Of a game between equals both players are told the same rule.
func TestEqualsAreToldTheSameRule(t *testing.T) {
	t.Parallel()
	for _, score := range []rating.Score{rating.Win, rating.Loss} {
		if s := NSCL().gain(1000, 1000, score); s.Clause != "Rating Rules 1" {
			t.Errorf("for a score of %v [%s] is cited", score, s.Clause)
		}
	}
}
