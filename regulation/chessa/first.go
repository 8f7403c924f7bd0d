package chessa

import (
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// pool adds the games of the section's unrated players to their pools: the
// opponents with their current ratings, unrated ones with their temporary
// performance (Reading C22).
func (s *section) pool() {
	for i := range s.lines {
		l := &s.lines[i]
		if l.rating.Rated() || len(l.games) == 0 {
			continue
		}
		e := roster.PoolEvent{End: s.event.End, Floor: s.floor}
		for _, g := range l.games {
			opponent := &s.lines[g.opponent]
			switch {
			case opponent.rating.Rated():
				e.Games = append(e.Games, roster.PoolGame{Opponent: opponent.rating, Score: g.score})
			case s.FirstUnrated: // 1st Official rating 2
				e.Games = append(e.Games, roster.PoolGame{Opponent: opponent.temporary, Score: g.score})
			}
		}
		state := s.outcome.Standings[l.player].Of(s.packed.Kind)
		if len(e.Games) > 0 {
			state.Pool = state.Pool.With(e)
		}
	}
}

// notYet returns the step that says that more games are needed.
func (e *Edition) notYet(games int, score rating.Score) regulation.Step {
	return regulation.Step{
		What: regulation.PoolState, Note: noteTooFew, Clause: "1st Official rating 1", Reading: "C22", Games: int32(games), Limit: int32(e.FirstGames), Score: score,
	}
}

// firstRating makes the first official rating of an unrated player who has
// played enough games.
func (m *month) firstRating(player uint32, kind rating.Kind) {
	s, state := m.seat(player, kind), m.outcome.Standings[player].Of(kind)
	sum := state.Pool.Sum()
	if s.rating.Rated() {
		return
	}
	if sum.Games < m.FirstGames { // 1st Official rating 1
		if m.trace != nil && sum.Games > 0 {
			step := m.notYet(sum.Games, sum.Score)
			step.List, step.Player = kind, player
			m.trace.Add(step)
		}
		return
	}
	made := m.performance(result{ // 1st Official rating 3, Reading C22
		games: sum.Games, score: sum.Score, opponents: sum.Opponents,
		own: rating.HalfUp(sum.Floors, sum.Games), // Reading C3
	})
	state.Pool = nil
	s.rating, s.first, s.pooled = made.To, true, int32(sum.Games)
	if m.KWithFirstRating { // K-Factor 2
		s.k, _, _ = m.kOf(kind, &roster.State{Rating: made.To, Peak: state.Peak, K: state.K})
	}
	if m.trace != nil {
		before := m.past.List.Standing(player)
		m.trace.Earlier(before.Of(kind).Pool, nil, func(roster.PoolGame) regulation.Step {
			return regulation.Step{Clause: "1st Official rating 3", Reading: "C22", List: kind, Player: player}
		})
		made.What, made.Clause, made.Reading = regulation.FirstRating, "1st Official rating 3", "C22"
		made.List, made.Player = kind, player
		m.trace.Add(made)
	}
}
