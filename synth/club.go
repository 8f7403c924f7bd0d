package synth

import "strconv"

// Club is a club that organises and reports events.
type Club struct {
	Name        string // in the Roman alphabet
	NameLocal   string // in Japanese; empty for South Africa
	City, Venue string
	Responsible string   // the name of the person in charge
	Reporters   []string // the names of those who may submit its reports
	Members     []int    // in Federation.People; the first founded it

	called   word // without "Chess Club": for the names of events
	evening  int  // the weekday of its meetings, 0 = Monday
	japanese bool // it names its events in Japanese
	roll     roll // of the members
}

// newClubs founds clubs: in each town one, then in each town a second one. The
// neighbours of a club are those with the numbers next to its own.
func newClubs(d *dice, c *country, n int) []Club {
	clubs := make([]Club, n)
	towns, emblems := c.places.towns, c.places.emblems
	for i := range clubs {
		town := i * len(towns) / n // in the order of the towns
		first := (town*n + len(towns) - 1) / len(towns)
		nth := i - first
		name := c.clubName(towns[town], emblems[(3*first+nth)%len(emblems)])
		if again := nth / len(emblems); again > 0 {
			name.roman += " " + strconv.Itoa(again+1)
			name.local += strconv.Itoa(again + 1)
		}
		clubs[i] = Club{
			Name: name.roman + " Chess Club", City: towns[town].roman,
			Venue:  towns[town].roman + " " + pick(d, []string{"Civic Centre", "Public Hall", "Library", "Community Hall", "School Hall"}),
			called: name, evening: d.below(7), japanese: name.local != "" && d.chance(350),
		}
		if name.local != "" {
			clubs[i].NameLocal = name.local + "チェスクラブ"
		}
	}
	return clubs
}

// roll is people to draw from, each with a weight.
type roll struct {
	people []int
	upTo   []int // sum of the weights up to and including each
}

func (r *roll) add(person, weight int) {
	if weight <= 0 {
		return
	}
	r.people = append(r.people, person)
	r.upTo = append(r.upTo, r.weight()+weight)
}

func (r *roll) weight() int {
	if len(r.upTo) == 0 {
		return 0
	}
	return r.upTo[len(r.upTo)-1]
}

// draw returns a person, the heavier the more often, and false if there is none.
func (r *roll) draw(d *dice) (int, bool) {
	if len(r.people) == 0 {
		return 0, false
	}
	n := d.below(r.weight())
	low, high := 0, len(r.upTo)-1
	for low < high {
		if middle := (low + high) / 2; r.upTo[middle] <= n {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return r.people[low], true
}
