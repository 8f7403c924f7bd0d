// Package twin finds games that were reported twice, under another name, day, club,
// section or numbering. These are not compared, only who played whom, with which
// colours and result, and in which order.
//
// Two meetings of the same players share games by chance. Of 200,000 pairs with
// random colours and results, this many are held (TestSharedGamesByChance draws 20,000):
//
//	                                   on the same day   on another day
//	4 players, each against each                 6.2 %          0.013 %
//	8 players, each against each               0.007 %              0 %
//	8 players, four rounds                     0.003 %              0 %
//
// If the same players meet by the same pairing table in the same order of seeds,
// and the stronger ones win, it is far more: see docs/decisions.md.
package twin

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Section is the games of a section.
type Section struct {
	Days  civil.Range // days of play; a zero end is open
	Games []Game      // in any order
}

// Game is a game: who had which colour, and the result. Games that were not
// played are not compared.
type Game struct {
	White, Black uint32
	Round        int
	Result       report.Result
}

// Verdict is the result of comparing two sections. The zero Verdict means that
// nothing suggests the same games.
type Verdict struct {
	Shared int  // number of shared games
	Same   bool // they are the same games: hold the section until somebody has checked
	Some   bool // ask in the review
}

// Fewest is the number of games that sections on overlapping days share at least if they are held; they
// are at least half of the smaller section.
const Fewest = 3

// Thresholds for holding sections on other days, or asking about them.
const (
	fewestApart  = 5 // games shared by other sections in the same order of rounds, and at least 80 % of the smaller section
	percentApart = 80
)

// FarthestApart is the maximum number of days between compared sections.
const FarthestApart = 100

// Compare compares two sections of different reports, in either order. It asks
// in the review about sections on overlapping days that share a game, and about
// others that share at least three games and half of the smaller section.
// Sections of the same report must not be compared.
func Compare(a, b Section) Verdict {
	apart := daysApart(a.Days, b.Days)
	if apart > FarthestApart {
		return Verdict{}
	}
	x, y := played(a.Games), played(b.Games)
	smaller := min(len(x), len(y))
	v := Verdict{Shared: shared(x, y)}
	half := v.Shared >= Fewest && 2*v.Shared >= smaller
	if apart == 0 {
		v.Same, v.Some = half, !half && v.Shared > 0
		return v
	}
	if v.Shared >= fewestApart && 100*v.Shared >= percentApart*smaller {
		n := inOrder(x, y)
		v.Same = n >= fewestApart && 100*n >= percentApart*smaller
	}
	v.Some = half && !v.Same
	return v
}

// daysApart returns the number of days between two ranges, 0 if they overlap.
func daysApart(a, b civil.Range) int {
	switch {
	case a.To != 0 && b.From != 0 && a.To < b.From:
		return int(b.From - a.To)
	case b.To != 0 && a.From != 0 && b.To < a.From:
		return int(a.From - b.To)
	}
	return 0
}

func played(games []Game) []Game {
	var all []Game
	for _, g := range games {
		if g.Result.Played() {
			all = append(all, g)
		}
	}
	return all
}

// same is what two reports of the same game have in common.
type same struct {
	white, black uint32
	result       report.Result
}

// Lower returns the player with the lower number, by whom the game is found.
func (g *Game) Lower() uint32 { return min(g.White, g.Black) }

func (g *Game) same() same { return same{g.White, g.Black, g.Result} }

// shared counts the games of x that are also in y.
func shared(x, y []Game) (n int) {
	left := map[same]int{}
	for i := range y {
		left[y[i].same()]++
	}
	for i := range x {
		if key := x[i].same(); left[key] > 0 {
			left[key]--
			n++
		}
	}
	return n
}

// Sections returns the sections of a batch, in order. A refused one has no
// games.
func Sections(b *pack.Batch) []Section {
	all := make([]Section, len(b.Sections))
	for i := range b.Sections {
		e := &b.Events[b.Sections[i].Event]
		all[i].Days = civil.Range{From: e.Start, To: e.End}
	}
	for i := range b.Games {
		g := &b.Games[i]
		s := &all[g.Section]
		s.Games = append(s.Games, Game{g.White, g.Black, int(g.Round), g.Result})
	}
	return all
}
