package season

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Chain is the lists of a regulation, each made from the one before.
type Chain struct {
	Regulation catalog.Regulation
	List       *roster.List // the latest
	published  *roster.List // the latest one made by a period
	passed     civil.Date   // transitions up to here were applied
}

// NewChain returns a chain that continues from a list, which must have a day.
func NewChain(r catalog.Regulation, from *roster.List) *Chain {
	return &Chain{Regulation: r, List: from, published: from, passed: from.From}
}

// Rebase continues from another list, for which the transitions up to its day were
// applied.
func (c *Chain) Rebase(list *roster.List) { c.List, c.passed = list, max(c.passed, list.From) }

// Open applies the transitions that are due before a period, and returns the
// list from which the period starts.
func (c *Chain) Open(p regulation.Period, trace *regulation.Trace) *roster.List {
	c.published = c.List
	c.transitions(p.Days.From, trace)
	return c.List
}

// Close rates the games of the opened period, and makes its list the latest.
// The batch must be sorted; the trace may be nil.
func (c *Chain) Close(p regulation.Period, edition regulation.Edition, players []roster.Player, played *pack.Batch, trace *regulation.Trace) regulation.Outcome {
	before := c.List
	outcome := edition.Rate(p, regulation.Past{Players: players, List: before}, played, trace)
	about := edition.About()
	c.follow(p.List, outcome.Standings, about.LooksBack)
	c.transitions(p.List, trace)
	outcome.Standings = c.List.Standings
	if before != c.published {
		sincePublished(outcome.Moves, c.published)
	}
	return outcome
}

// follow appends a list.
func (c *Chain) follow(from civil.Date, standings []roster.Standing, lookBack bool) {
	if lookBack {
		c.List = c.List.Followed(from, standings)
		return
	}
	c.List = &roster.List{From: from, Standings: standings}
}

// transitions applies the family's transitions that are due on a day. The list
// of a period is published after the transition; if no period makes a list, the
// transition does.
func (c *Chain) transitions(day civil.Date, trace *regulation.Trace) {
	for _, t := range c.Regulation.Transitions() {
		if t.On <= c.passed || t.On > day {
			continue
		}
		standings := slices.Clone(c.List.Standings)
		for n := range standings {
			for _, kind := range rating.AllKinds {
				transit(t, standings[n].Of(kind), uint32(n), kind, trace)
			}
		}
		if c.List.From < t.On {
			c.follow(t.On, standings, true)
		} else {
			c.List = &roster.List{From: c.List.From, Standings: standings, Earlier: c.List.Earlier}
		}
	}
	c.passed = max(c.passed, day)
}

func transit(t regulation.Transition, state *roster.State, player uint32, kind rating.Kind, trace *regulation.Trace) {
	from := state.Rating
	to := t.Rating(from)
	if from == 0 || to == from {
		return
	}
	state.Rating, state.Peak = to, max(state.Peak, to)
	if trace != nil {
		trace.Add(regulation.Step{
			What: regulation.Conversion, Clause: t.Clause, Reading: t.Reading, List: kind, Player: player,
			From: from, To: to, Change: to.Points() - from.Points(),
		})
	}
}

// sincePublished makes the moves of a period start from the last published
// list, if there was a transition without a period in between.
func sincePublished(moves [][rating.Kinds]regulation.Move, last *roster.List) {
	for n := range moves {
		standing := last.Standing(uint32(n))
		for _, kind := range rating.AllKinds {
			if own := standing.Of(kind).Rating; own.Rated() {
				moves[n][kind-1].Previous = own
			}
		}
	}
}
