package fide

import (
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/elo"
)

// without removes each clause that decides a number from an edition.
var without = map[string]func(*Edition){
	"RB 1.1.1":   func(e *Edition) { e.Standard = e.BlitzUpTo },
	"RB 1.1.2":   func(e *Edition) { e.BlitzUpTo = 0 },
	"5.1":        func(e *Edition) { e.Unplayed = true },
	"7.1":        func(e *Edition) { e.ByStart = true },
	"7.1.1":      func(e *Edition) { e.ListAtStart = false },
	"7.1.4":      func(e *Edition) { e.FirstGames = 1 },
	"7.2.1":      func(e *Edition) { e.BelowFloor = true },
	"7.2.2":      func(e *Edition) { e.InactiveMonths = 1200 },
	"8.1.1":      func(e *Edition) { e.Scale = func(int) int { return 0 } },
	"8.1.2":      func(e *Edition) { e.Table = elo.Formula() },
	"RB 7.2.1":   func(e *Edition) { e.FromStandard = false },
	"8.2.1":      func(e *Edition) { e.FirstEvent = true },
	"8.2.2":      func(e *Edition) { e.Hypothetical, e.HypotheticalRating = 1, 1000 }, // another average
	"8.2.3":      func(e *Edition) { e.HalfPoint, e.Highest = 0, 0 },
	"8.2.4":      func(e *Edition) { e.SincePublished = false },
	"8.3.1":      func(e *Edition) { e.Cap = elo.Span },
	"8.3.2":      func(e *Edition) { e.Value = [3]int32{50, 50, 50} },
	"8.3.3":      func(e *Edition) { e.K.New, e.K.Young, e.K.Master, e.K.Limit = e.K.Usual, e.K.Usual, e.K.Usual, 0 },
	"8.3.4":      func(e *Edition) { e.Round = rating.Points.Truncate },
	"RB 7.3.1":   func(e *Edition) { e.ApartAbove = 0 },
	"Conversion": func(e *Edition) { e.Conversion = nil },
}

// Without returns the edition as if a clause were not there, and false if the
// clause decides no number.
func (e *Edition) Without(clause string) (regulation.Edition, bool) {
	leave, ok := without[clause]
	if !ok || !e.computes(clause) {
		return nil, false
	}
	amended := *e
	leave(&amended)
	return &amended, true
}

// computes reports whether a clause decides a number in this edition.
func (e *Edition) computes(clause string) bool {
	for _, c := range e.Clauses {
		if c.ID == clause {
			return c.Status == regulation.Computed
		}
	}
	return false
}
