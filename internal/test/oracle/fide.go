package oracle

import (
	"math/big"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// fideEdition holds the differences between FIDE's editions.
type fideEdition struct {
	id           string
	inForce      civil.Date
	floor        int
	hypothetical bool // first rating with two drawn games against 1800, at most 2200
	onceCapped   bool // the 400-point rule applies once per event (Reading F5)
	shutOut      bool // games with a difference of 600 points, above 2600 (Reading F11)
	realFrom2650 bool // the difference of the strongest is not capped (Reading F7)
	shortBlitz   bool // blitz requires more than three minutes
}

var fideEditions = []fideEdition{
	{id: "fide-2022", inForce: civil.Of(2022, 1, 1), floor: 1000, onceCapped: true},
	{id: "fide-2024", inForce: civil.Of(2024, 3, 1), floor: 1400, hypothetical: true, shortBlitz: true},
	{id: "fide-2024-12", inForce: civil.Of(2024, 12, 1), floor: 1400, hypothetical: true, shortBlitz: true, shutOut: true},
	{id: "fide-2025", inForce: civil.Of(2025, 10, 1), floor: 1400, hypothetical: true, shortBlitz: true, shutOut: true, realFrom2650: true},
}

// isFIDE reports whether a regulation is one of FIDE's editions, or their family.
func isFIDE(regulation string) bool {
	return regulation == "fide" || slices.ContainsFunc(fideEditions, func(e fideEdition) bool { return e.id == regulation })
}

// conversionDay is the day of the first list with converted ratings (Reading
// F6).
var conversionDay = civil.Of(2024, 3, 1)

// ratingList is the ratings of an earlier list, by player.
type ratingList struct {
	from civil.Date
	by   map[string][rating.Kinds]int
}

// effective returns the rating that a player uses under a list: for rapid and
// blitz without a rating, that of standard (Reading F4).
func (l *ratingList) effective(id string, kind rating.Kind) int {
	own := l.by[id][kind-1]
	if own == 0 {
		own = l.by[id][rating.Standard-1]
	}
	return own
}

// fideBureau is the state of a season under FIDE's rules.
type fideBureau struct {
	*bureau
	family bool
	strict bool          // unfit games are left out (Reading F12)
	lists  []*ratingList // all remembered lists, the oldest first
	passed civil.Date    // the day up to which the conversion is decided
}

func (b *bureau) fide(regulation string, c *Case, events []*event) {
	f := &fideBureau{bureau: b, family: regulation == "fide", strict: c.Options["unfit"] == "exclude"}
	var periods []*fidePeriod
	// Reading F1: the calendar month of the event's last day.
	for _, g := range grouped(events, func(e *event) (from, to civil.Date) { return month(e.last, 0) }) {
		edition, found := f.edition(regulation, g.from)
		if !found {
			b.fire("G9 no edition")
			continue
		}
		periods = append(periods, &fidePeriod{fideBureau: f, group: g, edition: edition})
	}
	if len(periods) == 0 {
		return
	}
	f.open(c, periods[0].from)
	for i, p := range periods {
		p.rate(i == 0)
	}
}

// edition returns the edition in force on a period's first day (Reading G9).
func (f *fideBureau) edition(regulation string, day civil.Date) (fideEdition, bool) {
	var in fideEdition
	found := false
	for _, e := range fideEditions {
		if e.id == regulation || f.family && e.inForce <= day {
			in, found = e, true
		}
	}
	if found && f.family {
		f.fire("G9 " + in.id)
	}
	return in, found
}

// open loads the opening list and the earlier ones.
func (f *fideBureau) open(c *Case, first civil.Date) {
	for i := range c.Earlier {
		l := &ratingList{from: c.Earlier[i].From, by: map[string][rating.Kinds]int{}}
		for n, o := range c.Opening {
			var ratings [rating.Kinds]int
			for k, kind := range rating.AllKinds {
				ratings[k] = int(c.Earlier[i].Of(uint32(n), kind))
			}
			l.by[o.Player.ID] = ratings
		}
		f.lists = append(f.lists, l)
	}
	from := c.From
	if from == 0 {
		from = first
	}
	f.passed = from
	f.lists = append(f.lists, f.current(from))
}

// current returns the current ratings.
func (f *fideBureau) current(from civil.Date) *ratingList {
	l := &ratingList{from: from, by: map[string][rating.Kinds]int{}}
	for id, who := range f.players {
		var ratings [rating.Kinds]int
		for k := range who.lists {
			ratings[k] = who.lists[k].rating
		}
		l.by[id] = ratings
	}
	return l
}

func (f *fideBureau) latest() *ratingList { return f.lists[len(f.lists)-1] }

// publish makes the current ratings the latest list. It drops a list once its
// successor is older than two years.
func (f *fideBureau) publish(from civil.Date) {
	old, _ := month(from, -24)
	for len(f.lists) > 1 && f.lists[1].from <= old {
		f.fire("a list of more than two years ago forgotten")
		f.lists = f.lists[1:]
	}
	f.lists = append(f.lists, f.current(from))
}

// inForce returns the list in force on a day (Reading F2); the oldest known
// list stands for all earlier ones.
func (f *fideBureau) inForce(day civil.Date) *ratingList {
	for i := len(f.lists) - 1; i >= 0; i-- {
		if f.lists[i].from <= day {
			return f.lists[i]
		}
	}
	return f.lists[0]
}

// convert applies the conversion of March 2024, if it lies before a day
// (Reading F6).
func (f *fideBureau) convert(day civil.Date) {
	due := f.family && f.passed < conversionDay && conversionDay <= day
	f.passed = max(f.passed, day)
	if !due {
		return
	}
	for _, who := range f.players {
		for k := range who.lists {
			l := &who.lists[k]
			if l.rating == 0 || l.rating >= 2000 {
				continue
			}
			f.fire("F6 rating converted")
			before := l.best()
			l.rating = halfUp(new(big.Rat).Add(whole(l.rating), points(40, 2000-l.rating)))
			l.peak = l.best()
			if l.peak > before {
				f.fire("F6 peak raised")
			}
		}
	}
	if f.latest().from < conversionDay {
		f.fire("F6 no list of March 2024 but the converted one")
		f.publish(conversionDay)
		return
	}
	f.lists[len(f.lists)-1] = f.current(f.latest().from)
}
