package ncs

import (
	"sort"
	"time"

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
		p.chooseK(year.number)
		p.play(year.from, year.to)
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

// seat is a player in one kind of list during a period: the data needed for the
// calculation of a game.
type seat struct {
	sum    int32         // 5(2): the changes so far, in 1/100 of a point
	rating rating.Rating // used; zero: unrated
	games  uint16        // counted in the period
	k      [2]rating.K   // 5(1) K, and the K of the first games
	first  uint8         // remaining first games (Reading J2)
	used   uint8         // bit set of the Ks used
}

// several is the K of a period with more than one.
const several = ^rating.K(0)

// period is the calculation of one period.
type period struct {
	*Edition
	days      civil.Range
	past      regulation.Past
	played    *pack.Batch
	trace     *regulation.Trace
	outcome   regulation.Outcome
	expected  *elo.Lookup
	seats     [rating.Kinds + 1][]seat     // by kind of list and player
	newcomers [rating.Kinds + 1][]seat     // seats that count the first games (Reading J1)
	earlier   [rating.Kinds + 1][]rating.K // used in the period's earlier years; nil if there is one year
	unrated   []int                        // indices of the games with an unrated player
	told      map[*seat]regulation.Note    // K already explained
}

// open creates the seats of the players with their starting ratings.
func (e *Edition) open(days regulation.Period, past regulation.Past, played *pack.Batch, trace *regulation.Trace) *period {
	p := &period{
		Edition: e, days: days.Days, past: past, played: played, trace: trace, outcome: regulation.NewOutcome(past),
		expected: e.Table.Lookup(e.counted),
	}
	for _, kind := range e.Lists {
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
			s.first = uint8(max(0, e.NewGames-e.gamesInScope(standing, kind)))
			if !player.EnteredUnrated && !e.K40ForInherited { // Readings J3, J4
				s.first = 0
			}
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

// gamesInScope returns a player's number of games, in the lists that K
// considers.
func (e *Edition) gamesInScope(s *roster.Standing, kind rating.Kind) int32 {
	if e.KScope == PerList { // Reading J1
		return s.Of(kind).Games
	}
	var games int32
	for _, k := range e.Lists {
		games += s.Of(k).Games
	}
	return games
}

// bestInScope returns a player's highest rating ever, in the lists that K
// considers.
func (e *Edition) bestInScope(s *roster.Standing, kind rating.Kind) rating.Rating {
	if e.KScope == PerList { // Reading J1
		return s.Of(kind).Best()
	}
	var best rating.Rating
	for _, k := range e.Lists {
		best = max(best, s.Of(k).Best())
	}
	return best
}

// counted returns the difference with the limits applied.
func (e *Edition) counted(difference int) int {
	return max(-e.Cap, min(e.Cap, difference)) // 5(4), Reading J17
}

// The cases of K.
const (
	noteMaster regulation.Note = "master"
	noteYoung  regulation.Note = "young"
	noteNew    regulation.Note = "new"
	noteUsual  regulation.Note = "usual"
)

// chooseK sets the K of all players for the games of a year.
func (p *period) chooseK(year int) {
	young := p.youngFrom(year)
	for n := range p.past.Players {
		for _, kind := range p.Lists {
			s := p.seat(uint32(n), kind)
			if s.rating == 0 {
				continue
			}
			if s.used != 0 { // in an earlier year
				p.remember(uint32(n), kind)
			}
			s.k, _ = p.kOf(uint32(n), kind, s.rating, young)
		}
	}
}

// kOf returns the K of a player for the games of a year, and the K of the first
// games (Reading J21); young is the first birth that counts as young.
func (p *period) kOf(player uint32, kind rating.Kind, inUse rating.Rating, young civil.Birth) ([2]rating.K, regulation.Note) {
	switch {
	case max(inUse, p.bestInScope(&p.outcome.Standings[player], kind)) >= p.Master: // 5(1) K
		return [2]rating.K{p.KMaster, p.KMaster}, noteMaster
	case p.past.Players[player].Birth.NotBefore(young) && inUse < p.YoungRating: // 5(1) K, age
		return [2]rating.K{p.KYoung, p.KYoung}, noteYoung
	default: // 5(1) K, 6(3)
		return [2]rating.K{p.KUsual, p.KNew}, noteUsual
	}
}

// year is the games of a calendar year: an index range, to exclusive.
type year struct{ number, from, to int }

// Births returns the first birth that counts as young, for each calendar year
// with games.
func (e *Edition) Births(_ regulation.Period, played *pack.Batch) []civil.Birth {
	var births []civil.Birth
	for year := range years(played) {
		births = append(births, e.youngFrom(year.number))
	}
	return births
}

// youngFrom returns the first birth that counts as young in a year.
func (e *Edition) youngFrom(year int) civil.Birth {
	return civil.BirthOn(e.newYear(year-e.YoungAge) + 1) // 5(1) age
}

// newYear returns the day of a year on which age is determined.
func (e *Edition) newYear(year int) civil.Date {
	return civil.Of(year, time.Month(e.AgeOn[0]), e.AgeOn[1]) // 5(1) age, Reading J20
}

// years yields the calendar years of the period's games.
func years(played *pack.Batch) func(yield func(year) bool) {
	return func(yield func(year) bool) {
		games := played.Games
		for from, to := 0, 0; from < len(games); from = to {
			number := games[from].Date.Year()
			to = from + sort.Search(len(games)-from, func(i int) bool { return games[from+i].Date.Year() > number })
			if !yield(year{number, from, to}) {
				return
			}
		}
	}
}

// play adds the changes by the games of one year, in playing order.
func (p *period) play(from, to int) {
	games := p.played.Games[from:to]
	for i := range games {
		g := &games[i]
		if !g.Counts() { // 5(3)
			if p.trace != nil {
				p.traceUncounted(from + i)
			}
			continue
		}
		white, black := p.seat(g.White, g.Kind), p.seat(g.Black, g.Kind)
		if white.rating == 0 || black.rating == 0 { // 5(3), Reading J6
			p.unrated = append(p.unrated, from+i)
			continue
		}
		pd := int32(p.expected.Of(int(white.rating) - int(black.rating)))              // 5(1) PD, 5(4)
		kWhite := white.add(p.newcomer(g.White, g.Kind), p.Value[g.Result]-pd)         // 5(1): C = (R - PD) * K
		kBlack := black.add(p.newcomer(g.Black, g.Kind), p.Value[2-g.Result]-(100-pd)) // 5(1)
		if p.trace != nil {
			p.traceGame(from+i, kWhite, kBlack)
		}
	}
}

// add counts a game and adds its change. It returns the K used: that of the
// first games while there are some left, in any list of the scope.
func (s *seat) add(newcomer *seat, difference int32) rating.K {
	first := min(newcomer.first, 1) // 6(3), Reading J2
	newcomer.first -= first
	k := s.k[first]
	s.used |= 1 << first
	s.sum += int32(k) * difference
	s.games++
	return k
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

// kUsed returns the K that the seat used in the current year; zero for none.
func (s *seat) kUsed() rating.K {
	const usual, first = 1 << 0, 1 << 1
	switch {
	case s.used == 0:
		return 0
	case s.used == usual || s.used == usual|first && s.k[0] == s.k[1]:
		return s.k[0]
	case s.used == first:
		return s.k[1]
	}
	return several
}

// remember stores the K that a seat has used so far, before a new year.
func (p *period) remember(player uint32, kind rating.Kind) {
	if p.earlier[kind] == nil {
		p.earlier[kind] = make([]rating.K, len(p.past.Players))
	}
	s, k := p.seat(player, kind), &p.earlier[kind][player]
	*k, s.used = joint(*k, s.kUsed()), 0
}

// joint combines the Ks of two spans of time; zero is none.
func joint(a, b rating.K) rating.K {
	switch {
	case a == 0 || a == b:
		return b
	case b == 0:
		return a
	}
	return several
}

// oneK returns the K used in the period, zero if there were several.
func (p *period) oneK(player uint32, kind rating.Kind) rating.K {
	k := p.seat(player, kind).kUsed()
	if p.earlier[kind] != nil {
		k = joint(p.earlier[kind][player], k)
	}
	if k == several {
		return 0
	}
	return k
}

// qualify marks the ratings that may serve for qualification (Reading J14).
func (p *period) qualify() {
	for n := range p.outcome.Standings {
		for _, kind := range p.Qualifying.Lists {
			p.outcome.Moves[n][kind-1].Qualifies = p.Qualifying.Has(kind, p.outcome.Standings[n].Of(kind), p.past.Players[n].EnteredUnrated) // 6(3)
		}
	}
}
