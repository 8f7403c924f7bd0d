package ncs

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/elo"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Rate rates the games of a calculation period: sections 5 and 6 of the text.
func (e *Edition) Rate(days regulation.Period, past regulation.Past, played *pack.Batch, trace *regulation.Trace) regulation.Outcome {
	told := 0
	if trace != nil {
		told = len(trace.Steps)
	}
	p := e.open(days, past, played, trace)
	for year := range years(played) {
		p.chooseK(year)
		p.play(year.from, year.to)
		p.settle()
	}
	p.publish()
	p.firstRatings()
	p.qualify()
	p.tracePerformances()
	if trace != nil {
		e.citeSteps(trace.Steps[told:])
	}
	e.cite(p.outcome.Findings)
	return p.outcome
}

// tally is the games of a player in one kind of list in a year, if all of them
// have the same K, which is applied at the end of the year.
type tally struct {
	difference int32 // 5(1): the sum of R - PD, in hundredths
	games      int32 // counted
}

// seat is a player in one kind of list during a period.
type seat struct {
	sum    int32         // 5(2): the changes so far, in 1/100 of a point
	rating rating.Rating // used; zero: unrated
	games  uint16        // counted in the period
	k      [2]rating.K   // 5(1) K, and the K of the first games
	first  uint8         // remaining first games (Reading J2)
	used   uint8         // bit set of the Ks of the year's games that are in no tally
}

// period is the calculation of one period.
type period struct {
	*Edition
	days      civil.Range
	past      regulation.Past
	played    *pack.Batch
	trace     *regulation.Trace
	outcome   regulation.Outcome
	expected  *elo.Lookup
	ratings   [rating.Kinds + 1][]rating.Rating // of the seats; negative: games of this player take the slow path
	tallies   [rating.Kinds + 1][]tally         // of the year
	seats     [rating.Kinds + 1][]seat          // by kind of list and player
	newcomers [rating.Kinds + 1][]seat          // seats that count the first games (Reading J1)
	earlier   [rating.Kinds + 1][]rating.K      // used in the period's earlier years; nil if there is one year
	unrated   []int                             // indices of the games with an unrated player
	orders    []string                          // of the events
	told      map[*seat]regulation.Note         // K already explained
}

// open creates the seats of the players with their starting ratings.
func (e *Edition) open(days regulation.Period, past regulation.Past, played *pack.Batch, trace *regulation.Trace) *period {
	p := &period{
		Edition: e, days: days.Days, past: past, played: played, trace: trace, outcome: regulation.NewOutcome(past),
		expected: e.Table.Lookup(e.counted),
	}
	for _, kind := range e.Lists {
		p.ratings[kind] = make([]rating.Rating, len(past.Players))
		p.tallies[kind] = make([]tally, len(past.Players))
		p.seats[kind] = make([]seat, len(past.Players))
		p.newcomers[kind] = p.seats[kind]
		if e.KScope == Shared {
			p.newcomers[kind] = p.seats[e.Lists[0]]
		}
	}
	for n := range past.Players {
		player := &past.Players[n]
		standing := &p.outcome.Standings[n]
		for _, kind := range e.Lists {
			s := p.seat(uint32(n), kind)
			s.rating, _, _ = e.start(player, standing, kind)
			s.first = e.firstGames(player, standing, kind)
		}
	}
	if trace != nil {
		p.told = map[*seat]regulation.Note{}
		p.traceEntries()
	}
	return p
}

func (p *period) seat(player uint32, kind rating.Kind) *seat { return &p.seats[kind][player] }

// newcomer returns the seat that counts a player's first games: that of the
// list or, if the lists share K, that of the first list (Reading J1).
func (p *period) newcomer(player uint32, kind rating.Kind) *seat { return &p.newcomers[kind][player] }

// counted returns the difference with the limits applied.
func (e *Edition) counted(difference int) int {
	return max(-e.Cap, min(e.Cap, difference)) // 5(4), Reading J17
}

// play adds the differences by the games of one year.
func (p *period) play(from, to int) {
	games, value, expected := p.played.Games[from:to], &p.Value, p.expected
	var kind rating.Kind
	var ratings []rating.Rating
	var tallies []tally
	for i := range games {
		g := &games[i]
		if g.Kind != kind {
			kind, ratings, tallies = g.Kind, p.ratings[g.Kind], p.tallies[g.Kind]
		}
		white, black := ratings[g.White], ratings[g.Black]
		if !g.Counts() || min(white, black) <= 0 {
			p.playApart(from + i)
			continue
		}
		pd := int32(expected.Of(int(white) - int(black))) // 5(1) PD, 5(4)
		difference := value[g.Result] - pd                // 5(1): R - PD
		tallies[g.White].add(difference)
		tallies[g.Black].add(-difference) // both R add up to 1, and so do both PD
	}
}

func (t *tally) add(difference int32) {
	t.difference += difference
	t.games++
}

// playApart takes a closer look at a game that does not count, or that has a player
// who is unrated or marked.
func (p *period) playApart(game int) {
	g := &p.played.Games[game]
	if !g.Counts() { // 5(3)
		if p.trace != nil {
			p.traceUncounted(game)
		}
		return
	}
	white, black := unmarked(p.ratings[g.Kind][g.White]), unmarked(p.ratings[g.Kind][g.Black])
	if min(white, black) == 0 { // 5(3), Reading J6
		p.unrated = append(p.unrated, game)
		return
	}
	if p.trace != nil {
		p.traceGame(game)
	}
	pd := int32(p.expected.Of(white - black)) // 5(1) PD, 5(4)
	difference := p.Value[g.Result] - pd      // 5(1): R - PD
	p.playSide(g.White, g.Kind, difference)
	p.playSide(g.Black, g.Kind, -difference)
}

// playSide adds a player's change by a game.
func (p *period) playSide(player uint32, kind rating.Kind, difference int32) {
	s, newcomer := p.seat(player, kind), p.newcomer(player, kind)
	s.sum += int32(p.nextK(player, kind)) * difference // 5(1): C = (R - PD) * K
	s.games++
	first := min(newcomer.first, 1) // 6(3), Reading J2
	newcomer.first -= first
	s.used |= 1 << first
}

// settle adds the changes by the games of the year that have the same K.
func (p *period) settle() {
	for _, kind := range p.Lists {
		seats := p.seats[kind]
		for n, t := range p.tallies[kind] {
			s := &seats[n]
			s.sum += int32(s.k[0]) * t.difference // 5(1): C = (R - PD) * K
			s.games += uint16(t.games)
		}
	}
}

// publish sets the new ratings of all players with a counted game.
func (p *period) publish() {
	for n := range p.past.Players {
		for _, kind := range p.Lists {
			if s := p.seat(uint32(n), kind); s.games > 0 {
				p.publishOne(uint32(n), kind, s)
			}
		}
	}
}

func (p *period) publishOne(player uint32, kind rating.Kind, s *seat) {
	state := p.outcome.Standings[player].Of(kind)
	sum := rating.Points(s.sum) * (rating.Point / 100)
	rounded := p.Round(sum)                      // 5(2)
	changed := s.rating + rating.Rating(rounded) // 5(2)
	published := max(changed, p.Floor)           // 5(5), Reading J11
	*state = roster.State{
		Rating: published, Peak: max(published, s.rating, state.Peak), Games: state.Games + int32(s.games), K: state.K,
	}
	p.outcome.Moves[player][kind-1] = regulation.Move{Previous: s.rating, Games: int32(s.games), K: p.oneK(player, kind)}
	if p.trace != nil {
		p.tracePublished(player, kind, s, sum, rounded, changed, published)
	}
}

// qualify marks the ratings that may serve for qualification (Reading J14).
func (p *period) qualify() {
	for n := range p.outcome.Standings {
		for _, kind := range p.Qualifying.Lists {
			p.outcome.Moves[n][kind-1].Qualifies = p.Qualifying.Has(kind, p.outcome.Standings[n].Of(kind), p.past.Players[n].EnteredUnrated) // 6(3)
		}
	}
}
