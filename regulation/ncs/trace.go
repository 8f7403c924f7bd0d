package ncs

import (
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/elo"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// The functions in this file write the trace. None of them decides a number.

// traceEntries adds the rating with which each player enters, and its source.
func (p *period) traceEntries() {
	started := map[*seat]bool{}
	for i := range p.played.Sections {
		section := &p.played.Sections[i]
		if section.Refused {
			continue
		}
		for _, entry := range section.Entries {
			s := p.seat(entry.Player, section.Kind)
			p.trace.Add(regulation.Step{
				What: regulation.Entry, List: section.Kind, Player: entry.Player, Section: int32(i + 1), From: s.rating,
			})
			if started[s] {
				continue
			}
			started[s] = true
			_, note, clause := p.start(&p.past.Players[entry.Player], &p.outcome.Standings[entry.Player], section.Kind)
			p.trace.Add(regulation.Step{
				What: regulation.Start, Note: note, Clause: clause, Reading: startReadings[clause],
				List: section.Kind, Player: entry.Player, To: s.rating,
			})
		}
	}
}

var startReadings = map[string]string{"3(3)": "J16", "6(1)": "J22", "6(2)": "J23"}

// step returns a step about one side of a game.
func (p *period) step(what regulation.What, game int, player uint32) regulation.Step {
	g := &p.played.Games[game]
	opponent, score := g.Black, rating.Score(g.Result)
	if player == g.Black {
		opponent, score = g.White, rating.Win-score
	}
	if !g.Result.Played() {
		score = 0
	}
	return regulation.Step{
		What: what, List: g.Kind, Player: player, Section: int32(g.Section) + 1, Game: int32(game) + 1, Round: int32(g.Round),
		Opponent: opponent, OpponentRating: p.seat(opponent, g.Kind).rating, From: p.seat(player, g.Kind).rating, Score: score,
	}
}

// traceGame adds the change of both players by a game, before it is counted.
func (p *period) traceGame(game int) {
	g := &p.played.Games[game]
	p.traceSide(game, g.White, p.nextK(g.White, g.Kind))
	p.traceSide(game, g.Black, p.nextK(g.Black, g.Kind))
}

func (p *period) traceSide(game int, player uint32, k rating.K) {
	p.traceK(game, player, k)
	s := p.step(regulation.Game, game, player)
	calculated := p.game(s.From, s.OpponentRating, s.Score, k)
	s.Clause, s.Reading = calculated.Clause, calculated.Reading
	s.Difference, s.CountsAs, s.Expected = calculated.Difference, calculated.CountsAs, calculated.Expected
	s.K, s.Change = k, calculated.Change
	p.trace.Add(s)
}

// traceK adds the K of a player and why, whenever that changes.
func (p *period) traceK(game int, player uint32, k rating.K) {
	g := &p.played.Games[game]
	s := p.seat(player, g.Kind)
	newYear := p.newYear(g.Date.Year())
	_, first, why := p.kOf(&p.past.Players[player], &p.outcome.Standings[player], g.Kind, s.rating, p.youngFrom(g.Date.Year()))
	clause, reading := "5(1) K", "J21"
	switch {
	case why == noteYoung:
		clause, reading = "5(1) age", "J20"
	case why == noteUsual && k == first:
		why, clause, reading = noteNew, "6(3)", "J2"
	case why == noteUsual && p.outcome.Standings[player].Of(g.Kind).Games+int32(s.games) < p.NewGames: // those of both lists count
		reading = "J1"
	}
	if p.told[s] == why {
		return
	}
	p.told[s] = why
	age, _ := p.past.Players[player].Birth.AgeOn(newYear)
	p.trace.Add(regulation.Step{
		What: regulation.KFactor, Note: why, Clause: clause, Reading: reading, List: g.Kind, Player: player,
		K: k, From: max(s.rating, p.bestInScope(&p.outcome.Standings[player], g.Kind)),
		Games: p.gamesInScope(&p.outcome.Standings[player], g.Kind), Limit: p.NewGames, Age: int32(age),
	})
}

// The reasons why a round does not change a rating.
const (
	noteForfeit         regulation.Note = "forfeit"
	noteMarkedUnrated   regulation.Note = "marked-unrated"
	noteLate            regulation.Note = "late"
	noteNonMember       regulation.Note = "non-member"
	noteHeld            regulation.Note = "held" // by a question that is open, or left out by an officer
	noteOpponentUnrated regulation.Note = "opponent-unrated"
)

// traceUncounted adds why a game does not count.
func (p *period) traceUncounted(game int) {
	g := &p.played.Games[game]
	note, clause, reading := noteForfeit, "5(3)", "G7"
	switch g.Out {
	case pack.Unrated:
		note, clause, reading = noteMarkedUnrated, "", "G14"
	case pack.Late:
		note, clause, reading = noteLate, "3(6)", "J24"
	case pack.NonMember:
		note, clause, reading = noteNonMember, "3(5)", "J15"
	case pack.Held:
		note, clause, reading = noteHeld, "", ""
	}
	for _, player := range [2]uint32{g.White, g.Black} {
		s := p.step(regulation.Uncounted, game, player)
		s.Note, s.Clause, s.Reading = note, clause, reading
		p.trace.Add(s)
	}
}

// traceAgainstUnrated adds that a game counts only for the unrated opponent.
func (p *period) traceAgainstUnrated(game int, player uint32) {
	s := p.step(regulation.Uncounted, game, player)
	s.Note, s.Clause, s.Reading = noteOpponentUnrated, "7(2)", "J6"
	p.trace.Add(s)
}

// tracePublished adds how the sum of the changes became the new rating.
func (p *period) tracePublished(player uint32, kind rating.Kind, s *seat, sum rating.Points, rounded int, changed, published rating.Rating) {
	about := regulation.Step{List: kind, Player: player}
	add := func(what regulation.What, clause, reading string, fill func(*regulation.Step)) {
		step := about
		step.What, step.Clause, step.Reading = what, clause, reading
		fill(&step)
		p.trace.Add(step)
	}
	add(regulation.PeriodSum, "5(2)", "", func(t *regulation.Step) { t.Games, t.Change = int32(s.games), sum })
	add(regulation.Rounding, "5(2)", "G2", func(t *regulation.Step) { t.Exact, t.Change = sum, rating.Whole(rounded) })
	add(regulation.Floor, "5(5)", "J11", func(t *regulation.Step) { t.From, t.Limit, t.To = changed, int32(p.Floor), published })
	add(regulation.Result, "5(2)", "", func(t *regulation.Step) {
		t.From, t.To, t.Change = s.rating, published, published.Points()-s.rating.Points()
	})
}

// The notes of pools.
const (
	noteNotAmong   regulation.Note = "unrated-opponent" // not among the games required
	noteTooFew     regulation.Note = "too-few"
	noteWithoutWin regulation.Note = "no-point"
	noteFirstEvent regulation.Note = "first-event"
	noteNotFirst   regulation.Note = "no-longer-first"
	notePoolLapsed regulation.Note = "lapsed"
	noteAbove      regulation.Note = "above-half"
	noteHalf       regulation.Note = "half"
	noteBelow      regulation.Note = "below-half"
)

// tracePoolEvents adds an unrated player's games in one kind of list, by event,
// and whether the first event is disregarded; before is the pool without them.
func (p *period) tracePoolEvents(games []pooled, before, pool *roster.Pool) {
	first := pool.Events[0]
	replaced := before != nil && before.Events[0].Disregarded
	for event := range regulation.Runs(games, func(g pooled) uint32 { return g.event }) {
		e := p.poolEvent(event)
		is := e.First == first.First && e.End == first.End && e.Order == first.Order
		p.tracePoolEvent(event, is && first.Disregarded)
		if is && replaced { // an older event was reported later
			p.trace.Add(regulation.Step{
				What: regulation.Disregarded, Note: noteNotFirst, Clause: "7(2)", Reading: "J8",
				List: games[0].kind, Player: games[0].player, Games: int32(len(before.Events[0].Games)),
			})
		}
	}
}

// tracePoolEvent adds an unrated player's games of one event.
func (p *period) tracePoolEvent(games []pooled, disregarded bool) {
	for _, g := range games {
		s := p.step(regulation.Pooled, int(g.game), g.player)
		s.OpponentRating = g.Opponent
		s.Clause, s.Reading = "6(3)", "J7"
		switch {
		case disregarded:
			s.What, s.Note, s.Clause, s.Reading = regulation.Uncounted, noteFirstEvent, "7(2)", "J8"
		case g.Uncounted:
			s.Note, s.Clause, s.Reading = noteNotAmong, "6(4)", "J5"
		}
		p.trace.Add(s)
	}
	if !disregarded {
		return
	}
	g := &p.played.Games[games[0].game]
	p.trace.Add(regulation.Step{
		What: regulation.Disregarded, Note: noteFirstEvent, Clause: "7(2)", Reading: "J8",
		List: g.Kind, Player: games[0].player, Section: int32(g.Section) + 1, Games: int32(len(games)),
	})
}

func (p *period) tracePool(player uint32, kind rating.Kind, sum roster.Sum) {
	s := p.notYet(sum.Counted, sum.Score)
	s.List, s.Player = kind, player
	p.trace.Add(s)
}

// notYet returns the step that says why there is no first rating yet.
func (e *Edition) notYet(games int, score rating.Score) regulation.Step {
	s := regulation.Step{What: regulation.PoolState, Note: noteTooFew, Clause: "6(3)", Reading: "J7", Games: int32(games), Limit: int32(e.FirstGames), Score: score}
	if games >= e.FirstGames {
		s.Note, s.Clause, s.Reading = noteWithoutWin, "7(2)", "J8"
	}
	return s
}

// traceEarlier adds the games of earlier periods that are in a first rating.
func (p *period) traceEarlier(player uint32, kind rating.Kind, pool *roster.Pool, now []roster.PoolEvent) {
	p.trace.Earlier(pool, now, func(g roster.PoolGame) regulation.Step {
		s := regulation.Step{Clause: "6(3)", Reading: "J7", List: kind, Player: player}
		if g.Uncounted {
			s.Note, s.Clause, s.Reading = noteNotAmong, "6(4)", "J5"
		}
		return s
	})
}

func (p *period) traceFirst(player uint32, kind rating.Kind, sum roster.Sum, made elo.Calculated, published rating.Rating) {
	p.trace.Add(regulation.Step{
		What: regulation.Mean, Clause: "6(4)", Reading: "J10", List: kind, Player: player, Games: int32(sum.Games),
		Exact: hundredths(sum.Opponents, sum.Games), Average: rating.Whole(sum.Average()),
	})
	s := p.firstStep(sum.Average(), sum.Score, sum.Games, made)
	s.List, s.Player, s.To = kind, player, rating.Rating(made.Rating)
	switch {
	case made.Halves > 0:
		s.Note = noteAbove
	case made.Halves == 0:
		s.Note = noteHalf
	default:
		s.Note = noteBelow
	}
	p.trace.Add(s)
	p.trace.Add(regulation.Step{
		What: regulation.Floor, Clause: "5(5)", Reading: "J11", List: kind, Player: player,
		From: rating.Rating(made.Rating), Limit: int32(p.Floor), To: published,
	})
	p.trace.Add(regulation.Step{What: regulation.Result, Clause: "6(3)", List: kind, Player: player, To: published})
}

// hundredths returns a mean with two decimals, which suffice to show it.
func hundredths(sum, n int) rating.Points {
	return rating.Points(rating.HalfUp(100*sum, n)) * (rating.Point / 100)
}

func (p *period) traceLapsed(player uint32, kind rating.Kind) {
	p.trace.Add(regulation.Step{What: regulation.PoolState, Note: notePoolLapsed, Clause: "6(1)", Reading: "J7", List: kind, Player: player})
}

// tracePerformances adds FIDE's performance to each line of the event tables.
func (p *period) tracePerformances() {
	if p.trace == nil {
		return
	}
	p.trace.Performances(elo.FirstByTable, p.played, "", "") // no clause knows it
}
