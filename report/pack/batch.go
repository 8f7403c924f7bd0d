// Package pack holds reports in the flat form from which a regulation rates
// them: a Batch of events, sections, entries, games and byes.
//
// A player is a number here, the position in the roster; a game has 20 bytes.
// A sorted Batch has the one order that all regulations share (Reading G5),
// whatever the order in which its reports were added.
package pack

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Batch is the games of the reports of a period.
type Batch struct {
	Events   []Event   // by end, start, name
	Sections []Section // by event, then name
	Games    []Game    // in playing order: by date, event, section, round
}

// Event is one tournament or meeting.
type Event struct {
	Report               int // the number under which it was added
	Name                 string
	Start, End, Received civil.Date
	AgeYear              int // the year for age groups; zero: not stated
	Team, Braille, FIDE  bool
	System               report.System
}

// Section is one group of players of an event.
type Section struct {
	Event   int // index in Batch.Events
	Number  int // index in the report's sections
	Name    string
	Kind    rating.Kind
	Group   report.Group
	Rounds  int
	Floor   rating.Rating // set manually if nobody is rated
	Refused bool          // nothing in it is rated
	Unrated int           // percentage of players without a published rating
	Entries []Entry       // by start number
	Byes    []Bye         // by player and round
}

// StartOf returns the start number of a player of the section.
func (s *Section) StartOf(player uint32) int32 {
	return s.Entries[slices.IndexFunc(s.Entries, func(e Entry) bool { return e.Player == player })].Start
}

// Entry is a player in a section.
type Entry struct {
	Player  uint32
	Start   int32        // start number
	Points  rating.Score // in the table, including byes and forfeits
	Surplus rating.Score // of these, in rounds without a game or bye
}

// Nobody stands for an unknown entry of a refused section.
const Nobody = ^uint32(0)

// Game is a pairing. Batch.Games includes pairings that were not played or do
// not count, so that they can be explained, but not those of refused sections.
type Game struct {
	White, Black uint32
	Section      uint32 // index in Batch.Sections
	Date         civil.Date
	Round        uint8
	Result       report.Result
	Kind         rating.Kind // the section's
	Out          Out
}

// Counts reports whether the game was played over the board and is rated.
func (g *Game) Counts() bool { return g.Result <= report.WhiteWon && g.Out == In }

// Out is the reason why a reported game does not count.
type Out uint8

// The reasons.
const (
	In        Out = iota // it counts
	Unrated              // marked in the report as counting for points only (Reading G7)
	Late                 // reported too long after it was played
	NonMember            // a player was not a member
	Unfit                // the conditions of play did not meet the requirements
	Held                 // a question about it is open, or an officer has left it out
	Refused              // its section is not rated; no batch that is rated has such games
)

var outNames = [...]string{"", "unrated", "late", "non-member", "unfit", "held", "refused"}

// String returns the reason, empty for a game that counts.
func (o Out) String() string { return outNames[o] }

// ParseOut parses a reason; empty means In. Unknown words are an error.
func ParseOut(word string) (Out, error) {
	i := slices.Index(outNames[:], word)
	if i < 0 {
		return In, fmt.Errorf("%q is no reason for which a game does not count", word)
	}
	return Out(i), nil
}

// Bye is a round of a player without a game.
type Bye struct {
	Player uint32
	Round  uint8
	Kind   report.ByeKind
}

// Ruling is the intake's decision about a section.
type Ruling struct {
	Kind    rating.Kind
	Clause  string // that determines the kind; empty: none
	Reading string // that decided, or that applies in place of a clause
	Refused bool
	Unrated int   // percentage of players without a published rating, if that matters
	Out     []Out // by the section's games; nil: all are In
}

// Add packs a report without refusals from report.Check, except in refused
// sections. players has the player number of each entry by section, rulings the
// intake's decision on each section.
func (b *Batch) Add(number int, r *report.Report, players [][]uint32, rulings []Ruling) {
	event := len(b.Events)
	b.Events = append(b.Events, Event{
		Report: number, Name: r.Name, Start: r.FirstDay(), End: r.LastDay(), Received: r.ReceivedOn(),
		AgeYear: r.AgeYear, Team: r.Team, Braille: r.Braille, FIDE: r.FIDEEvent, System: r.System,
	})
	scoring := r.PointSystem()
	for i := range r.Sections {
		b.addSection(event, i, &r.Sections[i], r.LastDay(), &scoring, players[i], rulings[i])
		if len(r.Assigned) == 0 && !rulings[i].Refused {
			addSurplus(&b.Sections[len(b.Sections)-1], &r.Sections[i], &scoring)
		}
	}
}

func (b *Batch) addSection(event, number int, s *report.Section, end civil.Date, scoring *report.Scoring, players []uint32, ruling Ruling) {
	packed := Section{
		Event: event, Number: number, Name: s.Name, Kind: ruling.Kind, Group: s.Group, Rounds: s.PlannedRounds(),
		Floor: s.UnratedFloor, Refused: ruling.Refused, Unrated: ruling.Unrated,
	}
	for i := range s.Players {
		if players[i] != Nobody {
			packed.Entries = append(packed.Entries, Entry{Player: players[i], Start: int32(s.Players[i].StartNumber)})
		}
	}
	if !ruling.Refused {
		b.addGames(&packed, s, end, scoring, players, ruling)
	}
	slices.SortFunc(packed.Entries, func(x, y Entry) int { return cmp.Compare(x.Start, y.Start) })
	b.Sections = append(b.Sections, packed)
}

// addGames adds the games, byes and points of a section.
func (b *Batch) addGames(packed *Section, s *report.Section, end civil.Date, scoring *report.Scoring, players []uint32, ruling Ruling) {
	entries, worth := packed.Entries, scoring.Games()
	index := report.NewIndex(s)
	order := make([]int, 0, len(s.Games))
	for i := range s.Games {
		order = append(order, i)
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(s.Games[i].Round, s.Games[j].Round), cmp.Compare(s.Games[i].White, s.Games[j].White),
			cmp.Compare(s.Games[i].Black, s.Games[j].Black))
	})
	for _, i := range order {
		g := &s.Games[i]
		white, black := index.Of(g.White), index.Of(g.Black)
		entries[white].Points += worth[g.Result][0]
		entries[black].Points += worth[g.Result][1]
		game := Game{
			White: players[white], Black: players[black], Section: uint32(len(b.Sections)),
			Date: cmp.Or(g.Date, end), Round: uint8(g.Round), Result: g.Result, Kind: ruling.Kind,
		}
		switch {
		case g.Unrated:
			game.Out = Unrated
		case ruling.Out != nil:
			game.Out = ruling.Out[i]
		}
		b.Games = append(b.Games, game)
	}
	for _, bye := range s.Byes {
		i := index.Of(bye.Player)
		entries[i].Points += scoring.Bye(bye.Kind)
		packed.Byes = append(packed.Byes, Bye{Player: players[i], Round: uint8(bye.Round), Kind: bye.Kind})
	}
	slices.SortFunc(packed.Byes, func(x, y Bye) int { return cmp.Or(cmp.Compare(x.Player, y.Player), cmp.Compare(x.Round, y.Round)) })
}

// addSurplus adds to the points what byes in blank rounds must have brought.
func addSurplus(packed *Section, s *report.Section, scoring *report.Scoring) {
	index, blank := report.NewIndex(s), make([]int, len(s.Players))
	for i := range blank {
		blank[i] = s.PlannedRounds()
	}
	for i := range s.Games {
		blank[index.Of(s.Games[i].White)]--
		blank[index.Of(s.Games[i].Black)]--
	}
	for i := range s.Byes {
		blank[index.Of(s.Byes[i].Player)]--
	}
	for i := range packed.Entries {
		e := &packed.Entries[i]
		entry := index.Of(int(e.Start))
		e.Surplus = s.Players[entry].Surplus(e.Points, blank[entry], scoring)
		e.Points += e.Surplus
	}
}

// Players returns the numbers of the players of the batch and of some others, sorted.
func (b *Batch) Players(others ...uint32) []uint32 {
	all := slices.Clone(others)
	for i := range b.Sections {
		for _, e := range b.Sections[i].Entries {
			if e.Player != Nobody {
				all = append(all, e.Player)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// GamesOf returns the batch with the games of one player only, and with those only who play
// in them; at has the places of these games in b.
func (b *Batch) GamesOf(player uint32) (own *Batch, at []int) {
	own = &Batch{Events: b.Events, Sections: slices.Clone(b.Sections)}
	among := map[uint32]bool{player: true}
	for i := range b.Games {
		if g := &b.Games[i]; g.White == player || g.Black == player {
			own.Games, at = append(own.Games, *g), append(at, i)
			among[g.White], among[g.Black] = true, true
		}
	}
	for i := range own.Sections {
		s := &own.Sections[i]
		s.Entries = slices.DeleteFunc(slices.Clone(s.Entries), func(e Entry) bool { return !among[e.Player] })
		s.Byes = slices.DeleteFunc(slices.Clone(s.Byes), func(bye Bye) bool { return !among[bye.Player] })
	}
	return own, at
}

// Renumbered returns the batch with other numbers of its players: the index of each one
// in a sorted slice.
func (b *Batch) Renumbered(players []uint32) *Batch {
	number := func(player uint32) uint32 {
		if player == Nobody {
			return Nobody
		}
		n, _ := slices.BinarySearch(players, player)
		return uint32(n)
	}
	to := &Batch{Events: b.Events, Sections: slices.Clone(b.Sections), Games: slices.Clone(b.Games)}
	for i := range to.Sections {
		s := &to.Sections[i]
		s.Entries, s.Byes = slices.Clone(s.Entries), slices.Clone(s.Byes)
		for i := range s.Entries {
			s.Entries[i].Player = number(s.Entries[i].Player)
		}
		for i := range s.Byes {
			s.Byes[i].Player = number(s.Byes[i].Player)
		}
	}
	for i := range to.Games {
		g := &to.Games[i]
		g.White, g.Black = number(g.White), number(g.Black)
	}
	return to
}

// Sort sorts the batch into the order of Reading G5.
func (b *Batch) Sort() {
	b.sortEvents()
	b.sortSections()
	b.sortGames()
}

func (b *Batch) sortEvents() {
	parts := make([]string, len(b.Events)) // distinguishes two parts of an event
	for i := range b.Sections {
		s := &b.Sections[i]
		parts[s.Event] = max(parts[s.Event], s.Name)
	}
	order := permutation(len(b.Events), func(i, j int) int {
		x, y := &b.Events[i], &b.Events[j]
		return cmp.Or(cmp.Compare(x.End, y.End), cmp.Compare(x.Start, y.Start), cmp.Compare(x.Name, y.Name), cmp.Compare(parts[i], parts[j]))
	})
	for i := range b.Sections {
		b.Sections[i].Event = order.of[b.Sections[i].Event]
	}
	b.Events = reorder(order, b.Events)
}

func (b *Batch) sortSections() {
	order := permutation(len(b.Sections), func(i, j int) int {
		x, y := &b.Sections[i], &b.Sections[j]
		return cmp.Or(cmp.Compare(x.Event, y.Event), cmp.Compare(x.Name, y.Name))
	})
	for i := range b.Games {
		b.Games[i].Section = uint32(order.of[b.Games[i].Section])
	}
	b.Sections = reorder(order, b.Sections)
}

// sortGames sorts the games by date, then by event start, end, name, section,
// round and White's start number. Within a section they are already in order of
// the last two.
func (b *Batch) sortGames() {
	if len(b.Games) == 0 {
		return
	}
	rank := permutation(len(b.Sections), func(i, j int) int {
		x, y := &b.Events[b.Sections[i].Event], &b.Events[b.Sections[j].Event]
		return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End), cmp.Compare(x.Name, y.Name),
			cmp.Compare(b.Sections[i].Name, b.Sections[j].Name))
	}).of
	b.Games = countingSort(b.Games, len(b.Sections), func(g *Game) int { return rank[g.Section] })

	first, last := b.Games[0].Date, b.Games[0].Date
	for i := range b.Games {
		first, last = min(first, b.Games[i].Date), max(last, b.Games[i].Date)
	}
	b.Games = countingSort(b.Games, int(last-first)+1, func(g *Game) int { return int(g.Date - first) })
}

// Orders returns, for each event, a text by which events that end on the same day
// sort as in Reading G5: first day and name.
func (b *Batch) Orders() []string {
	orders := make([]string, len(b.Events))
	for i := range b.Events {
		orders[i] = b.Events[i].Start.String() + " " + b.Events[i].Name
	}
	return orders
}

// BySection returns the indices of each section's games, in playing order.
func (b *Batch) BySection() [][]uint32 {
	counts := make([]int, len(b.Sections))
	for i := range b.Games {
		counts[b.Games[i].Section]++
	}
	all := make([]uint32, len(b.Games))
	grouped := make([][]uint32, len(b.Sections))
	for s, n := range counts {
		grouped[s], all = all[:0:n], all[n:]
	}
	for i := range b.Games {
		s := b.Games[i].Section
		grouped[s] = append(grouped[s], uint32(i))
	}
	return grouped
}

// order is a permutation: at[new] = old, of[old] = new.
type order struct{ at, of []int }

func permutation(n int, compare func(i, j int) int) order {
	o := order{make([]int, n), make([]int, n)}
	for i := range o.at {
		o.at[i] = i
	}
	slices.SortStableFunc(o.at, compare)
	for to, from := range o.at {
		o.of[from] = to
	}
	return o
}

func reorder[T any](o order, items []T) []T {
	sorted := make([]T, len(items))
	for to, from := range o.at {
		sorted[to] = items[from]
	}
	return sorted
}

// countingSort is a stable sort by a key below limit. One for items of any type, such as
// regulation.Ordered, takes half as long again: the key is called for each, not put in place.
func countingSort(games []Game, limit int, key func(*Game) int) []Game {
	next := make([]int, limit+1)
	for i := range games {
		next[key(&games[i])+1]++
	}
	for k := range limit {
		next[k+1] += next[k]
	}
	sorted := make([]Game, len(games))
	for i := range games {
		k := key(&games[i])
		sorted[next[k]] = games[i]
		next[k]++
	}
	return sorted
}
