package synth

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Period returns one calculation period, packed and sorted, for benchmarks of
// an engine: the players of Japan's opening list, that list, and exactly the given
// number of games among them, played from 21 December to 20 January, in Swiss
// sections of 8 to 147 players, one in five of them rapid.
//
// It has all the cases of a calculation: juniors, masters above 2400, three per
// cent of unrated players, some with only a FIDE rating or in their first 18
// games, differences above 400 points, byes, one per cent of forfeits, and the
// turn of the year, when ages change.
func Period(seed uint64, players, games int) ([]roster.Player, *roster.List, *pack.Batch) {
	f := New(seed, Size{Players: players})
	d := newDice(seed, streamPeriod, 0)
	p := period{f: f, dice: d, table: &crosstable{dice: d}, seen: make([]int, len(f.People)), batch: &pack.Batch{
		Games: make([]pack.Game, 0, games),
	}}
	for len(p.batch.Games) < games {
		p.event(games)
	}
	p.batch.Sort()
	roster := make([]roster.Player, f.members)
	for i := range roster {
		roster[i] = f.People[i].Player
	}
	return roster, p.list(), p.batch
}

// period packs events.
type period struct {
	f *Federation
	*dice
	table  *crosstable
	batch  *pack.Batch
	people []int
	seen   []int // by player: the last section, counted from 1
}

func (p *period) list() *roster.List {
	list := &roster.List{Standings: make([]roster.Standing, p.f.members)}
	for i := range list.Standings {
		list.Standings[i] = p.f.People[i].Standing
	}
	return list
}

// event adds an event of one to three sections, while games are needed.
func (p *period) event(games int) {
	const month = 31
	days := p.between(1, 5)
	start := firstDay + civil.Date(p.below(month-days+1))
	end := start + civil.Date(days-1)
	n := len(p.batch.Events)
	p.batch.Events = append(p.batch.Events, pack.Event{
		Report: n, Name: fmt.Sprintf("Event %06d", n+1), Start: start, End: end,
		Received: min(end+civil.Date(p.below(7)), firstDay+month-1), AgeYear: start.Year(),
	})
	for i := range p.between(1, 3) {
		if len(p.batch.Games) < games {
			p.section(i, games-len(p.batch.Games))
		}
	}
}

// section adds the i-th section of the last event, with at most the given
// number of games.
func (p *period) section(i, games int) {
	event := len(p.batch.Events) - 1
	s := pack.Section{Event: event, Number: i, Name: string(rune('A' + i)), Kind: rating.Standard}
	if p.chance(200) {
		s.Kind = rating.Rapid
	}
	p.gather(smallestSection+p.front(140), s.Kind)
	s.Rounds = min(p.between(5, 9), len(p.people)/2)
	start := p.batch.Events[event].Start
	strengths := make([]int, len(p.people))
	unrated := 0
	for i, person := range p.people {
		strengths[i] = p.f.People[person].strengthOn(start, p.f.On, s.Kind)
		if !p.f.People[person].Standing.Rated() {
			unrated++
		}
	}
	s.Unrated = rating.HalfUp(100*unrated, len(p.people))
	p.table.swiss(strengths, s.Rounds, atTournaments)
	p.pack(&s, games)
	p.batch.Sections = append(p.batch.Sections, s)
}

const smallestSection = 8

// gather draws n people, in the order of the starting list: for half of the
// sections from everybody, for the others from people of similar strength,
// widening if necessary.
func (p *period) gather(n int, kind rating.Kind) {
	section := len(p.batch.Sections) + 1
	p.people = p.people[:0]
	enter := func(person int) {
		if p.seen[person] != section {
			p.seen[person] = section
			p.people = append(p.people, person)
		}
	}
	middle, _ := p.f.nation.draw(p.dice)
	reach := 300
	if p.chance(500) {
		reach = 4000
	}
	for tries := 1; len(p.people) < n && tries <= 20*n; tries++ {
		person, _ := p.f.nation.draw(p.dice)
		apart := int(p.f.People[person].Strength) - int(p.f.People[middle].Strength)
		if person < p.f.members && -reach <= apart && apart <= reach {
			enter(person)
		}
		if tries%(4*n) == 0 {
			reach += 300
		}
	}
	for person := 0; len(p.people) < smallestSection; person++ {
		enter(person)
	}
	slices.SortFunc(p.people, func(a, b int) int {
		x, y := p.f.People[a].Standing.Of(kind), p.f.People[b].Standing.Of(kind)
		return cmp.Or(cmp.Compare(y.Rating, x.Rating), cmp.Compare(a, b))
	})
}

// pack adds the games, by round and White's start number.
func (p *period) pack(s *pack.Section, games int) {
	t := p.table
	bouts := t.bouts[:min(games, len(t.bouts))]
	slices.SortFunc(bouts, func(a, b bout) int { return cmp.Or(cmp.Compare(a.round, b.round), cmp.Compare(a.white, b.white)) })
	s.Entries = make([]pack.Entry, len(p.people))
	for i, person := range p.people {
		s.Entries[i] = pack.Entry{Player: uint32(person), Start: int32(i + 1)}
	}
	event := &p.batch.Events[s.Event]
	days := int(event.End-event.Start) + 1
	for _, b := range bouts {
		p.batch.Games = append(p.batch.Games, pack.Game{
			White: s.Entries[b.white].Player, Black: s.Entries[b.black].Player, Section: uint32(len(p.batch.Sections)),
			Date: event.Start + civil.Date((b.round-1)*days/s.Rounds), Round: uint8(b.round), Result: b.result, Kind: s.Kind,
		})
		white, black := report.UsualScoring.Game(b.result)
		s.Entries[b.white].Points += white
		s.Entries[b.black].Points += black
	}
	last := 0
	if len(bouts) > 0 {
		last = bouts[len(bouts)-1].round
	}
	for _, r := range t.rests {
		if r.round <= last {
			s.Entries[r.seat].Points += report.UsualScoring.Bye(r.kind)
			s.Byes = append(s.Byes, pack.Bye{Player: s.Entries[r.seat].Player, Round: uint8(r.round), Kind: r.kind})
		}
	}
	slices.SortFunc(s.Byes, func(a, b pack.Bye) int { return cmp.Or(cmp.Compare(a.Player, b.Player), cmp.Compare(a.Round, b.Round)) })
}
