package bureau

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// A birth is nobody's business. Instead of it the disclosure says which of the
// edition's rules of age is to be held for a player: the first one with which
// everything that is published of him comes out as it did. So it tells no more
// than the K and the ratings that are published tell anyhow: of an adult, and of
// a junior who is too strong for the juniors' K, nothing.

// ageRules gives for each player by number the rule of age that everybody may
// know; zero, or nothing, is none.
func (run *Run) ageRules(in *input, truth *made) (map[uint32]int, error) {
	if truth.edition == nil { // list zero was not rated
		return nil, nil
	}
	births := truth.edition.Births(run.period(), in.batch)
	own, told := make([]int, len(in.facts)), make([]int, len(in.facts))
	for i := range in.facts {
		own[i] = ruleOf(births, &in.facts[i].Fact)
	}
	for again := true; again; {
		m, err := run.make(in.told(births, told), nil)
		if err != nil {
			return nil, err
		}
		again = false
		for i, f := range in.facts {
			if told[i] < own[i] && !truth.alike(m, f.player) {
				told[i]++
				again = true
			}
		}
	}
	rules := map[uint32]int{}
	for i, f := range in.facts {
		if told[i] > 0 {
			rules[f.player] = told[i]
		}
	}
	return rules, nil
}

// ruleOf gives the rule that a player's birth falls under: the position of the
// last birth that is not after it, from 1; zero where there is none.
func ruleOf(births []civil.Birth, f *Fact) int {
	var p roster.Player
	if f.fill(&p); p.Birth == 0 {
		return 0
	}
	n, _ := slices.BinarySearchFunc(births, p.Birth.Date()+1, func(b civil.Birth, day civil.Date) int { return int(b.Date() - day) })
	return n
}

// told gives the input with the births of rules in the place of those of the
// players.
func (in *input) told(births []civil.Birth, rules []int) *input {
	public := *in
	public.facts = make([]playerFact, len(in.facts))
	for i, f := range in.facts {
		public.facts[i] = playerFact{f.player, f.public().aged(births, rules[i])}
	}
	return &public
}

// aged gives the fact with the birth of a rule.
func (f Fact) aged(births []civil.Birth, rule int) Fact {
	if rule == 0 {
		return f
	}
	born := factsOf(&Player{}, &Person{Birth: births[rule-1]})
	f.BirthYear, f.NewYear, f.YearOnly = born.BirthYear, born.NewYear, born.YearOnly
	return f
}

// alike says whether two runs came to the same for a player.
func (m *made) alike(other *made, player uint32) bool {
	for k := range rating.Kinds {
		a, b := m.outcome.Standings[player][k], other.outcome.Standings[player][k]
		pools := a.Pool.String() == b.Pool.String()
		if a.Pool, b.Pool = nil, nil; !pools || a != b || m.outcome.Moves[player][k] != other.outcome.Moves[player][k] {
			return false
		}
	}
	return true
}
