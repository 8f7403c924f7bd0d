package synth

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// sections gathers the players and plays the sections: one for each age, or
// two by strength where many come, or one for all.
func (o *organizer) sections(r *report.Report, x fixture, players int) {
	g := &field{dice: o.dice, f: o.f, diary: o.diary, fixture: x, entered: make(map[int]bool, players)}
	smallest := max(6, 2*o.f.fewestRounds) // players of a section for an age
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

// section plays a section and writes it down.
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
		rounds = min(rounds, max(1, len(people)/2)) // more would bring the same together again
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

// ratingIn returns the rating by which an event seeds its players: that of the
// opening list, in events of FIDE FIDE's.
func (x *fixture) ratingIn(kind rating.Kind) func(*Person) rating.Rating {
	if x.fide {
		return func(p *Person) rating.Rating { return p.FideRating(kind) }
	}
	return func(p *Person) rating.Rating { return p.Standing.Of(kind).Rating }
}

// entries writes the starting list. Of newcomers it says all that the bureau
// asks for, of members the ID and name, in FIDE events what FIDE asks for.
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

// firstTwo names the first two of a section.
func firstTwo(s *report.Section) []string {
	names := make([]string, min(2, len(s.Players)))
	for i := range s.Players {
		if rank := s.Players[i].Rank; rank <= len(names) {
			names[rank-1] = s.Players[i].Name
		}
	}
	return names
}
