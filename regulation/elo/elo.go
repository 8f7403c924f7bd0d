// Package elo holds the two tables of FIDE's rating regulations (B.02, 8.1.1
// and 8.1.2) and FIDE's calculator. All regulations use them: the table of NCS
// (table 1) and those of CHESSA (tables 1 and 2) are the same.
package elo

import (
	"math"

	"github.com/arpadchess/arpad/rating"
)

// Expectancy is table 8.1.2: for each expected score of the higher-rated
// player, from .50 upwards, the largest difference with that score. Beyond the
// last one it is 1.
type Expectancy [50]int

// Table is the expectancy of FIDE 8.1.2, NCS table 1 and CHESSA table 2.
var Table = Expectancy{
	3, 10, 17, 25, 32, 39, 46, 53, 61, 68, // .50 to .59
	76, 83, 91, 98, 106, 113, 121, 129, 137, 145, // .60 to .69
	153, 162, 170, 179, 188, 197, 206, 215, 225, 235, // .70 to .79
	245, 256, 267, 278, 290, 302, 315, 328, 344, 357, // .80 to .89
	374, 391, 411, 432, 456, 484, 517, 559, 619, 735, // .90 to .99
}

// Level is the table in which everybody has an expected score of one half.
var Level = Expectancy{Span}

// Formula returns the table of the logistic formula, which 8.1.2 is often
// confused with (Reading G3).
func Formula() (t Expectancy) {
	for i := range t {
		above := (float64(50+i) + 0.5) / 100 // the next column begins here
		t[i] = int(-400 * math.Log10(1/above-1))
	}
	return t
}

// Expected returns a player's expected score for the difference of own minus
// opponent's rating: column H for the higher-rated player, L for the other, .50
// for equal ratings (Reading G4).
func (t *Expectancy) Expected(difference int) rating.Expected {
	if difference < 0 {
		return 100 - t.Expected(-difference)
	}
	for i, largest := range t {
		if difference <= largest {
			return rating.Expected(50 + i)
		}
	}
	return 100
}

// Span is more than the largest possible difference.
const Span = 1 << 13

// Lookup is an expectancy for every possible difference, which avoids a search
// for each game. Its index is difference + Span.
type Lookup [2 * Span]uint8

// Lookup returns the lookup of the table; counted applies a regulation's cap to
// a difference.
func (t *Expectancy) Lookup(counted func(difference int) int) *Lookup {
	var higher [Span + 1]uint8 // of the higher-rated player
	percent := 50
	for difference := range higher {
		for percent < 100 && difference > t[percent-50] {
			percent++
		}
		higher[difference] = uint8(percent)
	}
	var l Lookup
	for i := range l {
		switch difference := counted(i - Span); {
		case difference < 0:
			l[i] = 100 - higher[-difference]
		default:
			l[i] = higher[difference]
		}
	}
	return &l
}

// Of returns the expected score for a difference.
func (l *Lookup) Of(difference int) rating.Expected {
	return rating.Expected(l[(difference+Span)&(2*Span-1)])
}

// performance is table 8.1.1 from 50 % upwards: the difference dp for a
// percentage. FIDE lists 800 for 100 %, notionally.
var performance = [51]int{
	0, 7, 14, 21, 29, 36, 43, 50, 57, 65, // 50 to 59 %
	72, 80, 87, 95, 102, 110, 117, 125, 133, 141, // 60 to 69 %
	149, 158, 166, 175, 184, 193, 202, 211, 220, 230, // 70 to 79 %
	240, 251, 262, 273, 284, 296, 309, 322, 336, 351, // 80 to 89 %
	366, 383, 401, 422, 444, 470, 501, 538, 589, 677, // 90 to 99 %
	800,
}

// Difference returns dp for a percentage from 0 to 100 (FIDE 8.1.1, CHESSA table
// 1 from 1 to 99).
func Difference(percent int) int {
	if percent < 50 {
		return -performance[50-percent]
	}
	return performance[percent-50]
}

// Calculated is the result of FIDE's calculator for a first rating.
type Calculated struct {
	Halves  int // half points above 50 %; negative if below
	Percent int
	DP      int // the difference added; 20 for each half point above 50 %
	Rating  int
}

// First returns a first rating like FIDE's calculator (NCS 6(4), Reading J9):
// above 50 % the average plus 20 for each half point, at 50 % the average,
// below it the average plus dp.
func First(average int, score rating.Score, games int) Calculated {
	c := Calculated{Halves: int(score) - games, Percent: rating.Percent(score, games)}
	switch {
	case c.Halves > 0:
		c.DP = 20 * c.Halves
	case c.Halves < 0:
		c.DP = Difference(c.Percent)
	}
	c.Rating = average + c.DP
	return c
}

// FirstByTable returns a first rating as the performance by table 8.1.1, which
// is often confused with the calculator's.
func FirstByTable(average int, score rating.Score, games int) Calculated {
	c := Calculated{Halves: int(score) - games, Percent: rating.Percent(score, games)}
	c.DP = Difference(c.Percent)
	c.Rating = average + c.DP
	return c
}
