package fide

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/elo"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// The functions in this file write the trace. None of them decides a number.

// The cases of steps.
const (
	noteOwn             regulation.Note = "own"
	noteStandard        regulation.Note = "from-standard"
	noteUnrated         regulation.Note = "unrated"
	noteThen            regulation.Note = "then"
	noteSince           regulation.Note = "since-published"
	noteDropped         regulation.Note = "dropped"
	noteInFull          regulation.Note = "in-full"
	noteExempt          regulation.Note = "exempt"
	noteForfeit         regulation.Note = "forfeit"
	noteMarkedUnrated   regulation.Note = "marked-unrated"
	noteUnfit           regulation.Note = "unfit"
	noteLate            regulation.Note = "late"
	noteHeld            regulation.Note = "held" // by a question that is open, or left out by an officer
	noteOpponentUnrated regulation.Note = "opponent-unrated"
	noteBothUnrated     regulation.Note = "both-unrated"
	noteTooFarApart     regulation.Note = "too-far-apart"
	noteFirstEvent      regulation.Note = "first-event"
	noteNowFirst        regulation.Note = "first-now"
	noteIfFirst         regulation.Note = "if-first"
	noteTooFew          regulation.Note = "too-few"
	noteBelowFloor      regulation.Note = "below-floor"
	noteLapsed          regulation.Note = "too-old"
	noteAbove           regulation.Note = "above-half"
	noteHalf            regulation.Note = "half"
	noteBelow           regulation.Note = "below-half"
	noteWithDraws       regulation.Note = "with-draws"
)

// traceGames adds, section by section, the players' ratings and the effect of
// each game.
func (p *period) traceGames() {
	type start struct {
		player uint32
		kind   rating.Kind
	}
	started := map[start]bool{}
	for i := range p.played.Sections {
		section := &p.played.Sections[i]
		if section.Refused {
			continue
		}
		for _, entry := range section.Entries {
			if s := (start{entry.Player, section.Kind}); !started[s] {
				started[s] = true
				p.traceStart(entry.Player, section.Kind)
				p.traceK(entry.Player, section.Kind)
			}
			p.traceEntry(i, entry.Player)
		}
	}
	slices.SortFunc(p.upgraded, inOrder)
	parts := slices.Clone(p.parts)
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(a.game, b.game) })
	for i := range p.played.Games {
		g := &p.played.Games[i]
		_, _, counts := p.scores(g)
		switch {
		case !counts:
			p.traceUncounted(i)
		case len(parts) > 0 && int(parts[0].game) == i:
			p.tracePart(&parts[0])
			p.tracePart(&parts[1])
			parts = parts[2:]
		default:
			p.traceNear(i, g)
		}
	}
}

// traceStart adds the rating to which the period's changes are added.
func (p *period) traceStart(player uint32, kind rating.Kind) {
	s := regulation.Step{What: regulation.Start, Note: noteOwn, Clause: "7.1", Reading: "F1", List: kind, Player: player, To: p.now(player, kind)}
	switch own := p.latest.Of(player, kind); {
	case !s.To.Rated():
		s.Note, s.Clause, s.Reading = noteUnrated, "7.1.4", "F8"
	case !own.Rated():
		s.Note, s.Clause, s.Reading = noteStandard, "RB 7.2.1", "F4"
	}
	p.trace.Add(s)
}

// traceK adds a player's K and why, if the player has a counted game.
func (p *period) traceK(player uint32, kind rating.Kind) {
	if p.changes[kind-1] == nil || p.changes[kind-1][player].games == 0 {
		return
	}
	c := &p.changes[kind-1][player]
	k, why := p.chosenK(player, kind)
	age := p.month.Days.From.Year() - p.past.Players[player].Birth.Year()
	s := regulation.Step{
		What: regulation.KFactor, Note: why, Clause: "8.3.3", Reading: "F3", List: kind, Player: player,
		K: k, From: p.best(player, kind), Games: p.outcome.Standings[player].Of(kind).Games, Limit: p.K.NewGames, Age: int32(age),
	}
	p.trace.Add(s)
	if c.k != k {
		s.Note, s.K, s.Games, s.Limit, s.Age = noteLimit, c.k, c.games, int32(p.K.Limit), 0
		p.trace.Add(s)
	}
}

// traceEntry adds the rating for a player's games in a section, and its list if
// that is not the latest.
func (p *period) traceEntry(section int, player uint32) {
	l := p.used[section]
	s := regulation.Step{What: regulation.Entry, List: l.kind, Player: player, Section: int32(section) + 1, From: p.own(l, player)}
	p.trace.Add(s)
	then, now := p.rated(l.Ratings, player, l.kind), p.now(player, l.kind)
	s.What, s.Day, s.From, s.To = regulation.InForce, l.From, then, now
	switch {
	case then == now:
		return
	case !now.Rated():
		s.Note, s.Clause, s.Reading = noteDropped, "7.2.1", "F10"
	case !then.Rated():
		s.Note, s.Clause, s.Reading = noteSince, "8.2.4", "F9"
	default:
		s.Note, s.Clause, s.Reading = noteThen, "7.1.1", "F2"
	}
	p.trace.Add(s)
}

// traceNear adds a game that needed no closer look.
func (p *period) traceNear(game int, g *pack.Game) {
	l := p.used[g.Section]
	white, black := l.plain[g.White], l.plain[g.Black]
	for _, s := range [2]part{
		{game: uint32(game), player: g.White, own: white, opponent: black, score: rating.Score(g.Result)},
		{game: uint32(game), player: g.Black, own: black, opponent: white, score: rating.Win - rating.Score(g.Result)},
	} {
		s.countsAs = p.usually(s.difference())
		p.tracePart(&s)
	}
}

// inOrder compares games by order, and the players of a game.
func inOrder(a, b upgrade) int {
	return cmp.Or(cmp.Compare(a.game, b.game), cmp.Compare(a.player, b.player))
}

// tracePart adds a game from the point of view of one player.
func (p *period) tracePart(s *part) {
	g := &p.played.Games[s.game]
	if _, upgraded := slices.BinarySearchFunc(p.upgraded, upgrade{game: s.game, player: s.player}, inOrder); upgraded {
		s.countsAs = p.cut(s.countsAs) // Reading F5
	}
	step := p.step(s, g.Kind, 0)
	switch s.seen {
	case counted:
		step = p.step(s, g.Kind, p.changes[g.Kind-1][s.player].k)
	case pooled:
		return // added with the pool
	case againstNobody:
		step.Note = noteOpponentUnrated
		if !s.own.Rated() {
			step.Note, step.Clause, step.Reading = noteBothUnrated, "7.1.4", "F8"
		}
	}
	p.place(&step, int(s.game), s.player)
	p.trace.Add(step)
}

// step returns the step of a game from the point of view of one player.
func (e *Edition) step(s *part, kind rating.Kind, k rating.K) regulation.Step {
	step := regulation.Step{
		What: regulation.Uncounted, Clause: "8.3.1", List: kind, From: s.own, OpponentRating: s.opponent, Score: s.score,
	}
	switch s.seen {
	case tooFarApart:
		step.Note, step.Clause, step.Reading, step.Difference = noteTooFarApart, "RB 7.3.1", "F11", int32(s.difference())
	case counted:
		step.What, step.Clause = regulation.Game, "8.3.2"
		step.Difference, step.CountsAs, step.Expected = int32(s.difference()), int32(s.countsAs), e.Table.Expected(s.countsAs)
		step.K, step.Change = k, (rating.Expected(e.Value[s.score]) - step.Expected).Times(k)
		switch {
		case s.countsAs != s.difference():
			step.Clause = "8.3.1"
			if e.CapOnce {
				step.Reading = "F5"
			}
		case abs(s.difference()) <= e.Cap:
		case e.CapOnce:
			step.Note, step.Clause, step.Reading = noteInFull, "8.3.1", "F5"
		default:
			step.Note, step.Clause, step.Reading = noteExempt, "8.3.1", "F7"
		}
	}
	return step
}

// place sets the game that a step belongs to.
func (p *period) place(step *regulation.Step, game int, player uint32) {
	g := &p.played.Games[game]
	step.List, step.Player, step.Opponent = g.Kind, player, g.Black
	if player == g.Black {
		step.Opponent = g.White
	}
	step.Section, step.Game, step.Round = int32(g.Section)+1, int32(game)+1, int32(g.Round)
}

// traceUncounted adds why a game does not count.
func (p *period) traceUncounted(game int) {
	g := &p.played.Games[game]
	step := regulation.Step{What: regulation.Uncounted, Note: noteForfeit, Clause: "5.1", Reading: "G7"}
	switch g.Out {
	case pack.Unrated:
		step.Note, step.Clause, step.Reading = noteMarkedUnrated, "", "G14"
	case pack.Unfit:
		step.Note, step.Clause, step.Reading = noteUnfit, "1.1", "F12"
	case pack.Late:
		step.Note, step.Clause, step.Reading = noteLate, "9.1", "F12"
	case pack.Held:
		step.Note, step.Clause, step.Reading = noteHeld, "", ""
	}
	for _, player := range [2]uint32{g.White, g.Black} {
		p.place(&step, game, player)
		p.trace.Add(step)
	}
}

// tracePublished adds how the sum of the changes became the new rating.
func (p *period) tracePublished(player uint32, kind rating.Kind, c *change, sum rating.Points, rounded int, changed, published rating.Rating) {
	add := func(s regulation.Step) {
		s.List, s.Player = kind, player
		p.trace.Add(s)
	}
	start := p.now(player, kind)
	add(regulation.Step{What: regulation.PeriodChange, Clause: "8.3.2", Reading: "F2", Games: c.games, K: c.k, Exact: rating.Points(c.sum) * (rating.Point / 100), Change: sum})
	add(regulation.Step{What: regulation.Rounding, Clause: "8.3.4", Reading: "G2", Exact: sum, Change: rating.Whole(rounded)})
	add(regulation.Step{What: regulation.Floor, Clause: "7.2.1", Reading: "F10", From: changed, Limit: int32(p.Floor), To: published})
	result := regulation.Step{What: regulation.Result, Clause: "8.3.4", From: start, To: published, Change: published.Points() - start.Points()}
	if published == 0 {
		result.Clause, result.Reading, result.Change = "7.2.1", "F10", 0
	}
	add(result)
}

// tracePoolEvents adds an unrated player's games in one kind of list, by event,
// and whether the first event is disregarded.
func (p *period) tracePoolEvents(games []*part, pool *roster.Pool) {
	first := &pool.Events[0]
	for event := range regulation.Runs(games, func(s *part) uint32 { return s.event }) {
		e := p.poolEvent(event)
		p.tracePoolEvent(event, first.Disregarded && e.End == first.End && e.Order == first.Order)
	}
}

// traceKept adds what happened to the earlier events of a pool: games that are
// too old, and an event that is disregarded because it is now the first one.
func (p *period) traceKept(player uint32, kind rating.Kind, before, kept, pool *roster.Pool) {
	if n := before.Sum().Games - kept.Sum().Games; n > 0 {
		p.traceLapsed(player, kind, n)
	}
	if kept != nil && pool.Events[0].Disregarded && !kept.Events[0].Disregarded && pool.Events[0].End == kept.Events[0].End {
		p.trace.Add(regulation.Step{
			What: regulation.Disregarded, Note: noteNowFirst, Clause: "8.2.1", Reading: "F8", List: kind, Player: player, Games: int32(len(pool.Events[0].Games)),
		})
	}
}

// tracePoolEvent adds an unrated player's games of one event.
func (p *period) tracePoolEvent(games []*part, disregarded bool) {
	for _, s := range games {
		step := regulation.Step{
			What: regulation.Pooled, Clause: "7.1.4", Reading: "F8", OpponentRating: s.opponent, Score: s.score,
		}
		if disregarded {
			step.What, step.Note, step.Clause = regulation.Uncounted, noteFirstEvent, "8.2.1"
		}
		p.place(&step, int(s.game), s.player)
		p.trace.Add(step)
	}
	if disregarded {
		g := &p.played.Games[games[0].game]
		p.trace.Add(regulation.Step{
			What: regulation.Disregarded, Note: noteFirstEvent, Clause: "8.2.1", Reading: "F8",
			List: g.Kind, Player: games[0].player, Section: int32(g.Section) + 1, Games: int32(len(games)),
		})
	}
}

// tracePool adds why there is no first rating yet.
func (p *period) tracePool(player uint32, kind rating.Kind, why regulation.Note, sum roster.Sum, limit int) {
	s := poolState(why, sum, limit)
	s.List, s.Player = kind, player
	p.trace.Add(s)
}

func poolState(why regulation.Note, sum roster.Sum, limit int) regulation.Step {
	return regulation.Step{
		What: regulation.PoolState, Note: why, Clause: "7.1.4", Reading: "F8", Games: int32(sum.Games), Score: sum.Score, Limit: int32(limit),
	}
}

// traceLapsed adds games that are too old.
func (p *period) traceLapsed(player uint32, kind rating.Kind, games int) {
	p.tracePool(player, kind, noteLapsed, roster.Sum{Games: games}, p.PoolMonths)
}

// traceInitial adds the steps of an initial rating.
func (p *period) traceInitial(player uint32, kind rating.Kind, steps []regulation.Step) {
	for _, s := range steps {
		s.List, s.Player = kind, player
		p.trace.Add(s)
	}
}

// traceFirst adds that a first rating is published.
func (p *period) traceFirst(player uint32, kind rating.Kind, published rating.Rating) {
	p.trace.Add(regulation.Step{
		What: regulation.Floor, Clause: "7.1.4", Reading: "F8", List: kind, Player: player, From: published, Limit: int32(p.Floor), To: published,
	})
	p.trace.Add(regulation.Step{What: regulation.Result, Clause: "7.1.4", List: kind, Player: player, To: published})
}

// tracePerformances adds the performance by FIDE's calculator to each line of the event
// tables.
func (p *period) tracePerformances() {
	p.trace.Performances(elo.First, p.played, "8.1.1", "F13")
}
