package ncs

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/elo"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// The sources of a starting rating.
const (
	noteOwn       regulation.Note = "own"
	noteOtherList regulation.Note = "other-list"
	noteFIDE      regulation.Note = "fide-" // followed by the kind of list
	noteUnrated   regulation.Note = "unrated"
)

// start returns a player's starting rating in a kind of list, its source and
// the clause; zero for an unrated player.
func (e *Edition) start(player *roster.Player, standing *roster.Standing, kind rating.Kind) (rating.Rating, regulation.Note, string) {
	if own := standing.Of(kind).Rating; own.Rated() {
		return own, noteOwn, "3(3)"
	}
	if e.FromOtherList { // 6(1), Reading J22
		for _, other := range e.Lists {
			if r := standing.Of(other).Rating; r.Rated() {
				return r, noteOtherList, "6(1)"
			}
		}
	}
	for _, fide := range e.FromFIDE { // 6(2), Reading J23
		if r := player.FideRating(fide); r.Rated() {
			return r, noteFIDE + regulation.Note(fide.String()), "6(2)"
		}
	}
	return 0, noteUnrated, "6(3)"
}

// pooled is a game of an unrated player.
type pooled struct {
	player, event uint32
	game          uint32 // index in the batch
	day           civil.Date
	kind          rating.Kind
	roster.PoolGame
}

// firstRatings adds the games of the unrated players to their pools, and makes
// a first rating of those that suffice.
func (p *period) firstRatings() {
	p.orders = p.played.Orders()
	games := make([]pooled, 0, 2*len(p.unrated))
	for _, i := range p.unrated {
		g := &p.played.Games[i]
		event := uint32(p.played.Sections[g.Section].Event)
		for _, player := range [2]uint32{g.White, g.Black} {
			if p.seat(player, g.Kind).rating == 0 {
				games = append(games, pooled{player, event, uint32(i), g.Date, g.Kind, p.poolGame(g, player)})
			} else if p.trace != nil {
				p.traceAgainstUnrated(i, player)
			}
		}
	}
	events := uint32(len(p.played.Events))
	games = regulation.Ordered(games, (rating.Kinds+1)*len(p.played.Events), func(g pooled) uint32 { return uint32(g.kind)*events + g.event })
	for player := range regulation.ByPlayer(games, len(p.past.Players), func(g pooled) uint32 { return g.player }) {
		for list := range regulation.Runs(player, func(g pooled) rating.Kind { return g.kind }) {
			p.addToPool(list)
		}
		p.lapse(player[0].player)
	}
}

// addToPool adds a player's games in one kind of list, and makes a first rating
// at the end of the period if they suffice (Reading J7).
func (p *period) addToPool(games []pooled) {
	player, kind := games[0].player, games[0].kind
	state := p.outcome.Standings[player].Of(kind)
	before, pool := state.Pool, state.Pool
	var now []roster.PoolEvent
	for event := range regulation.Runs(games, func(g pooled) uint32 { return g.event }) {
		e := p.poolEvent(event)
		pool = pool.Insert(e)
		if p.trace.Keeps() {
			now = append(now, e)
		}
	}
	if p.FirstEventWithoutPoint && state.Games == 0 { // 7(2), Reading J8
		pool = pool.DisregardFirst()
	}
	if p.trace != nil {
		p.tracePoolEvents(games, before, pool)
	}
	if p.PoolMonths > 0 { // Reading J7
		pool = pool.Since(p.days.To.FirstOfMonth(1 - p.PoolMonths))
	}
	state.Pool = pool
	sum := pool.Sum()
	if sum.Counted < p.FirstGames || sum.Score == 0 { // 6(3); 7(2), Reading J8
		if p.trace != nil {
			p.tracePool(player, kind, sum)
		}
		return
	}
	made := p.First(sum.Average(), sum.Score, sum.Games)  // 6(4), Readings J9, J10
	published := max(rating.Rating(made.Rating), p.Floor) // 5(5), Reading J11
	*state = roster.State{Rating: published, Peak: max(published, state.Peak), Games: state.Games + int32(sum.Counted), K: state.K}
	p.outcome.Moves[player][kind-1] = regulation.Move{Games: int32(sum.Counted)}
	if p.trace != nil {
		p.traceEarlier(player, kind, pool, now)
		p.traceFirst(player, kind, sum, made, published)
	}
}

// poolEvent returns the pool's entry for the games of one event. The first
// event is the one with the earliest game (Reading J8).
func (p *period) poolEvent(games []pooled) roster.PoolEvent {
	event := &p.played.Events[games[0].event]
	e := roster.PoolEvent{First: event.End, End: event.End, Order: p.orders[games[0].event], Games: make([]roster.PoolGame, len(games))}
	for i, g := range games {
		e.First = min(e.First, g.day)
		e.Games[i] = g.PoolGame
	}
	if e.First == e.End {
		e.First = 0
	}
	return e
}

// poolGame returns the pool's entry for a game: the opponent with the rating of
// this period, an unrated one with 1000 and not among the four (Reading J5).
func (p *period) poolGame(g *pack.Game, player uint32) roster.PoolGame {
	opponent, score := g.Black, rating.Score(g.Result)
	if player == g.Black {
		opponent, score = g.White, rating.Win-score
	}
	if r := p.seat(opponent, g.Kind).rating; r.Rated() {
		return roster.PoolGame{Opponent: r, Score: score}
	}
	return roster.PoolGame{Opponent: p.UnratedAs, Score: score, Uncounted: !p.UnratedGame} // 6(4), 5(3)
}

// lapse drops the pools of a player who has a rating of either kind, from which
// they then start (Reading J7).
func (p *period) lapse(player uint32) {
	standing := &p.outcome.Standings[player]
	if !slices.ContainsFunc(p.Lists, func(kind rating.Kind) bool { return standing.Of(kind).Rating.Rated() }) {
		return
	}
	for _, kind := range p.Lists {
		if state := standing.Of(kind); state.Pool != nil {
			state.Pool = nil
			if p.trace != nil {
				p.traceLapsed(player, kind)
			}
		}
	}
}

// Calculator returns the formulas of sections 5 and 6.
func (e *Edition) Calculator() regulation.Calculator { return calculator{e} }

type calculator struct{ *Edition }

// K returns the K of a player's next game.
func (c calculator) K(player *roster.Player, standing *roster.Standing, kind rating.Kind, day civil.Date) rating.K {
	usual, first, _ := c.kOf(player, standing, kind, standing.Of(kind).Rating, c.youngFrom(day.Year()))
	if c.firstGames(player, standing, kind) > 0 { // 6(3)
		return first
	}
	return usual
}

// Games returns the changes by games.
func (c calculator) Games(_ rating.Kind, own rating.Rating, k rating.K, played []regulation.Played) []regulation.Step {
	var steps []regulation.Step
	for _, g := range played {
		steps = append(steps, c.game(own, g.Opponent, g.Score, k))
	}
	return c.citeSteps(steps)
}

// After returns the rating after a change.
func (c calculator) After(own rating.Rating, change rating.Points, _ int) rating.Rating {
	return max(own+rating.Rating(c.Round(change)), c.Floor) // 5(2); 5(5), Reading J11
}

// game returns the step of a game.
func (e *Edition) game(own, opponent rating.Rating, score rating.Score, k rating.K) regulation.Step {
	difference := int(own) - int(opponent)
	expected := e.Table.Expected(e.counted(difference)) // 5(1) PD, 5(4)
	s := regulation.Step{
		What: regulation.Game, Clause: "5(1)", From: own, OpponentRating: opponent,
		Difference: int32(difference), CountsAs: int32(e.counted(difference)),
		Expected: expected, Score: score, K: k,
		Change: (rating.Expected(e.Value[score]) - expected).Times(k), // 5(1)
	}
	if s.Difference != s.CountsAs {
		s.Clause, s.Reading = "5(4)", "J17"
	}
	return s
}

// First returns a first rating, with a further step if the result does not make one.
func (c calculator) First(average rating.Points, score rating.Score, games int) ([]regulation.Step, error) {
	rounded := average.RoundHalfUp() // Reading J10
	steps := []regulation.Step{c.firstStep(rounded, score, games, c.Edition.First(rounded, score, games))}
	if games < c.FirstGames || score == 0 { // 6(3); 7(2), Reading J8
		steps = append(steps, c.notYet(games, score))
	}
	return c.citeSteps(steps), nil
}

// firstStep returns the step of a first rating.
func (e *Edition) firstStep(average int, score rating.Score, games int, made elo.Calculated) regulation.Step {
	return regulation.Step{
		What: regulation.FirstRating, Clause: "6(4)", Reading: "J9",
		Games: int32(games), Score: score, Average: rating.Whole(average), Percent: int32(made.Percent), DP: int32(made.DP),
		To: max(rating.Rating(made.Rating), e.Floor),
	}
}

// Performance returns a performance by FIDE's table.
func (c calculator) Performance(average rating.Points, score rating.Score, games int, _ rating.Rating) (regulation.Step, error) {
	s := regulation.Performance(elo.FirstByTable, average.RoundHalfUp(), score, games)
	s.Clause = "7(2)"
	return s, nil
}
