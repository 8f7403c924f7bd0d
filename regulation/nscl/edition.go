// Package nscl is the rating regulation of a school league, the NSCL: ratings
// move by points per game, from meet to meet, with two bonuses.
//
// The rules are cited by the numbers and headings of the text. Its worked
// example contradicts itself; its readings resolve that. They are in
// docs/readings.md.
package nscl

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Edition is the regulation: its numbers, by rule.
type Edition struct {
	HigherWins   Gain                          // Rating Rules 1
	LowerWins    Gain                          // Rating Rules 2
	Drawn        Gain                          // Rating Rules 3: the lower-rated player's gain
	Most         rating.Points                 // Rating Rules 4: for one game
	EachGame     bool                          // Rating Rules 5: false, the rating moves only after the meet
	BonusFrom    rating.Points                 // Bonus 1: each point gained above it is a bonus point
	BonusBelow   rating.Rating                 // Bonus 2: for players rated below it
	BonusPercent int                           // Bonus 2: of the gap, for each game
	Round        func(exact rating.Points) int // Total
}

// Gain is the points gained by a game: a base, and some for each point of
// difference between the ratings.
type Gain struct{ Base, PerPoint rating.Points }

// Of returns the gain for a difference, at least zero.
func (g Gain) Of(difference int) rating.Points {
	return max(0, g.Base+g.PerPoint*rating.Points(difference))
}

// NSCL is the regulation as the league states it, without a date.
func NSCL() *Edition {
	const base, perPoint = 2_080_000, 5_200 // 20.8 and 0.052, Reading N3
	return &Edition{
		HigherWins: Gain{base, -perPoint},
		LowerWins:  Gain{base, perPoint},
		Drawn:      Gain{0, perPoint},
		Most:       42 * rating.Point,
		BonusFrom:  20 * rating.Point, BonusBelow: 1000, BonusPercent: 1,
		Round: rating.Points.RoundHalfUp, // Reading N8
	}
}

// Editions are the available editions.
func Editions() []regulation.Edition { return []regulation.Edition{NSCL()} }

var clauses = []regulation.Clause{
	{ID: "Introduction", Status: regulation.Informative},
	{ID: "Rating Rules 1", Status: regulation.Computed, Readings: []string{"N2", "N3"}},
	{ID: "Rating Rules 2", Status: regulation.Computed, Readings: []string{"N2", "N3"}},
	{ID: "Rating Rules 3", Status: regulation.Computed, Readings: []string{"N5", "N3"}},
	{ID: "Rating Rules 4", Status: regulation.Computed, Readings: []string{"N4"}},
	{ID: "Rating Rules 5", Status: regulation.Computed, Readings: []string{"N9", "N10", "N12", "N13", "N14", "G7"}},
	{ID: "Rating Examples", Status: regulation.Informative, Readings: []string{"N1"}},
	{ID: "Bonus Points", Status: regulation.Informative},
	{ID: "Bonus 1", Status: regulation.Computed, Readings: []string{"N7"}},
	{ID: "Bonus 2", Status: regulation.Computed, Readings: []string{"N6"}},
	{ID: "Total", Status: regulation.Computed, Readings: []string{"N8", "N11"}},
}

var readings = []string{"G1", "G5", "G7", "G12", "G13", "G14", "G16", "N1", "N2", "N3", "N4", "N5", "N6", "N7", "N8", "N9", "N10", "N11", "N12", "N13", "N14"}

// About describes the edition.
func (e *Edition) About() regulation.About {
	carries := regulation.CarriesNothing // Rating Rules 5
	if e.EachGame {
		carries = regulation.CarriesAll
	}
	return regulation.About{
		ID: "nscl", Authority: "nscl", Lists: []rating.Kind{rating.Standard}, Clauses: clauses, Readings: readings,
		FirstGiven: "N13",
		Lowest:     regulation.Lowest{Rating: 1, Clause: "Total", Reading: "N11"},
		Carries:    carries, OwnGames: !e.EachGame,
	}
}

// With refuses, because there are no options.
func (e *Edition) With(option, value string) (regulation.Edition, error) {
	return nil, regulation.Set(nil, option, value)
}

// Period returns the meet itself.
func (e *Edition) Period(r *report.Report) regulation.Period {
	return regulation.Period{
		Label: cmp.Or(r.Name, r.LastDay().String()), Days: civil.Range{From: r.FirstDay(), To: r.LastDay()}, List: r.LastDay() + 1,
		Meet: true,
	}
}

// Check accepts everything: the text has no checks, and its only list is called
// standard (Reading G6).
func (e *Edition) Check(r *report.Report, _ regulation.Facts) regulation.Intake {
	return regulation.Intake{Rulings: slices.Repeat([]pack.Ruling{{Kind: rating.Standard}}, len(r.Sections))}
}

var errNotThere = finding.NewProblem("not-in-text", finding.Text("regulation", "nscl"))
