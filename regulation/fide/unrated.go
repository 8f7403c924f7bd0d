package fide

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/elo"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// firstRatings adds the games of the unrated players to their pools, and makes
// a first rating of those that suffice.
func (p *period) firstRatings() {
	p.orders = p.played.Orders()
	var games []*part
	for i := range p.parts {
		if s := &p.parts[i]; s.seen == pooled {
			games = append(games, s)
		}
	}
	slices.SortFunc(games, func(a, b *part) int { return cmp.Compare(a.game, b.game) })
	events := uint32(len(p.played.Events))
	games = regulation.Ordered(games, (rating.Kinds+1)*len(p.played.Events), func(s *part) uint32 { return uint32(s.kind)*events + s.event })
	for player := range regulation.ByPlayer(games, len(p.past.Players), func(s *part) uint32 { return s.player }) {
		for list := range regulation.Runs(player, func(s *part) rating.Kind { return s.kind }) {
			p.addToPool(list)
		}
	}
}

// addToPool adds a player's games of one kind to the pool, and makes a first
// rating at the end of the period if they suffice.
func (p *period) addToPool(games []*part) {
	player, kind := games[0].player, games[0].kind
	state := p.outcome.Standings[player].Of(kind)
	kept := state.Pool.Within(p.month.Days.From.FirstOfMonth(1 - p.PoolMonths)) // 7.1.4, Reading F8
	pool := kept
	var now []roster.PoolEvent
	for event := range regulation.Runs(games, func(s *part) uint32 { return s.event }) {
		e := p.poolEvent(event)
		pool = pool.Insert(e)
		if p.trace.Keeps() {
			now = append(now, e)
		}
	}
	if !p.FirstEvent {
		pool = pool.DisregardFirst() // 8.2.1, Reading F8
	}
	if p.trace != nil {
		p.tracePoolEvents(games, pool)
		p.traceKept(player, kind, state.Pool, kept, pool)
	}
	sum := pool.Sum()
	state.Pool = pool
	if sum.Games < p.FirstGames { // 7.1.4
		if p.trace != nil {
			p.tracePool(player, kind, noteTooFew, sum, p.FirstGames)
		}
		return
	}
	steps := p.initial(rating.Whole(sum.Opponents), sum.Score, sum.Games)
	published := steps[len(steps)-1].To
	if p.trace != nil {
		p.trace.Earlier(pool, now, func(roster.PoolGame) regulation.Step {
			return regulation.Step{Clause: "7.1.4", Reading: "F8", List: kind, Player: player}
		})
		p.traceInitial(player, kind, steps)
	}
	if published < p.Floor { // 7.1.4
		if p.trace != nil {
			p.tracePool(player, kind, noteBelowFloor, sum, int(p.Floor))
		}
		return
	}
	*state = roster.State{
		Rating: published, Peak: max(published, state.Peak), Games: state.Games + int32(sum.Games), K: state.K, Last: p.month.Days.To,
	}
	p.outcome.Moves[player][kind-1] = regulation.Move{Games: int32(sum.Games)}
	if p.trace != nil {
		p.traceFirst(player, kind, published)
	}
}

// poolEvent returns the pool's entry for the games of one event. The first
// event is the one that ended first (Reading F8).
func (p *period) poolEvent(games []*part) roster.PoolEvent {
	event := &p.played.Events[games[0].event]
	e := roster.PoolEvent{End: event.End, Order: p.orders[games[0].event], Games: make([]roster.PoolGame, 0, len(games))}
	for _, s := range games {
		e.Games = append(e.Games, roster.PoolGame{Opponent: s.opponent, Score: s.score})
	}
	return e
}

// initial returns the steps to the initial rating Ru; opponents is the sum of
// their ratings.
func (e *Edition) initial(opponents rating.Points, score rating.Score, games int) []regulation.Step {
	s := regulation.Step{What: regulation.FirstRating, Note: noteWithDraws, Clause: "8.2.3", Reading: "F8", Games: int32(games), Score: score}
	opponents += rating.Points(e.Hypothetical) * e.HypotheticalRating.Points() // 8.2.2
	score += rating.Score(e.Hypothetical) * rating.Draw                        // 8.2.2
	games += e.Hypothetical                                                    // 8.2.2
	s.Percent = int32(rating.Percent(score, games))
	s.DP = int32(e.Scale(int(s.Percent))) // 8.1.1
	if e.HalfPoint != 0 {                 // 8.2.3 until 2024
		switch above := int(score) - games; {
		case above > 0:
			s.Note, s.DP = noteAbove, int32(e.HalfPoint*above)
		case above == 0:
			s.Note = noteHalf
		default:
			s.Note = noteBelow
		}
	}
	s.Average = rating.Points(rating.HalfUp(int(opponents), games*hundredth)) * rating.Points(hundredth)            // rounded for display
	s.To = rating.Rating(rating.HalfUp(int(opponents)+int(rating.Whole(int(s.DP)))*games, int(rating.Point)*games)) // 8.2.3
	if e.Highest == 0 || s.To <= e.Highest {
		return []regulation.Step{s}
	}
	return []regulation.Step{s, {
		What: regulation.Ceiling, Clause: "8.2.3", Reading: "F8", From: s.To, Limit: int32(e.Highest), To: e.Highest, // 8.2.3
	}}
}

// hundredth is the unit to which an average is rounded for display.
const hundredth = int(rating.Point / 100)

// Calculator returns the formulas of section 8.
func (e *Edition) Calculator() regulation.Calculator { return calculator{e} }

type calculator struct{ *Edition }

// K returns the K of a player's next game, before the limit.
func (c calculator) K(player *roster.Player, standing *roster.Standing, kind rating.Kind, day civil.Date) rating.K {
	k, _ := c.kOf(player.Birth, standing.Of(kind), standing.Of(kind).Best(), day.Year())
	return k
}

// After returns the rating after a change.
func (c calculator) After(own rating.Rating, change rating.Points, _ int) rating.Rating {
	after := own + rating.Rating(c.Round(change)) // 8.3.4
	if after < c.Floor && !c.BelowFloor {         // 7.2.1, Reading F10
		return 0
	}
	return after
}

// Games returns the changes by the games of one event.
func (c calculator) Games(kind rating.Kind, own rating.Rating, k rating.K, played []regulation.Played) []regulation.Step {
	parts := make([]part, len(played))
	games := int32(0)
	var far []beyond
	for i, g := range played {
		s := part{game: uint32(i), own: own, opponent: g.Opponent, score: g.Score}
		s.seen, s.countsAs = counted, c.countsAs(kind, own, s.difference())
		if c.tooFarApart(kind, own, g.Opponent) {
			s.seen = tooFarApart
		} else {
			games++
		}
		if c.CapOnce && abs(s.countsAs) > c.Cap {
			far = append(far, beyond{game: s.game, players: [2]uint32{0, pack.Nobody}, difference: int32(s.countsAs)})
		}
		parts[i] = s
	}
	upgrades(far, []uint32{0}, 1, func(u upgrade) { parts[u.game].countsAs = c.cut(u.difference) }) // 8.3.1
	k = c.Edition.K.limited(k, games)                                                               // 8.3.3
	steps := make([]regulation.Step, len(parts))
	for i := range parts {
		steps[i] = c.step(&parts[i], kind, k)
	}
	return steps
}

// First returns an initial rating, with a further step if it is not published.
func (c calculator) First(average rating.Points, score rating.Score, games int) ([]regulation.Step, error) {
	steps := c.initial(average*rating.Points(games), score, games)
	switch sum := (roster.Sum{Games: games, Score: score}); {
	case games < c.FirstGames: // 7.1.4
		steps = append(steps, poolState(noteTooFew, sum, c.FirstGames))
	case score == 0 && !c.FirstEvent: // 8.2.1
		steps = append(steps, regulation.Step{What: regulation.Disregarded, Note: noteIfFirst, Clause: "8.2.1", Reading: "F8", Games: int32(games)})
	case steps[len(steps)-1].To < c.Floor: // 7.1.4
		steps = append(steps, poolState(noteBelowFloor, sum, int(c.Floor)))
	}
	return steps, nil
}

// Performance returns a performance by FIDE's calculator.
func (c calculator) Performance(average rating.Points, score rating.Score, games int, _ rating.Rating) (regulation.Step, error) {
	s := regulation.Performance(elo.First, average.RoundHalfUp(), score, games)
	s.Clause, s.Reading = "8.1.1", "F13"
	return s, nil
}
