package chessa

import (
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
)

// The functions in this file write the trace. None of them decides a number.

// The cases of steps.
const (
	noteOwn             regulation.Note = "own"
	noteInMonth         regulation.Note = "in-month"
	noteUnrated         regulation.Note = "unrated"
	noteTemporary       regulation.Note = "temporary"
	noteOpponentUnrated regulation.Note = "activity-only"
	noteMarkedUnrated   regulation.Note = "marked-unrated"
	noteHeld            regulation.Note = "held" // by a question that is open, or left out by an officer
	noteDefaultWin      regulation.Note = "default-win"
	noteForfeit         regulation.Note = "forfeit"
	notePairingBye      regulation.Note = "pairing-bye"
	noteAbsent          regulation.Note = "absent"
	noteTeam            regulation.Note = "team"
	noteKept            regulation.Note = "played-half"
	noteCut             regulation.Note = "cut"
	noteLoss            regulation.Note = "loss-stays"
	noteNotFirst        regulation.Note = "not-first"
	noteFirst           regulation.Note = "first"
	noteLifted          regulation.Note = "lifted"
	noteTooFew          regulation.Note = "too-few"
	noteAssigned        regulation.Note = "assigned"
	noteFloor           regulation.Note = "floor"
	noteRated           regulation.Note = "rated"
	noteAgainst         regulation.Note = "unrated-opponents"
	noteDefaults        regulation.Note = "defaults"
	noteByes            regulation.Note = "byes"
	noteAbsences        regulation.Note = "absences"
)

// add appends a step about a player of the section.
func (s *section) add(l *line, step regulation.Step) {
	step.List, step.Player, step.Section = s.packed.Kind, l.player, int32(s.number+1)
	s.trace.Add(step)
}

func (s *section) traceEntries() {
	if s.trace == nil {
		return
	}
	if s.beginner(s.packed.Unrated) {
		s.trace.Add(regulation.Step{
			What: regulation.Definition, Note: "beginner", Clause: "Beginner Section", Reading: "C10", List: s.packed.Kind,
			Player: regulation.NoPlayer, Section: int32(s.number + 1), Percent: int32(s.packed.Unrated), Limit: int32(s.BeginnerPercent),
		})
	}
	for i := range s.lines {
		l := &s.lines[i]
		s.add(l, regulation.Step{What: regulation.Entry, From: l.rating})
		seat := s.seat(l.player, s.packed.Kind)
		if s.started[seat] {
			continue
		}
		s.started[seat] = true
		s.traceStart(l, seat)
	}
}

// traceStart adds the rating and K at the beginning of the month.
func (s *section) traceStart(l *line, seat *seat) {
	start := regulation.Step{
		What: regulation.Start, Note: noteOwn, Clause: "When new ratings are calculated 2",
		List: s.packed.Kind, Player: l.player, To: l.rating,
	}
	switch {
	case !l.rating.Rated():
		start.Note, start.Clause = noteUnrated, "1st Official rating 1"
	case seat.first:
		start.Note, start.Clause = noteInMonth, "1st Official rating 3"
	}
	s.trace.Add(start)
	if l.rating.Rated() {
		s.traceK(l.player, s.packed.Kind)
	}
}

func (m *month) traceK(player uint32, kind rating.Kind) {
	if m.trace == nil {
		return
	}
	state := m.outcome.Standings[player].Of(kind)
	seen := *state
	seen.Rating = m.seat(player, kind).rating
	k, why, clause := m.kOf(kind, &seen)
	step := regulation.Step{
		What: regulation.KFactor, Note: why, Clause: clause, List: kind, Player: player, K: k, From: seen.Rating, Limit: int32(m.group(seen.Rating).From),
	}
	if why == noteSunk {
		step.Clause, step.Reading = "K-Factor 3", "C18"
	}
	m.trace.Add(step)
}

func (s *section) traceFloor(clause, reading string, sum, n int) {
	step := regulation.Step{
		What: regulation.FloorFound, Clause: clause, Reading: reading, List: s.packed.Kind,
		Player: regulation.NoPlayer, Section: int32(s.number + 1), Games: int32(n), To: s.floor,
	}
	if n == 0 {
		step.Note = noteAssigned
	} else {
		step.Exact = rating.Points(rating.HalfUp(100*sum, n)) * (rating.Point / 100) // two decimals suffice to show it
	}
	s.trace.Add(step)
}

func (s *section) traceGame(l *line, g side, opponent rating.Rating, what regulation.What) {
	if s.trace == nil {
		return
	}
	step := s.game(l.rating, opponent, g.score, l.k)
	step.What, step.Game, step.Round = what, int32(g.game)+1, int32(s.played.Games[g.game].Round)
	step.Opponent = s.lines[g.opponent].player
	if !s.lines[g.opponent].rating.Rated() {
		step.Note = noteTemporary
		step.Clause, step.Reading = "Games vs. unrated opponents", "C9"
	}
	if what == regulation.Default {
		step.Clause, step.Reading = "50% Rule 7", "C14"
	}
	s.add(l, step)
}

// game returns the step of one game.
func (e *Edition) game(own, opponent rating.Rating, score rating.Score, k rating.K) regulation.Step {
	step := regulation.Step{
		What: regulation.Game, Clause: "Expected Scores 5", From: own, OpponentRating: opponent, Score: score, K: k,
		Difference: int32(own) - int32(opponent), CountsAs: int32(e.counted(own, opponent)), Expected: e.expected(own, opponent),
	}
	switch {
	case step.Difference > step.CountsAs:
		step.Clause, step.Reading = "Difference in rating 2", "C19"
	case step.Difference < step.CountsAs:
		step.Clause, step.Reading = "Difference in rating 3", "C19"
	}
	step.Change = (score.Expected() - step.Expected).Times(k)
	return step
}

// tracePooled adds a game of an unrated player.
func (s *section) tracePooled(l *line, g side) {
	if s.trace == nil {
		return
	}
	opponent := &s.lines[g.opponent]
	step := regulation.Step{
		What: regulation.Pooled, Clause: "1st Official rating 2", Reading: "C22", Game: int32(g.game) + 1,
		Round: int32(s.played.Games[g.game].Round), Opponent: opponent.player, OpponentRating: opponent.rating, Score: g.score,
	}
	if !opponent.rating.Rated() {
		step.Note, step.OpponentRating = noteTemporary, s.temporaryOf(opponent)
		step.Clause, step.Reading = "Unrated vs. Unrated", "C22"
	}
	s.add(l, step)
}

// traceUncounted adds a game that the report marks as unrated, or that is held.
func (s *section) traceUncounted(game, own, opponent int) {
	switch s.played.Games[game].Out {
	case pack.Unrated:
		s.traceRound(&s.lines[own], game, s.lines[opponent].player, noteMarkedUnrated, "", "G14")
	case pack.Held:
		s.traceRound(&s.lines[own], game, s.lines[opponent].player, noteHeld, "", "")
	}
}

// traceRound adds a pairing that does not change the rating.
func (s *section) traceRound(l *line, game int, opponent uint32, note regulation.Note, clause, reading string) {
	if s.trace == nil {
		return
	}
	s.add(l, regulation.Step{
		What: regulation.Uncounted, Note: note, Clause: clause, Reading: reading, Game: int32(game) + 1,
		Round: int32(s.played.Games[game].Round), Opponent: opponent,
	})
}

// traceBye adds a round without an opponent.
func (s *section) traceBye(l *line, b pack.Bye, note regulation.Note, clause, reading string) {
	if s.trace == nil {
		return
	}
	s.add(l, regulation.Step{
		What: regulation.Uncounted, Note: note, Clause: clause, Reading: reading, Round: int32(b.Round), Opponent: regulation.NoPlayer,
	})
}

func (s *section) traceHalf(l *line, note regulation.Note, before rating.Points) {
	if s.trace == nil {
		return
	}
	clause := map[regulation.Note]string{noteTeam: "50% Rule 6", noteLoss: "50% Rule 4"}[note]
	if clause == "" {
		clause = "50% Rule 3"
	}
	s.add(l, regulation.Step{
		What: regulation.HalfRule, Note: note, Clause: clause, Reading: "C12",
		Games: int32(s.playedRounds(l)), Limit: int32(s.half()), Exact: before, Change: l.change,
	})
}

func (s *section) traceFirst(l *line, note regulation.Note, before rating.Points) {
	if s.trace == nil {
		return
	}
	s.add(l, regulation.Step{
		What: regulation.JointFirst, Note: note, Clause: "Players winning a tournament", Reading: "C16",
		Score: l.points, Surplus: l.surplus, Leader: s.leader, Exact: before, Change: l.change,
	})
}

// activities are the kinds of activity, in the order of line.active.
var activities = [...]struct {
	note            regulation.Note
	clause, reading string
}{
	{noteRated, "", "C27"}, {noteAgainst, "Activity 1", "C27"}, {noteDefaults, "Activity 2", ""}, {noteByes, "Activity 3", "C12"}, {noteAbsences, "Activity 4", ""},
}

// traceActivity adds the rounds that count as activity, by clause.
func (s *section) traceActivity(l *line) {
	if s.trace == nil {
		return
	}
	for i, n := range l.active {
		if n > 0 || i == 0 && l.activity() == 0 {
			c := activities[i]
			s.add(l, regulation.Step{What: regulation.Activity, Note: c.note, Clause: c.clause, Reading: c.reading, Games: int32(n)})
		}
	}
}

func (m *month) tracePublished(player uint32, kind rating.Kind, s *seat, before rating.Rating, rounded int, changed, published rating.Rating) {
	if m.trace == nil {
		return
	}
	result := regulation.Step{What: regulation.Result, Clause: "When new ratings are calculated 2", From: before, To: published,
		Change: published.Points() - before.Points()}
	if s.first {
		result.From, result.Change = 0, 0
	}
	for _, step := range []regulation.Step{
		{What: regulation.PeriodSum, Clause: "When new ratings are calculated 2", Reading: "C20", Games: s.games, Change: s.change},
		{What: regulation.Rounding, Clause: "When new ratings are calculated 2", Reading: "C20", Exact: s.change, Change: rating.Whole(rounded)},
		{What: regulation.Floor, Clause: "Rating floor", From: changed, Limit: int32(m.Floor), To: published},
		result,
	} {
		step.List, step.Player = kind, player
		m.trace.Add(step)
	}
}
