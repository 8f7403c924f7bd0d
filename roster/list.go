package roster

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// List is a rating list: the standing of each player of a Roster, by number. It
// is immutable.
type List struct {
	From      civil.Date // the day from which it is in force; zero: unknown
	Standings []Standing
	Earlier   []Ratings // the known earlier lists, the oldest first
}

// Ratings is the ratings of a list: all that is needed of a list that is no
// longer in force.
type Ratings struct {
	From civil.Date
	By   [][rating.Kinds]rating.Rating // by player
}

// Of returns a player's rating; a later player has none.
func (r *Ratings) Of(player uint32, kind rating.Kind) rating.Rating {
	if int(player) >= len(r.By) {
		return 0
	}
	return r.By[player][kind-1]
}

// Standing returns a player's standing; that of a later player is empty.
func (l *List) Standing(player uint32) Standing {
	if int(player) >= len(l.Standings) {
		return Standing{}
	}
	return l.Standings[player]
}

// Ratings returns the list's ratings.
func (l *List) Ratings() Ratings {
	r := Ratings{From: l.From, By: make([][rating.Kinds]rating.Rating, len(l.Standings))}
	for n := range l.Standings {
		for k := range rating.Kinds {
			r.By[n][k] = l.Standings[n][k].Rating
		}
	}
	return r
}

// On returns the earlier list in force on a day, nil if it is this list itself.
// The oldest known list stands for all earlier ones.
func (l *List) On(d civil.Date) *Ratings {
	if len(l.Earlier) == 0 || d >= l.From {
		return nil
	}
	for i := len(l.Earlier) - 1; i > 0; i-- {
		if l.Earlier[i].From <= d {
			return &l.Earlier[i]
		}
	}
	return &l.Earlier[0]
}

// MemoryMonths is how far back a list remembers earlier ones. No event lasts
// that long.
const MemoryMonths = 24

// Followed returns the next list, which remembers this one among the earlier
// ones.
func (l *List) Followed(from civil.Date, standings []Standing) *List {
	earlier := append(slices.Clone(l.Earlier), l.Ratings())
	for len(earlier) > 1 && earlier[1].From <= from.FirstOfMonth(-MemoryMonths) {
		earlier = earlier[1:]
	}
	return &List{From: from, Standings: standings, Earlier: earlier}
}

// change is a rating and its first day.
type change struct {
	from   civil.Date
	rating rating.Rating
}

// history returns the ratings that a player had in the earlier lists, without
// repetitions; nil if they all equal the current one.
func (l *List) history(player uint32, kind rating.Kind) []change {
	var changes []change
	differs := false
	standing := l.Standing(player)
	for i := range l.Earlier {
		r := l.Earlier[i].Of(player, kind)
		if i == 0 || r != changes[len(changes)-1].rating {
			changes = append(changes, change{l.Earlier[i].From, r})
		}
		differs = differs || r != standing.Of(kind).Rating
	}
	if !differs {
		return nil
	}
	return changes
}

// remember sets the earlier lists from the histories of players, by number.
func (l *List) remember(histories map[int][rating.Kinds][]change) {
	var days []civil.Date
	for _, history := range histories {
		for _, changes := range history {
			for _, c := range changes {
				days = append(days, c.from)
			}
		}
	}
	slices.Sort(days)
	for _, day := range slices.Compact(days) {
		r := l.Ratings()
		r.From = day
		for n, history := range histories {
			for k, changes := range history {
				for i, c := range changes {
					if i == 0 || c.from <= day {
						r.By[n][k] = c.rating
					}
				}
			}
		}
		if n := len(l.Earlier); n == 0 || !slices.Equal(r.By, l.Earlier[n-1].By) {
			l.Earlier = append(l.Earlier, r)
		}
	}
	if len(l.Earlier) == 1 && slices.Equal(l.Earlier[0].By, l.Ratings().By) {
		l.Earlier = nil
	}
}

// maxEarlier is the maximum number of earlier lists in an opening list.
const maxEarlier = 64

// parseHistory reads what historyText writes.
func parseHistory(text string) ([]change, error) {
	var changes []change
	for _, word := range strings.Fields(text) {
		day, points, isPair := strings.Cut(word, ":")
		from, wrongDay := civil.Parse(day)
		r, wrongRating := rating.ParseRating(points)
		if !isPair || wrongDay != nil || wrongRating != nil {
			return nil, fmt.Errorf("history: %q is not DAY:RATING", word)
		}
		if len(changes) > 0 && from <= changes[len(changes)-1].from {
			return nil, errors.New("history: the oldest list comes first")
		}
		changes = append(changes, change{from, r})
	}
	return changes, nil
}

// historyText formats the ratings of earlier lists for an opening list:
// DAY:RATING for the oldest known list and for each list with another rating, 0
// for none: "2024-01-01:1500 2024-03-01:0".
func historyText(changes []change) string {
	words := make([]string, len(changes))
	for i, c := range changes {
		words[i] = fmt.Sprintf("%v:%d", c.from, c.rating)
	}
	return strings.Join(words, " ")
}
