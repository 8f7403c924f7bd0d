package synth

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// sections gathers the players and plays the sections: one for each age group,
// or two by strength if there are many players, or one for all.
func (o *organizer) sections(r *report.Report, x fixture, players int) {
	g := &field{dice: o.dice, f: o.f, diary: o.diary, fixture: x, entered: make(map[int]bool, players)}
	smallest := max(6, 2*o.f.fewestRounds) // players in a section of an age group
	for _, b := range x.bands {
		g.band, g.least = b, smallest
		g.gather(max(smallest, players/len(x.bands)))
		if len(g.people) >= smallest {
			o.section(r, x, b, g.people)
		}
	}
	if len(r.Sections) > 0 {
		return
	}
	g.band, g.least = band{}, x.fewest
	g.gather(players)
	o.f.rank(g.people, x.ratingIn(x.kind))
	const many = 60
	if len(g.people) < many || x.fide {
		o.section(r, x, band{name: "Open"}, g.people)
		return
	}
	half := len(g.people) / 2
	o.section(r, x, band{name: "A"}, g.people[:half])
	o.section(r, x, band{name: "B"}, g.people[half:])
}

// section plays a section and adds it to the report.
func (o *organizer) section(r *report.Report, x fixture, b band, people []int) {
	kind := cmp.Or(b.kind, x.kind)
	o.f.rank(people, x.ratingIn(kind))
	strengths := make([]int, len(people))
	for i, person := range people {
		strengths[i] = o.f.People[person].strengthOn(x.start(), o.f.On, kind)
	}
	rounds := x.rounds
	switch {
	case x.system == report.RoundRobin:
		rounds = len(people) - 1 + len(people)%2
		o.table.roundRobin(strengths, atTournaments)
	case x.meeting:
		rounds = min(rounds, max(1, len(people)/2)) // more rounds would repeat pairings
		o.table.swiss(strengths, rounds, atMeetings)
	default:
		rounds = min(rounds, max(1, len(people)/2))
		o.table.swiss(strengths, rounds, atTournaments)
	}
	s := report.Section{Name: b.name, Group: b.group, Type: b.kind, Rounds: rounds, Players: o.entries(x, x.ratingIn(kind), people)}
	if !slices.ContainsFunc(people, func(i int) bool { return o.f.People[i].Standing.Of(kind).Rating.Rated() }) {
		s.UnratedFloor = o.f.assigned
	}
	for _, t := range o.table.bouts {
		date := x.dates[min(t.round, len(x.dates))-1]
		s.Games = append(s.Games, report.Game{Round: t.round, Date: date, White: t.white + 1, Black: t.black + 1, Result: t.result})
	}
	for _, t := range o.table.rests {
		s.Byes = append(s.Byes, report.Bye{Round: t.round, Player: t.seat + 1, Kind: t.kind})
	}
	r.Sections = append(r.Sections, s)
}

// ratingIn returns the rating used for seeding: that of the opening list, or
// FIDE's in FIDE events.
func (x *fixture) ratingIn(kind rating.Kind) func(*Person) rating.Rating {
	if x.fide {
		return func(p *Person) rating.Rating { return p.FideRating(kind) }
	}
	return func(p *Person) rating.Rating { return p.Standing.Of(kind).Rating }
}

// entries returns the starting list. It has all required data of newcomers, the
// ID and name of members, and in FIDE events the data that FIDE requires.
func (o *organizer) entries(x fixture, ratingOf func(*Person) rating.Rating, people []int) []report.Player {
	entries := make([]report.Player, len(people))
	ranks := o.table.ranks()
	for i, person := range people {
		p := &o.f.People[person]
		points := rating.Score(o.table.seats[i].score)
		e := report.Player{
			StartNumber: i + 1, ID: p.ID, Name: p.Name, Club: p.Club,
			Rating: ratingOf(p), Points: &points, Rank: ranks[i],
		}
		if person >= o.f.members {
			e.NameLocal, e.Sex, e.Birth, e.Email = p.NameLocal, p.Sex, p.Birth, p.Email
		}
		if x.fide {
			e.Sex, e.Title, e.Federation, e.FideID, e.Birth = p.Sex, p.Title, p.Federation, p.FideID, p.Birth
		}
		entries[i] = e
	}
	return entries
}

// firstTwo returns the first two players of a section.
func firstTwo(s *report.Section) []string {
	names := make([]string, min(2, len(s.Players)))
	for i := range s.Players {
		if rank := s.Players[i].Rank; rank <= len(names) {
			names[rank-1] = s.Players[i].Name
		}
	}
	return names
}
