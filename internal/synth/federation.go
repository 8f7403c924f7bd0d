package synth

import (
	"cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Size is the size of a federation. Only Players is required.
type Size struct {
	Country Country    // empty: Japan
	Players int        // in the opening list, at least 40
	Clubs   int        // zero: one per hundred players
	On      civil.Date // the day of the opening list; zero: 21 December 2023
	Years   int        // during which newcomers join; zero: three
}

// firstDay is the first day of a calculation period of Japan under the
// regulation in force since 2023.
var firstDay = civil.Of(2023, 12, 21)

// Federation is an invented federation: its clubs, and its people on the day of
// the opening list and for some years after.
type Federation struct {
	On     civil.Date
	People []Person // those of the opening list, then the newcomers as they join
	Clubs  []Club

	*country
	seed    uint64
	members int // number of People in the opening list
	years   int // during which newcomers join, and founders remain members
	byID    map[string]int
	nation  roll // all players
	juniors roll // those under 18
	masters roll // those above 1600
}

// New returns the federation for a seed. It panics for an unknown country.
func New(seed uint64, size Size) *Federation {
	players := max(size.Players, 40)
	clubs := size.Clubs
	if clubs <= 0 {
		clubs = players / 100
	}
	clubs = max(1, min(clubs, players/20))
	f := &Federation{
		On: cmp.Or(size.On, firstDay), country: cmp.Or(size.Country, Japan).known(),
		seed: seed, members: players, years: cmp.Or(max(0, size.Years), 3), byID: map[string]int{},
	}
	d := newDice(seed, streamPeople, 0)
	f.Clubs = newClubs(d, f.country, clubs)
	f.populate(&register{dice: d, country: f.country, on: f.On})
	f.enrol()
	return f
}

// populate adds the people. The first of each club is its founder; later ones
// join large clubs more often.
func (f *Federation) populate(g *register) {
	var sizes roll
	for i := range f.Clubs {
		sizes.add(i, 10+g.front(60))
	}
	f.People = make([]Person, 0, f.members+f.members*newcomers/100*f.years)
	for i := range f.members {
		p := f.member(g, i, &sizes)
		g.career(&p)
		if i < len(f.Clubs) { // founders are always members
			p.Joined = min(p.Joined, f.On-civil.Date(365*f.years))
			p.Member = civil.Range{From: p.Joined, To: f.On.FirstOfMonth(12*f.years+12) - 1}
		}
		p.ID = g.number(3*i + g.below(3))
		f.People = append(f.People, p)
	}
	f.recruit(g, &sizes)
	for i := range f.People {
		p := &f.People[i]
		p.Club = f.Clubs[p.Home].Name
		if p.ID != "" {
			f.byID[p.ID] = i
		}
	}
}

// member returns the i-th person: a founder, a child with an older brother or
// sister already in the list, or anybody.
func (f *Federation) member(g *register, i int, sizes *roll) Person {
	if i < len(f.Clubs) {
		p := g.person(g.between(28, 60), nil)
		p.Home, p.Zeal = i, max(p.Zeal, 10)
		return p
	}
	if elder := &f.People[i-1]; elder.Sibling < 0 && g.chance(120) {
		if age := elder.age(f.On); age >= 10 && age < 18 {
			p := g.person(age, elder)
			p.Zeal = max(p.Zeal, elder.Zeal)
			p.Sibling, elder.Sibling = i-1, i
			return p
		}
	}
	p := g.person(g.drawAge(), nil)
	p.Home, _ = sizes.draw(g.dice)
	return p
}

// newcomers is the number who join in a year, in per cent of the members.
const newcomers = 6

// recruit adds the people who join after the opening list, in order. Six in ten
// have applied for an ID before they first play.
func (f *Federation) recruit(g *register, sizes *roll) {
	n := cap(f.People) - len(f.People)
	for i := range n {
		p := g.person(max(6, g.drawAge()*2/3), nil)
		p.Home, _ = sizes.draw(g.dice)
		p.Zeal = max(p.Zeal, 4)
		p.Strength = max(250, p.Strength-200) // beginners are weaker
		p.Joined = f.On + 1 + civil.Date(i*365*f.years/n)
		p.EnteredUnrated = true
		if p.Birth == 0 || p.Birth.YearOnly() {
			p.Birth = civil.BirthOn(p.Born)
		}
		if g.chance(600) {
			p.ID = g.number(3 * (f.members + i))
			p.Member = civil.Range{From: p.Joined, To: p.Joined + civil.Date(365*f.years)}
		}
		f.People = append(f.People, p)
	}
}

// enrol adds the people to the rolls from which events draw.
func (f *Federation) enrol() {
	for i := range f.People {
		p := &f.People[i]
		club := &f.Clubs[p.Home]
		club.Members = append(club.Members, i)
		club.roll.add(i, p.Zeal)
		f.nation.add(i, p.Zeal)
		if p.age(f.On) < 18 {
			f.juniors.add(i, p.Zeal)
		}
		if p.Standing.Of(rating.Standard).Rating >= 1600 {
			f.masters.add(i, p.Zeal)
		}
		const reporters = 3 // per club: its founder and two others
		if len(club.Reporters) < reporters && i < f.members && p.Zeal > 0 && p.age(f.On) >= 20 && p.Member.To > f.On+365 {
			club.Reporters = append(club.Reporters, p.Name)
		}
	}
	for i := range f.Clubs {
		f.Clubs[i].Responsible = f.Clubs[i].Reporters[0]
	}
}

// ByID finds a person by national ID.
func (f *Federation) ByID(id string) (*Person, bool) {
	n, ok := f.byID[id]
	if !ok {
		return nil, false
	}
	return &f.People[n], true
}

// Admit sets the ID issued by the bureau and the days of membership of a
// person. Reports made afterwards contain the ID.
func (f *Federation) Admit(p *Person, id string, member civil.Range) {
	for i := range f.People {
		if &f.People[i] == p {
			p.ID, p.Member, f.byID[id] = id, member, i
		}
	}
}

// Opening returns the opening list: the players, numbered as in People, and
// their ratings. Each call returns new values, so that a season may add to
// them.
func (f *Federation) Opening() (*roster.Roster, *roster.List) {
	players, list := roster.New(), &roster.List{Standings: make([]roster.Standing, f.members)}
	for i := range f.People[:f.members] {
		players.Add(f.People[i].Player)
		list.Standings[i] = f.People[i].Standing
	}
	return players, list
}
