package synth

import (
	"fmt"

	"github.com/arpadchess/arpad/rating"
)

// Country is FIDE's code of a country.
type Country string

// The countries available.
const (
	Japan       Country = "JPN"
	SouthAfrica Country = "RSA"
)

// country holds the data for making people, lists and events of a country.
type country struct {
	code         Country
	tongues      []tongue
	places       places
	mail         string // a domain reserved for examples
	number       func(serial int) string
	yearEnds     int           // the last month of a year of membership
	lists        []rating.Kind // issued by the federation
	firstGames   int           // needed for a first rating
	inherits     bool          // a first rating in one list is the start in the other
	fewestRounds int           // for an event to be rated
	assigned     rating.Rating // floor of a section without rated players
	floor        rating.Rating
	k            func(best rating.Rating) rating.K // the K stored in the list; nil: none
	clubName     func(town, emblem word) word
	formats      []format
	seasons      [4]word // from December, March, June, September
}

func (c Country) known() *country {
	switch c {
	case Japan:
		return &country{
			code: c, tongues: japanese(), places: japanesePlaces(), mail: "example.jp", yearEnds: 3,
			// An ID of Japan is N and eight digits, of which the first four are
			// year and month of issue. No month has the number 90.
			number: func(serial int) string { return fmt.Sprintf("N%02d90%04d", serial/10_000, serial%10_000) },
			lists:  []rating.Kind{rating.Standard, rating.Rapid}, firstGames: 4, inherits: true, floor: 400,
			clubName: func(town, emblem word) word {
				return word{roman: town.roman + " " + emblem.roman, local: town.local + emblem.local}
			},
			formats: japaneseFormats,
			seasons: [4]word{{roman: "Winter", local: "冬季"}, {roman: "Spring", local: "春季"}, {roman: "Summer", local: "夏季"}, {roman: "Autumn", local: "秋季"}},
		}
	case SouthAfrica:
		return &country{
			code: c, tongues: southAfrican(), places: southAfricanPlaces(), mail: "example.org", yearEnds: 12,
			number: func(serial int) string { return fmt.Sprintf("990%06d", serial) },
			lists:  rating.AllKinds[:], firstGames: 12, fewestRounds: 5, assigned: 900, floor: 100, k: southAfricanK,
			clubName: func(town, emblem word) word { return word{roman: town.roman + " " + emblem.roman} },
			formats:  southAfricanFormats,
			seasons:  [4]word{{roman: "Summer"}, {roman: "Autumn"}, {roman: "Winter"}, {roman: "Spring"}},
		}
	}
	panic(fmt.Sprintf("synth: no country %q", string(c)))
}

// southAfricanK returns the K in a South African list for a player's highest
// rating.
func southAfricanK(best rating.Rating) rating.K {
	for _, group := range []struct {
		from rating.Rating
		k    rating.K
	}{{2200, 10}, {2000, 15}, {1800, 20}, {1600, 25}, {1300, 30}, {1000, 35}} {
		if best >= group.from {
			return group.k
		}
	}
	return 40
}

// Country returns whose federation it is.
func (c *country) Country() Country { return c.code }

// issues reports whether the federation has a list of the kind.
func (c *country) issues(kind rating.Kind) bool {
	for _, k := range c.lists {
		if k == kind {
			return true
		}
	}
	return false
}
