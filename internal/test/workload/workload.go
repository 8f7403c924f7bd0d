// Package workload makes the work of benchmarks: a national federation's year of reports
// ([Year]), a single packed calculation period with any number of games ([Period]), and the
// loop that is its yardstick ([GatherScatter]).
//
// The same seed makes the same work on every machine.
package workload

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Year returns a national federation and its year: 30,000 players and 3,000 reports of
// about 100,000 games, received in the twelve calculation periods of Japan from
// 21 December 2023 to 20 December 2024.
func Year(seed uint64) (*synth.Federation, []*report.Report) {
	f := synth.New(seed, synth.Size{Country: synth.Japan, Players: 30_000, Clubs: 300})
	return f, f.Events(f.On, f.On.FirstOfMonth(12)+19, synth.Volume{Reports: 3_000, Games: 100_000})
}

// Period returns one calculation period, packed and sorted: the players of Japan's opening
// list, that list, and exactly the given number of games among them, played from
// 21 December to 20 January in sections of 8 to 147 players, one in five of them rapid.
//
// It has all the cases of a calculation: juniors, masters above 2400, three per cent of
// unrated players, some with only a FIDE rating or in their first 18 games, differences
// above 400 points, byes, one per cent of forfeits, and the turn of the year, when ages
// change.
func Period(seed uint64, players, games int) ([]roster.Player, *roster.List, *pack.Batch) {
	f := synth.New(seed, synth.Size{Players: players})
	people, list := f.Opening()
	p := period{
		Rand: rand.New(rand.NewPCG(seed, 1)), list: list, first: f.On, left: games,
		batch: &pack.Batch{Games: make([]pack.Game, 0, games)},
	}
	for i := range people.Players {
		p.order = append(p.order, uint32(i))
		p.strength = append(p.strength, int(f.People[i].Strength))
	}
	slices.SortFunc(p.order, func(a, b uint32) int { return cmp.Compare(p.strength[a], p.strength[b]) })
	for p.left > 0 {
		p.event()
	}
	p.batch.Sort()
	return people.Players, list, p.batch
}

// period packs events.
type period struct {
	*rand.Rand
	list     *roster.List
	first    civil.Date
	strength []int    // by player
	order    []uint32 // the players by strength
	batch    *pack.Batch
	left     int // games that are still needed
}

// between returns a number from low to high.
func (p *period) between(low, high int) int { return low + p.IntN(high-low+1) }

// event adds an event of one to three sections, while games are needed.
func (p *period) event() {
	const month = 31
	days := p.between(1, 5)
	start := p.first + civil.Date(p.IntN(month-days+1))
	end := start + civil.Date(days-1)
	n := len(p.batch.Events)
	p.batch.Events = append(p.batch.Events, pack.Event{
		Report: n, Name: fmt.Sprintf("Event %06d", n+1), Start: start, End: end,
		Received: min(end+civil.Date(p.IntN(7)), p.first+month-1), AgeYear: start.Year(),
	})
	for i := range p.between(1, 3) {
		if p.left > 0 {
			p.section(i)
		}
	}
}

const smallestSection = 8

// section adds the i-th section of the last event, which everybody plays against others of
// the same strength or, in half of the sections, of any.
func (p *period) section(i int) {
	s := pack.Section{Event: len(p.batch.Events) - 1, Number: i, Name: string(rune('A' + i)), Kind: rating.Standard}
	if p.IntN(5) == 0 {
		s.Kind = rating.Rapid
	}
	people := p.gather(smallestSection + min(p.IntN(140), p.IntN(140)))
	slices.SortFunc(people, func(a, b uint32) int { // the starting list
		return cmp.Or(cmp.Compare(p.list.Standings[b].Of(s.Kind).Rating, p.list.Standings[a].Of(s.Kind).Rating), cmp.Compare(a, b))
	})
	s.Rounds = min(p.between(5, 9), len(people)/2)
	unrated := 0
	for start, player := range people {
		s.Entries = append(s.Entries, pack.Entry{Player: player, Start: int32(start + 1)})
		if !p.list.Standings[player].Rated() {
			unrated++
		}
	}
	s.Unrated = rating.HalfUp(100*unrated, len(people))
	for round := 1; round <= s.Rounds && p.left > 0; round++ {
		p.round(&s, round)
	}
	slices.SortFunc(s.Byes, func(a, b pack.Bye) int { return cmp.Or(cmp.Compare(a.Player, b.Player), cmp.Compare(a.Round, b.Round)) })
	p.batch.Sections = append(p.batch.Sections, s)
}

// gather draws n players.
func (p *period) gather(n int) []uint32 {
	n = min(n, len(p.order))
	from, to := 0, len(p.order)
	if width := 3 * n; p.IntN(2) == 0 && width < to {
		from = p.IntN(to - width)
		to = from + width
	}
	drawn := map[uint32]bool{}
	var people []uint32
	for len(people) < n {
		if player := p.order[p.between(from, to-1)]; !drawn[player] {
			drawn[player] = true
			people = append(people, player)
		}
	}
	return people
}

// round adds the games of a round by the circle of a round robin, in which nobody meets
// twice, by White's start number.
func (p *period) round(s *pack.Section, round int) {
	seats := len(s.Entries) + len(s.Entries)%2
	at := func(place int) int { // the first seat stays, the others go round
		if place == 0 {
			return 0
		}
		return 1 + (place-1+round)%(seats-1)
	}
	var games []pack.Game
	for i := range seats / 2 {
		white, black := at(i), at(seats-1-i)
		if (i+round)%2 == 0 {
			white, black = black, white
		}
		if rest := max(white, black); rest == len(s.Entries) { // the seat of nobody
			s.Byes = append(s.Byes, pack.Bye{Player: s.Entries[min(white, black)].Player, Round: uint8(round), Kind: report.PairingBye})
			s.Entries[min(white, black)].Points += report.UsualScoring.Bye(report.PairingBye)
			continue
		}
		if len(games) == p.left {
			continue
		}
		event := &p.batch.Events[s.Event]
		result := p.result(p.strength[s.Entries[white].Player] - p.strength[s.Entries[black].Player])
		games = append(games, pack.Game{
			White: s.Entries[white].Player, Black: s.Entries[black].Player, Section: uint32(len(p.batch.Sections)), Kind: s.Kind, Round: uint8(round), Result: result,
			Date: event.Start + civil.Date((round-1)*(int(event.End-event.Start)+1)/s.Rounds),
		})
		ofWhite, ofBlack := report.UsualScoring.Game(result)
		s.Entries[white].Points += ofWhite
		s.Entries[black].Points += ofBlack
	}
	start := map[uint32]int32{}
	for _, e := range s.Entries {
		start[e.Player] = e.Start
	}
	slices.SortFunc(games, func(a, b pack.Game) int { return cmp.Compare(start[a.White], start[b.White]) })
	p.batch.Games = append(p.batch.Games, games...)
	p.left -= len(games)
}

// result draws the result of a game in which White is stronger by some points.
func (p *period) result(stronger int) report.Result {
	expected := 500 + max(-450, min(450, stronger*9/8)) // per mille, as near as needed
	switch drawn := p.IntN(1000); {
	case p.IntN(100) == 0 && drawn < expected:
		return report.WhiteByForfeit
	case p.IntN(100) == 0:
		return report.BlackByForfeit
	case drawn < expected-150:
		return report.WhiteWon
	case drawn < expected+150:
		return report.Drawn
	}
	return report.BlackWon
}

// GatherScatter returns the yardstick of benchmarks that rate a period: a loop over its
// games in columns that only reads both ratings and adds to an accumulator of each player.
func GatherScatter(list *roster.List, batch *pack.Batch) func() {
	ratings := make([]int16, len(list.Standings))
	for n := range ratings {
		ratings[n] = int16(list.Standings[n].Of(rating.Standard).Rating)
	}
	white, black, result := make([]uint32, len(batch.Games)), make([]uint32, len(batch.Games)), make([]uint8, len(batch.Games))
	for i, g := range batch.Games {
		white[i], black[i], result[i] = g.White, g.Black, uint8(g.Result)
	}
	sum := make([]int32, len(ratings))
	return func() {
		black, result := black[:len(white)], result[:len(white)]
		for i, w := range white {
			x := black[i]
			d := int32(ratings[w]) - int32(ratings[x]) + int32(result[i])
			sum[w] += d
			sum[x] -= d
		}
	}
}
