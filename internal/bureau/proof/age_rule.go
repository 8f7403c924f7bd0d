// Package proof writes the leaves of the transparency log and discloses what a list was made from.
package proof

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// Births are private. Instead, a disclosure states which of the edition's age
// rules applies to a player: the first one that reproduces everything published
// about them. So it reveals only what the published K and ratings reveal
// anyway. Of an adult, or of a junior too strong for the juniors' K, it reveals
// nothing.

// ageRules returns the public age rule of each player, by number. Zero or
// absent means none.
func ageRules(run *lists.Run, in *lists.Input, truth *lists.Made) (map[uint32]int, error) {
	if truth.Edition == nil { // list zero was not rated
		return nil, nil
	}
	births := truth.Edition.Births(run.Period(), in.Batch)
	own, told := make([]int, len(in.Facts)), make([]int, len(in.Facts))
	for i := range in.Facts {
		own[i] = ruleOf(births, &in.Facts[i].Fact)
	}
	for again := true; again; {
		m, err := run.Make(withAgeRules(in, births, told), nil)
		if err != nil {
			return nil, err
		}
		again = false
		for i, f := range in.Facts {
			if told[i] < own[i] && !alike(&truth.Outcome, &m.Outcome, f.Player) {
				told[i]++
				again = true
			}
		}
	}
	rules := map[uint32]int{}
	for i, f := range in.Facts {
		if told[i] > 0 {
			rules[f.Player] = told[i]
		}
	}
	return rules, nil
}

// ruleOf returns the age rule that a player's birth falls under: the position,
// from 1, of the last birth that is not after it, or zero if there is none.
func ruleOf(births []civil.Birth, f *lists.Fact) int {
	var p roster.Player
	if f.Fill(&p); p.Birth == 0 {
		return 0
	}
	n, _ := slices.BinarySearchFunc(births, p.Birth.Date()+1, func(b civil.Birth, day civil.Date) int { return int(b.Date() - day) })
	return n
}

// withAgeRules returns the input with each player's birth replaced by that of a
// rule.
func withAgeRules(in *lists.Input, births []civil.Birth, rules []int) *lists.Input {
	public := *in
	public.Facts = make([]lists.PlayerFact, len(in.Facts))
	for i, f := range in.Facts {
		public.Facts[i] = lists.PlayerFact{Player: f.Player, Fact: agedFact(publicFact(&f.Fact), births, rules[i])}
	}
	return &public
}

// agedFact returns the fact with the birth of a rule.
func agedFact(f lists.Fact, births []civil.Birth, rule int) lists.Fact {
	if rule == 0 {
		return f
	}
	f.SetBirth(births[rule-1])
	return f
}

// alike reports whether two outcomes are the same for a player.
func alike(one, other *regulation.Outcome, player uint32) bool {
	for k := range rating.Kinds {
		a, b := one.Standings[player][k], other.Standings[player][k]
		pools := a.Pool.String() == b.Pool.String()
		if a.Pool, b.Pool = nil, nil; !pools || a != b || one.Moves[player][k] != other.Moves[player][k] {
			return false
		}
	}
	return true
}
