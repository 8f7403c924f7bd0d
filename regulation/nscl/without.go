package nscl

import (
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// without removes each clause that decides a number from an edition.
var without = map[string]func(*Edition){
	"Rating Rules 1": func(e *Edition) { e.HigherWins.PerPoint = 0 },
	"Rating Rules 2": func(e *Edition) { e.LowerWins.PerPoint = 0 },
	"Rating Rules 3": func(e *Edition) { e.Drawn.PerPoint = 0 },
	"Rating Rules 4": func(e *Edition) { e.Most = 1000 * rating.Point },
	"Rating Rules 5": func(e *Edition) { e.EachGame = true },
	"Bonus 1":        func(e *Edition) { e.BonusFrom = 1_000_000 * rating.Point },
	"Bonus 2":        func(e *Edition) { e.BonusPercent = 0 },
	"Total":          func(e *Edition) { e.Round = rating.Points.Truncate },
}

// Without returns the edition as if a clause were not there, and false if the
// clause decides no number.
func (e *Edition) Without(clause string) (regulation.Edition, bool) {
	leave, ok := without[clause]
	if !ok {
		return nil, false
	}
	amended := *e
	leave(&amended)
	return &amended, true
}
