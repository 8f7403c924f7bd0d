package adoption

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Book is the lists of an old bureau, the oldest first, with one number for each
// player in all of them.
type Book struct {
	Lists   []Listed
	players *roster.Roster
	entered []bool // entered unrated, as the list says in which the player came first
	since   []civil.Date
}

// Listed is one list.
type Listed struct {
	File      string
	Day       civil.Date // from which it is in force
	standings []roster.Standing
	listed    []bool // by player
}

// Players returns the number of players in the list.
func (l *Listed) Players() int {
	n := 0
	for _, is := range l.listed {
		if is {
			n++
		}
	}
	return n
}

// Register adds what is known of players beside the lists: births, FIDE IDs and
// membership. It comes before the lists.
func (b *Book) Register(players *roster.Roster) {
	b.players = players.Clone()
	b.entered, b.since = make([]bool, len(players.Players)), make([]civil.Date, len(players.Players))
	for n := range b.since {
		b.entered[n] = players.Players[n].EnteredUnrated
	}
}

// Add adds a list, in any order. Days must differ.
func (b *Book) Add(file string, day civil.Date, players *roster.Roster, list *roster.List) {
	if b.players == nil {
		b.Register(roster.New())
	}
	l := Listed{File: file, Day: day}
	for i := range players.Players {
		n := b.number(&players.Players[i], day)
		for int(n) >= len(l.standings) {
			l.standings, l.listed = append(l.standings, none), append(l.listed, false)
		}
		l.standings[n], l.listed[n] = list.Standing(uint32(i)), true
	}
	at, _ := slices.BinarySearchFunc(b.Lists, day, func(l Listed, day civil.Date) int { return cmp.Compare(l.Day, day) })
	b.Lists = slices.Insert(b.Lists, at, l)
}

// number returns the number of a player, and completes what is known of them.
func (b *Book) number(p *roster.Player, day civil.Date) uint32 {
	n, known := b.players.ByID(p.ID)
	if !known {
		n = b.players.Add(*p)
		b.entered, b.since = append(b.entered, p.EnteredUnrated), append(b.since, day)
		return n
	}
	have := &b.players.Players[n]
	have.Name, have.NameLocal = cmp.Or(have.Name, p.Name), cmp.Or(have.NameLocal, p.NameLocal)
	have.Birth, have.FideID = cmp.Or(have.Birth, p.Birth), cmp.Or(have.FideID, p.FideID)
	have.Sex, have.Federation, have.Club = cmp.Or(have.Sex, p.Sex), cmp.Or(have.Federation, p.Federation), cmp.Or(have.Club, p.Club)
	if have.Fide == [rating.Kinds]rating.Rating{} {
		have.Fide = p.Fide
	}
	if b.since[n] > day {
		b.since[n], b.entered[n] = day, p.EnteredUnrated
	}
	return n
}

// opening returns the players of all lists, and the oldest list. Who came with a later
// list entered unrated, unless FIDE rates them.
func (b *Book) opening() (*roster.Roster, *roster.List) {
	first := &b.Lists[0]
	for n := range b.players.Players {
		p := &b.players.Players[n]
		p.EnteredUnrated = b.entered[n]
		if b.since[n] > first.Day {
			p.EnteredUnrated = p.Fide == [rating.Kinds]rating.Rating{}
		}
	}
	standings := make([]roster.Standing, len(b.players.Players))
	copy(standings, first.standings)
	return b.players, &roster.List{From: first.Day, Standings: standings}
}

// rating returns a rating of a list, and whether the player is in it.
func (b *Book) rating(list int, n uint32, kind rating.Kind) (rating.Rating, bool) {
	l := &b.Lists[list]
	if int(n) >= len(l.listed) || !l.listed[n] {
		return 0, false
	}
	return l.standings[n].Of(kind).Rating, true
}

// base returns the list from which the period after a list starts: its ratings, and of
// games, peaks and pools what it says or, where it says nothing, what we have counted.
// before is our list in its place, and started the one from which that was made.
func (b *Book) base(list int, before, started *roster.List) *roster.List {
	l := &b.Lists[list]
	standings := make([]roster.Standing, max(len(before.Standings), len(b.players.Players)))
	for n := range standings {
		standings[n] = before.Standing(uint32(n))
		if n >= len(l.listed) || !l.listed[n] {
			continue
		}
		earlier := started.Standing(uint32(n))
		for _, kind := range rating.AllKinds {
			adopt(standings[n].Of(kind), earlier.Of(kind), l.standings[n].Of(kind))
		}
	}
	return &roster.List{From: l.Day, Standings: standings, Earlier: before.Earlier}
}

// adopt makes a state of ours that of the old bureau.
func adopt(state, earlier, theirs *roster.State) {
	if state.Rating != theirs.Rating {
		peak := max(earlier.Best(), theirs.Rating)
		switch {
		case !theirs.Rating.Rated():
			*state = roster.State{Games: earlier.Games, K: earlier.K, Peak: earlier.Peak, Pool: earlier.Pool}
		default:
			*state = roster.State{Rating: theirs.Rating, Peak: peak, Games: state.Games, K: state.K, Last: state.Last}
		}
	}
	if theirs.Games > 0 {
		state.Games = theirs.Games
	}
	state.Peak = max(state.Peak, theirs.Peak)
	if theirs.Pool != nil && !state.Rating.Rated() {
		state.Pool = theirs.Pool
	}
}
