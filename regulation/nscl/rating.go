package nscl

import (
	"cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// standing is a player in a meet.
type standing struct {
	rating  rating.Rating // before the meet
	gain    rating.Points
	games   int32
	section int32 // the last one with a game, counted from 1
}

// Rate rates a meet.
func (e *Edition) Rate(_ regulation.Period, past regulation.Past, played *pack.Batch, trace *regulation.Trace) regulation.Outcome {
	m := &meet{Edition: e, played: played, trace: trace, outcome: regulation.NewOutcome(past)}
	m.players = make([]standing, len(past.Players))
	for p := range m.players {
		m.players[p].rating = cmp.Or(m.outcome.Standings[p].Of(rating.Standard).Rating, past.Players[p].First) // Reading N13
	}
	m.traceEntries()
	for i := range played.Games {
		m.play(i)
	}
	for p := range m.players {
		if m.players[p].games > 0 {
			m.publish(uint32(p))
		}
	}
	return m.outcome
}

// Births returns none, because the rules do not consider age.
func (e *Edition) Births(regulation.Period, *pack.Batch) []civil.Birth { return nil }

type meet struct {
	*Edition
	played  *pack.Batch
	trace   *regulation.Trace
	outcome regulation.Outcome
	players []standing
}

// play adds the gains of both players in a game.
func (m *meet) play(game int) {
	g := &m.played.Games[game]
	white, black := &m.players[g.White], &m.players[g.Black]
	switch {
	case !g.Counts():
		m.uncounted(game, noteUnplayed, "G7")
		return
	case white.rating == 0 || black.rating == 0:
		m.uncounted(game, noteUnrated, "N9")
		return
	}
	own, opponent := m.inUse(white), m.inUse(black)
	score := rating.Score(g.Result)
	forWhite, forBlack := m.gain(own, opponent, score), m.gain(opponent, own, rating.Win-score)
	for _, side := range [2]struct {
		player, opponent uint32
		at               *standing
		calculated       regulation.Step
	}{{g.White, g.Black, white, forWhite}, {g.Black, g.White, black, forBlack}} {
		side.at.gain += side.calculated.Change
		side.at.games++
		side.at.section = int32(g.Section) + 1
		if m.trace != nil {
			s := side.calculated
			s.List, s.Player, s.Opponent = rating.Standard, side.player, side.opponent
			s.Section, s.Game, s.Round = side.at.section, int32(game)+1, int32(g.Round)
			m.trace.Add(s)
		}
	}
}

// inUse returns the rating that a player uses: the one before the meet.
func (m *meet) inUse(s *standing) rating.Rating {
	if m.EachGame {
		return s.rating + rating.Rating(s.gain.Round())
	}
	return s.rating // Rating Rules 5
}

// gain returns a player's gain in a game; the opponent loses as much.
func (e *Edition) gain(own, opponent rating.Rating, score rating.Score) regulation.Step {
	difference := int(own) - int(opponent)
	s := regulation.Step{
		What: regulation.Game, From: own, OpponentRating: opponent, Score: score,
		Difference: int32(difference), CountsAs: int32(difference),
	}
	higher, sign := difference >= 0, rating.Points(1)
	apart := max(difference, -difference)
	switch {
	case score == rating.Draw:
		s.Change, s.Clause, s.Reading = e.Drawn.Of(apart), "Rating Rules 3", "N5"
		if higher {
			sign = -1
		}
	case apart == 0 || higher == (score == rating.Win): // the higher-rated player wins, or one of equals
		s.Change, s.Clause, s.Reading = e.HigherWins.Of(apart), "Rating Rules 1", "N2"
	default:
		s.Change, s.Clause, s.Reading = e.LowerWins.Of(apart), "Rating Rules 2", "N2"
	}
	if score == rating.Loss {
		sign = -1
	}
	if s.Change > e.Most { // Rating Rules 4
		s.Change, s.Clause, s.Reading = e.Most, "Rating Rules 4", "N4"
	}
	if s.Change == 0 && apart > 0 {
		s.Clause, s.Reading = "Rating Rules 4", "N4"
	}
	s.Change *= sign
	return s
}

// publish adds the bonuses and sets the new rating.
func (m *meet) publish(player uint32) {
	p := &m.players[player]
	after := p.rating.Points() + p.gain
	first, second := m.bonuses(p.gain, after, p.games)
	exact := after + first + second          // Total
	rounded := rating.Rating(m.Round(exact)) // Total, Reading N8
	published := max(rounded, 1)             // Reading N11
	state := m.outcome.Standings[player].Of(rating.Standard)
	*state = roster.State{Rating: published, Peak: max(published, state.Best()), Games: state.Games + p.games, K: state.K, Pool: state.Pool}
	m.outcome.Moves[player][rating.Standard-1] = regulation.Move{Previous: p.rating, Games: p.games}
	if m.trace == nil {
		return
	}
	add := func(s regulation.Step) {
		s.List, s.Player = rating.Standard, player
		m.trace.Add(s)
	}
	add(regulation.Step{What: regulation.PeriodSum, Clause: "Rating Rules 5", Games: p.games, Change: p.gain})
	add(regulation.Step{What: regulation.Bonus, Note: noteBonus1, Clause: "Bonus 1", Reading: "N7", Section: p.section,
		Games: p.games, Exact: p.gain, Limit: int32(m.BonusFrom.Truncate()), Change: first})
	add(regulation.Step{What: regulation.Bonus, Note: noteBonus2, Clause: "Bonus 2", Reading: "N6", Section: p.section,
		Games: p.games, Exact: after, Limit: int32(m.BonusBelow), Change: second})
	add(regulation.Step{What: regulation.Rounding, Clause: "Total", Reading: "N8", Exact: exact, Change: rating.Whole(m.Round(exact))})
	add(regulation.Step{What: regulation.Floor, Clause: "Total", Reading: "N11", From: rounded, Limit: 1, To: published})
	add(regulation.Step{What: regulation.Result, Clause: "Total", From: p.rating, To: published, Change: published.Points() - p.rating.Points()})
}

// bonuses returns the bonuses for a gain in a number of games.
func (e *Edition) bonuses(gain, after rating.Points, games int32) (first, second rating.Points) {
	gap := e.BonusBelow.Points() - after                                                                // Bonus 2, Reading N6
	return max(0, gain-e.BonusFrom), max(0, rating.Points(games)*gap*rating.Points(e.BonusPercent)/100) // Bonus 1, Reading N7; Bonus 2
}

// The cases of steps.
const (
	noteOwn            regulation.Note = "own"
	noteGiven          regulation.Note = "given" // by an officer
	noteUnrated        regulation.Note = "unrated"
	noteUnplayed       regulation.Note = "forfeit"
	noteMarkedUnrated  regulation.Note = "marked-unrated"
	noteHeld           regulation.Note = "held" // by a question that is open, or left out by an officer
	noteAgainstUnrated regulation.Note = "against-unrated"
	notePlayerUnrated  regulation.Note = "player-unrated"
	noteBothUnrated    regulation.Note = "both-unrated"
	noteBonus1         regulation.Note = "gain"
	noteBonus2         regulation.Note = "below"
)

func (m *meet) traceEntries() {
	if m.trace == nil {
		return
	}
	told := map[uint32]bool{}
	for i := range m.played.Sections {
		for _, entry := range m.played.Sections[i].Entries {
			r := m.players[entry.Player].rating
			m.trace.Add(regulation.Step{What: regulation.Entry, List: rating.Standard, Player: entry.Player, Section: int32(i + 1), From: r})
			if told[entry.Player] {
				continue
			}
			told[entry.Player] = true
			s := regulation.Step{What: regulation.Start, Note: noteOwn, Clause: "Rating Rules 5", List: rating.Standard, Player: entry.Player, To: r}
			switch {
			case r == 0:
				s.Note, s.Reading = noteUnrated, "N9"
			case !m.outcome.Standings[entry.Player].Rated():
				s.Note, s.Reading = noteGiven, "N13"
			}
			m.trace.Add(s)
		}
	}
}

func (m *meet) uncounted(game int, note regulation.Note, reading string) {
	g := &m.played.Games[game]
	if m.trace == nil {
		return
	}
	clause := "Rating Rules 5"
	switch g.Out {
	case pack.Unrated:
		note, clause, reading = noteMarkedUnrated, "", "G14"
	case pack.Held:
		note, clause, reading = noteHeld, "", ""
	}
	for _, side := range [2][2]uint32{{g.White, g.Black}, {g.Black, g.White}} {
		why := note
		if note == noteUnrated {
			clause = ""
			why = m.unrated(side[0], side[1])
		}
		m.trace.Add(regulation.Step{
			What: regulation.Uncounted, Note: why, Clause: clause, Reading: reading, List: rating.Standard,
			Player: side[0], Opponent: side[1], OpponentRating: m.players[side[1]].rating,
			Section: int32(g.Section) + 1, Game: int32(game) + 1, Round: int32(g.Round),
		})
	}
}

// unrated returns which of two players is unrated.
func (m *meet) unrated(own, opponent uint32) regulation.Note {
	switch {
	case m.players[own].rating.Rated():
		return noteAgainstUnrated
	case m.players[opponent].rating.Rated():
		return notePlayerUnrated
	}
	return noteBothUnrated
}

// Calculator returns the formulas of the rules.
func (e *Edition) Calculator() regulation.Calculator { return calculator{e} }

type calculator struct{ *Edition }

// After returns the rating after the gains of a meet, with its bonuses.
func (c calculator) After(own rating.Rating, gain rating.Points, games int) rating.Rating {
	after := own.Points() + gain
	first, second := c.bonuses(gain, after, int32(games))
	return max(rating.Rating(c.Round(after+first+second)), 1) // Total, Readings N8, N11
}

// K returns zero: there is no K.
func (calculator) K(*roster.Player, *roster.Standing, rating.Kind, civil.Date) rating.K { return 0 }

func (c calculator) Games(_ rating.Kind, own rating.Rating, _ rating.K, played []regulation.Played) []regulation.Step {
	var steps []regulation.Step
	for _, g := range played {
		steps = append(steps, c.gain(own, g.Opponent, g.Score))
	}
	return steps
}

func (calculator) First(rating.Points, rating.Score, int) ([]regulation.Step, error) {
	return nil, errNotThere
}

func (calculator) Performance(rating.Points, rating.Score, int, rating.Rating) (regulation.Step, error) {
	return regulation.Step{}, errNotThere
}
