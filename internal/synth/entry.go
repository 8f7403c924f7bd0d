package synth

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// diary records who plays on which day.
type diary struct {
	from  civil.Date
	words int      // per person
	days  []uint64 // a bit per day, person by person
}

func newDiary(people int, days civil.Range) *diary {
	words := int(days.To-days.From)/64 + 1
	return &diary{days.From, words, make([]uint64, people*words)}
}

func (d *diary) free(person int, dates []civil.Date) bool {
	for _, date := range dates {
		if n := int(date - d.from); d.days[person*d.words+n/64]>>(n%64)&1 != 0 {
			return false
		}
	}
	return true
}

func (d *diary) enter(person int, dates []civil.Date) {
	for _, date := range dates {
		n := int(date - d.from)
		d.days[person*d.words+n/64] |= 1 << (n % 64)
	}
}

// field is the players of an event.
type field struct {
	*dice
	f     *Federation
	diary *diary
	fixture
	band    band  // age limit; none if there is no limit
	least   int   // the number needed
	people  []int // the players
	entered map[int]bool
}

// gather draws n players, or more if brothers or sisters come along. If there
// are fewer than needed, it looks among all people and finally, unless there is
// an age limit, among those who play elsewhere on the same day.
func (g *field) gather(n int) {
	g.people = nil
	for tries := 40 * n; len(g.people) < n && tries > 0; tries-- {
		person, ok := g.draw()
		if !ok || !g.fits(person) || !g.free(person) {
			continue
		}
		g.enter(person)
		s := g.f.People[person].Sibling
		if s >= 0 && len(g.people) < g.most && g.chance(600) && g.fits(s) && g.free(s) {
			g.enter(s)
		}
	}
	g.fill(min(n, g.least), g.free)
	if g.band.under == 0 {
		g.fill(min(n, g.least), func(int) bool { return true })
	}
}

// fill adds any available people until there are n.
func (g *field) fill(n int, free func(person int) bool) {
	from := g.below(len(g.f.People))
	for i := 0; len(g.people) < n && i < len(g.f.People); i++ {
		if person := (from + i) % len(g.f.People); g.fits(person) && free(person) {
			g.enter(person)
		}
	}
}

func (g *field) free(person int) bool { return g.diary.free(person, g.dates) }

func (g *field) enter(person int) {
	g.people = append(g.people, person)
	g.entered[person] = true
	g.diary.enter(person, g.dates)
}

// draw draws a person from the event's audience.
func (g *field) draw() (int, bool) {
	clubs := g.f.Clubs
	home, near, all := 250, 500, &g.f.nation
	switch g.audience {
	case ownClub:
		home, near = 920, 70
	case youth:
		all = &g.f.juniors
	case masters:
		home, near, all = 50, 150, &g.f.masters
	}
	switch n := g.below(1000); {
	case n < home:
		return clubs[g.club].roll.draw(g.dice)
	case n < home+near:
		reach := len(clubs)/20 + 1
		neighbour := g.club + g.between(-reach, reach)
		return clubs[(neighbour+len(clubs))%len(clubs)].roll.draw(g.dice)
	default:
		return all.draw(g.dice)
	}
}

// fits reports whether a person may play: they have joined, are members up to
// the last day or never applied, and meet the age limit.
func (g *field) fits(person int) bool {
	p := &g.f.People[person]
	switch {
	case g.entered[person] || p.Joined > g.start():
		return false
	case p.ID != "" && !p.Member.Contains(g.end()):
		return false
	case g.band.under > 0 && g.start().Year()-p.Born.Year() > g.band.under:
		return false
	case g.fide && p.ID == "":
		return false
	}
	return true
}

// rank sorts people in the order of the starting list: by rating, the unrated
// last, then by name.
func (f *Federation) rank(people []int, of func(*Person) rating.Rating) {
	slices.SortFunc(people, func(a, b int) int {
		x, y := &f.People[a], &f.People[b]
		return cmp.Or(-cmp.Compare(of(x), of(y)), cmp.Compare(x.Name, y.Name), cmp.Compare(a, b))
	})
}
