package synth

import "strconv"

// Club is a club that organises and reports events.
type Club struct {
	Name        string // in the Roman alphabet
	NameLocal   string // in Japanese; empty in South Africa
	City, Venue string
	Responsible string   // the name of the person in charge
	Reporters   []string // the names of the persons who may submit its reports
	Members     []int    // indices in Federation.People; the first is the founder

	called   word // without "Chess Club", for the names of events
	evening  int  // weekday of its meetings, 0 = Monday
	japanese bool // it names its events in Japanese
	roll     roll // weighted by activity
}

// newClubs returns n clubs: one in each town, then a second one in each town.
// Clubs with neighbouring numbers are neighbours.
func newClubs(d *dice, c *country, n int) []Club {
	clubs := make([]Club, n)
	towns, emblems := c.places.towns, c.places.emblems
	for i := range clubs {
		town := i * len(towns) / n // in geographical order
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
	upTo   []int // cumulative weights
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

// draw returns a person with a probability proportional to the weight, and
// false if the roll is empty.
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
