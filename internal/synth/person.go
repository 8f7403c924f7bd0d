package synth

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Person is a player: the register's data and the truth.
//
// Those who join after the opening list are newcomers. Some of them have not
// applied for an ID before they first play, and their reports never contain
// one: the bureau has to identify them.
type Person struct {
	roster.Player // as registered; ID empty: a newcomer without one
	Kana          string
	Email         string

	Born     civil.Date    // the true day; the register may have only the year, or nothing
	Joined   civil.Date    // the first day of playing
	Home     int           // index in Federation.Clubs
	Sibling  int           // index in Federation.People, -1: none who plays
	Strength rating.Rating // true strength in standard chess on Federation.On
	Growth   int           // its change in a year
	Flair    int           // its difference in rapid and blitz
	Zeal     int           // activity, from 0 (no longer active) to 30

	Standing roster.Standing // in the opening list

	family word
	tongue int
}

// age returns the age on a day in completed years.
func (p *Person) age(day civil.Date) int {
	age, _ := civil.BirthOn(p.Born).AgeOn(day)
	return age
}

// strengthOn returns the true strength in a kind of chess on a day; since is
// the day of Strength.
func (p *Person) strengthOn(day, since civil.Date, kind rating.Kind) int {
	s := int(p.Strength) + p.Growth*int(day-since)/365
	if kind != rating.Standard {
		s += p.Flair
	}
	return max(s, 100)
}

// register generates people.
type register struct {
	*dice
	*country
	on     civil.Date
	serial int
}

// Kin reports whether two persons have the same family name.
func (p *Person) Kin(other *Person) bool { return p.family == other.family }

// person generates a person of an age. An elder sibling, if given, has the same
// family name and club.
func (g *register) person(age int, elder *Person) Person {
	p := Person{Sibling: -1, Born: g.on - civil.Date(age*1461/4+g.below(365))}
	if elder != nil {
		p.family, p.tongue, p.Home = elder.family, elder.tongue, elder.Home
		p.Born = elder.Born + civil.Date(g.between(380, 1500))
	} else {
		p.tongue = g.speak()
		families := g.tongues[p.tongue].families
		p.family = families[g.front(len(families))]
	}
	g.name(&p)
	g.talent(&p)
	p.Federation = string(g.code)
	p.Birth = civil.BirthOn(p.Born)
	switch adult := p.age(g.on) >= 20; {
	case adult && g.chance(12):
		p.Birth = 0
	case adult && g.chance(20):
		p.Birth = civil.BirthIn(p.Born.Year())
	}
	return p
}

// speak draws a language.
func (g *register) speak() int {
	n := g.below(100)
	for i, t := range g.tongues {
		if n -= t.share; n < 0 {
			return i
		}
	}
	return 0
}

// name draws a name: family name first, without a comma, as the Japanese
// regulation requires (4(3)).
func (g *register) name(p *Person) {
	t, women := &g.tongues[p.tongue], 130
	if p.age(g.on) < 18 {
		women = 250
	}
	names := t.men
	p.Sex = "m"
	if g.chance(women) {
		names, p.Sex = t.women, "w"
	}
	born := p.Born.Year()
	style := 0
	if len(names) > 1 && g.below(100) < born-1940 { // newer names more often have Chinese readings
		style = 1
	}
	given := names[style].given(g.dice, born)
	p.Name = p.family.roman + " " + given.roman
	if given.local != "" {
		p.NameLocal = p.family.local + " " + given.local
		p.Kana = p.family.kana + " " + given.kana
	}
	p.Email = mailName(given.roman) + "." + mailName(p.family.roman) + strconv.Itoa(g.below(1000)) + "@" + g.mail
}

// mailName returns the characters of a name that are allowed in an address.
func mailName(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == 'é':
			return 'e'
		case r < unicode.MaxASCII && unicode.IsLetter(r):
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}

// talent draws strength and activity.
func (g *register) talent(p *Person) {
	age := p.age(g.on)
	if !g.chance(330) {
		p.Zeal = 1 + g.front(30)
	}
	strength := g.normal(1480, 300) + 6*p.Zeal
	switch {
	case age < 20:
		strength -= 65 * (20 - age)
	case age > 45:
		strength -= 6 * (age - 45)
	}
	p.Strength = rating.Rating(max(250, min(strength, 2720)))
	p.Flair = g.normal(0, 50)
	switch {
	case age < 10:
		p.Growth = g.normal(110, 40)
	case age < 14:
		p.Growth = g.normal(90, 40)
	case age < 18:
		p.Growth = g.normal(60, 40)
	case age < 25:
		p.Growth = g.normal(15, 20)
	case age > 45:
		p.Growth = g.normal(-6, 5)
	}
}

// drawAge draws an age: many juniors, few students, the rest of all ages.
func (g *register) drawAge() int {
	switch n := g.below(100); {
	case n < 40:
		return g.between(6, 17)
	case n < 52:
		return g.between(18, 25)
	case n < 90:
		return g.between(26, 60)
	default:
		return g.between(61, 88)
	}
}
