package site

import (
	"fmt"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/rating"
)

// Standings are by points, then by rating, then by start number. Equal points share a place.
func TestStandings(t *testing.T) {
	for _, c := range []struct {
		name    string
		entries []*entry // start number, rating, half points
		want    string   // place:start number
		winners int
	}{
		{"by points", []*entry{{Start: 1, Rating: 1800, Points: 3}, {Start: 2, Rating: 1500, Points: 4}}, "1:2 2:1", 1},
		{"then by rating, unrated players last", []*entry{{Start: 1, Points: 4}, {Start: 2, Rating: 1500, Points: 4}, {Start: 3, Rating: 1600, Points: 4}, {Start: 4, Points: 2}}, "1:3 1:2 1:1 4:4", 3},
		{"then by start number", []*entry{{Start: 7, Points: 4}, {Start: 2, Points: 4}, {Start: 9, Points: 5}, {Start: 1, Points: 0}}, "1:9 2:2 2:7 4:1", 1},
		{"nobody has won without a point", []*entry{{Start: 1}}, "1:1", 0},
		{"five who share the first place are not named", []*entry{{Start: 1, Points: 2}, {Start: 2, Points: 2}, {Start: 3, Points: 2}, {Start: 4, Points: 2}, {Start: 5, Points: 2}}, "1:1 1:2 1:3 1:4 1:5", 0},
		{"an event without players", nil, "", 0},
	} {
		s := section{Entries: c.entries}
		s.rank()
		var got []string
		for _, e := range s.Entries {
			got = append(got, fmt.Sprintf("%d:%d", e.Place, e.Start))
		}
		if strings.Join(got, " ") != c.want || len(s.Winners) != c.winners {
			t.Errorf("%s: %v with %d winners, want %s with %d", c.name, got, len(s.Winners), c.want, c.winners)
		}
	}
}

// A change of an event has a sign, also where it rounds to nothing.
func TestChangeBy(t *testing.T) {
	for points, want := range map[rating.Points]string{1_240_000: "+12.4", -300_000: "−3.0", 0: "±0"} {
		c := changeBy(points)
		if got := c.Gain + c.Loss + c.Same; !strings.HasPrefix(got, want[:2]) || c.Gain != "" && points < 0 {
			t.Errorf("%d: %+v, want %s", points, c, want)
		}
	}
}
