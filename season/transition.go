package season

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// follow makes the list that follows the latest one.
func (s *season) follow(from civil.Date, standings []roster.Standing, lookBack bool) {
	if lookBack {
		s.list = s.list.Followed(from, standings)
		return
	}
	s.list = &roster.List{From: from, Standings: standings}
}

// transitions takes the steps of the regulation's family that are due on a
// day. The list that a period makes is published after the step; where no
// period makes a list, the step does.
func (s *season) transitions(day civil.Date, trace *regulation.Trace) {
	for _, t := range s.Regulation.Transitions() {
		if t.On <= s.passed || t.On > day {
			continue
		}
		standings := slices.Clone(s.list.Standings)
		for n := range standings {
			for _, kind := range rating.AllKinds {
				transit(t, standings[n].Of(kind), uint32(n), kind, trace)
			}
		}
		if s.list.From < t.On {
			s.follow(t.On, standings, true)
		} else {
			s.list = &roster.List{From: s.list.From, Standings: standings, Earlier: s.list.Earlier}
		}
	}
	s.passed = max(s.passed, day)
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

// sincePublished makes the moves of a period start from the list that was
// published last, where a step without a period lies between.
func (p *Period) sincePublished(last *roster.List) {
	for n := range p.Outcome.Moves {
		standing := last.Standing(uint32(n))
		for _, kind := range rating.AllKinds {
			if own := standing.Of(kind).Rating; own.Rated() {
				p.Outcome.Moves[n][kind-1].Previous = own
			}
		}
	}
}
