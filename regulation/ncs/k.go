package ncs

import (
	"sort"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// K of section 5(1): which one a player has, by rating, age and number of games,
// and which ones were used.

// The cases of K.
const (
	noteMaster regulation.Note = "master"
	noteYoung  regulation.Note = "young"
	noteNew    regulation.Note = "new"
	noteUsual  regulation.Note = "usual"
)

// chooseK sets the K of all players for the games of a year, and marks the
// ratings of those whose games may have several; for a trace, all ratings.
func (p *period) chooseK(year year) {
	young := p.youngFrom(year.number)
	for n := range p.past.Players {
		if year.from > 0 {
			p.remember(uint32(n))
		}
		mark := rating.Rating(1)
		if p.trace != nil {
			mark = -1
		}
		for _, kind := range p.Lists {
			s := p.seat(uint32(n), kind)
			if s.rating == 0 {
				continue
			}
			s.k[0], s.k[1], _ = p.kOf(&p.past.Players[n], &p.outcome.Standings[n], kind, s.rating, young)
			if s.k[0] != s.k[1] && p.newcomer(uint32(n), kind).first > 0 { // 6(3)
				mark = -1 // in all lists: the first games may be in any of them (Reading J1)
			}
		}
		for _, kind := range p.Lists {
			p.ratings[kind][n] = mark * p.seats[kind][n].rating
		}
	}
}

// unmarked returns a rating without its mark.
func unmarked(r rating.Rating) int { return int(max(r, -r)) }

// kOf returns the K of a player for the games of a year, and the K of the first
// games (Reading J21); young is the first birth that counts as young.
func (e *Edition) kOf(
	player *roster.Player, standing *roster.Standing, kind rating.Kind, inUse rating.Rating, young civil.Birth,
) (usual, first rating.K, note regulation.Note) {
	switch {
	case max(inUse, e.bestInScope(standing, kind)) >= e.Master: // 5(1) K
		return e.KMaster, e.KMaster, noteMaster
	case player.Birth.NotBefore(young) && inUse < e.YoungRating: // 5(1) K, age
		return e.KYoung, e.KYoung, noteYoung
	default: // 5(1) K, 6(3)
		return e.KUsual, e.KNew, noteUsual
	}
}

// firstGames returns how many first games of a player are left, which have a K of their own.
func (e *Edition) firstGames(player *roster.Player, standing *roster.Standing, kind rating.Kind) uint8 {
	if !player.EnteredUnrated && !e.K40ForInherited { // Readings J3, J4
		return 0
	}
	return uint8(max(0, e.NewGames-e.gamesInScope(standing, kind)))
}

// nextK returns the K of a player's next game: that of the first games while
// there are some left, in any list of the scope.
func (p *period) nextK(player uint32, kind rating.Kind) rating.K {
	return p.seat(player, kind).k[min(p.newcomer(player, kind).first, 1)] // 6(3), Reading J2
}

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

// several is the K of a period with more than one.
const several = ^rating.K(0)

// kUsed returns the K that a player used in the current year; zero for none.
func (p *period) kUsed(player uint32, kind rating.Kind) (k rating.K) {
	const usual, first = 1 << 0, 1 << 1
	s := p.seat(player, kind)
	if s.used&usual != 0 || p.tallies[kind][player].games > 0 {
		k = s.k[0]
	}
	if s.used&first != 0 {
		k = joint(k, s.k[1])
	}
	return k
}

// remember stores the K that a player has used so far, and how many first games
// are left, before a new year.
func (p *period) remember(player uint32) {
	for _, kind := range p.Lists {
		s, newcomer, t := p.seat(player, kind), p.newcomer(player, kind), &p.tallies[kind][player]
		if s.games == 0 {
			continue
		}
		if p.earlier[kind] == nil {
			p.earlier[kind] = make([]rating.K, len(p.past.Players))
		}
		k := &p.earlier[kind][player]
		*k = joint(*k, p.kUsed(player, kind))
		newcomer.first -= uint8(min(int32(newcomer.first), t.games)) // 6(3), Reading J2
		s.used, *t = 0, tally{}
	}
}

// joint combines two Ks; zero is none.
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
	k := p.kUsed(player, kind)
	if p.earlier[kind] != nil {
		k = joint(p.earlier[kind][player], k)
	}
	if k == several {
		return 0
	}
	return k
}
