package chessa

import (
	"math"
	"slices"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/elo"
)

// without removes each clause that decides a number from an edition.
var without = map[string]func(*Edition){
	"Calculation of age group":                       func(e *Edition) { e.Under10 = 0 },
	"Calculation of age group, CHESSA Junior Closed": func(e *Edition) { e.UseAgeYear = false },
	"Beginner Section":                               func(e *Edition) { e.BeginnerPercent = 101 },

	"Time Control 1":   func(e *Edition) { e.Moves = 1 },
	"Time Control 2.1": func(e *Edition) { e.StandardFrom = math.MaxInt64 },
	"Time Control 2.2": func(e *Edition) { e.BlitzUpTo = e.StandardFrom },
	"Time Control 2.3": func(e *Edition) { e.BlitzUpTo = 0 },
	"Time Control 3":   func(e *Edition) { e.BeginnerStandardFrom = e.StandardFrom },
	"Time Control 4":   func(e *Edition) { e.Decides = slices.Max[[]int] },

	"K-Factor 2":     func(e *Edition) { e.KWithFirstRating = false },
	"K-Factor 3":     func(e *Edition) { e.KMayRise = true },
	"K-Factor 4.1.1": withoutGroup(0),
	"K-Factor 4.1.2": withoutGroup(1),
	"K-Factor 4.1.3": withoutGroup(2),
	"K-Factor 4.1.4": withoutGroup(3),
	"K-Factor 4.1.5": withoutGroup(4),
	"K-Factor 4.1.6": withoutGroup(5),
	"K-Factor 4.1.7": withoutGroup(6),
	"K-Factor 4.2":   func(e *Edition) { e.KRapid = 0 },
	"K-Factor 4.3":   func(e *Edition) { e.KBlitz = 0 },

	"Rating floor": func(e *Edition) { e.Floor = 1 },

	"50% Rule 3": func(e *Edition) { e.GainNeedsHalf = false },
	"50% Rule 4": func(e *Edition) { e.LossNeedsHalf = true },
	"50% Rule 5": func(e *Edition) { e.HalfOfActivity = false },
	"50% Rule 6": func(e *Edition) { e.TeamExempt = false },
	"50% Rule 7": func(e *Edition) { e.DefaultLosses = false },
	"50% Rule 8": func(e *Edition) { e.PerformanceNeedsHalf = false },

	"Activity 1": func(e *Edition) { e.ActiveAgainstUnrated = false },
	"Activity 2": func(e *Edition) { e.ActiveByDefault = false },
	"Activity 3": func(e *Edition) { e.ActiveByBye = false },
	"Activity 4": func(e *Edition) { e.ActiveAbsent = true },

	"1st Official rating 1": func(e *Edition) { e.FirstGames = 1 },
	"1st Official rating 2": func(e *Edition) { e.FirstUnrated = false },
	"1st Official rating 3": func(e *Edition) { e.FirstAtOnce = false },

	"Games vs. unrated opponents": func(e *Edition) { e.YoungAgainstUnrated = false },
	"Unrated vs. Unrated":         func(e *Edition) { e.UnratedAgainstUnrated = false },

	"Unrated players 1":   func(e *Edition) { e.FloorStep = 1 },
	"Unrated players 2.1": func(e *Edition) { e.Under8Floor = e.Under10Floor },
	"Unrated players 2.2": func(e *Edition) { e.Under10Floor = e.Under8Floor },
	"Unrated players 3":   func(e *Edition) { e.FloorAssigned = false },
	"Unrated players 5":   func(e *Edition) { e.TemporaryPerformance = false },
	"Unrated players 6":   func(e *Edition) { e.RateWithTemporary = false },

	"Table 1":       func(e *Edition) { e.DP = func(int) int { return 0 } },
	"Performance 1": func(e *Edition) { e.Percent = func(s rating.Score, n int) int { return 50 * int(s) / n } },
	"Performance 2": func(e *Edition) { e.Average = func(sum, n int) int { return sum / n } },
	"Performance 3": func(e *Edition) { e.DP = func(int) int { return 0 } },
	"Performance 4": func(e *Edition) { e.DP = func(percent int) int { return 8 * (percent - 50) } },

	"Performance 0% or 100% 1": func(e *Edition) { e.Extreme = func(int) int { return 400 } },
	"Performance 0% or 100% 2": func(e *Edition) { e.Extreme = func(int) int { return 800 } },
	"Performance 0% or 100% 3": func(e *Edition) { e.OwnCounted = false },

	"Difference in rating 1":   func(e *Edition) { e.Table = elo.Level },
	"Difference in rating 2":   func(e *Edition) { e.HigherCap = elo.Span },
	"Difference in rating 3":   func(e *Edition) { e.LowerCap = e.HigherCap },
	"Difference in rating, NB": func(e *Edition) { e.ActualInPerformance = false },

	"When new ratings are calculated 1": func(e *Edition) { e.ByReceipt = false },
	"When new ratings are calculated 2": func(e *Edition) { e.EachEvent = true },
	"Players winning a tournament":      func(e *Edition) { e.WinnersKeep = false },

	"How to calculate a rated player's rating change 1": func(e *Edition) { e.Table = elo.Level },
	"How to calculate a rated player's rating change 2": func(e *Edition) { e.Table = elo.Level },
	"How to calculate a rated player's rating change 3": func(e *Edition) { e.Groups, e.KRapid, e.KBlitz = nil, 0, 0 },

	"Table 2":           func(e *Edition) { e.Table = elo.Formula() },
	"Expected Scores 1": func(e *Edition) { e.Table = elo.Level },
	"Expected Scores 2": func(e *Edition) { e.Table = elo.Formula() },
	"Expected Scores 3": func(e *Edition) { e.Table = elo.Level },
	"Expected Scores 4": func(e *Edition) { e.Table = elo.Level },
	"Expected Scores 5": func(e *Edition) { e.Table = elo.Level },
}

// withoutGroup removes a K group: its ratings get the K of the group below or,
// for the lowest, above.
func withoutGroup(n int) func(*Edition) {
	return func(e *Edition) {
		e.Groups = slices.Clone(e.Groups)
		other := n + 1
		if other == len(e.Groups) {
			other = n - 1
		}
		e.Groups[n].K = e.Groups[other].K
	}
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
