package synth

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
)

// Volume is how much is played.
type Volume struct {
	Reports int // zero: per year a tenth of the players
	Games   int // approximately; zero: as usual in the country, 34 or 44 per report
}

// fixture is a planned event.
type fixture struct {
	*format
	club     int
	dates    []civil.Date // of the rounds
	received civil.Date   // the day on which the bureau receives the report
}

func (f *fixture) start() civil.Date { return f.dates[0] }
func (f *fixture) end() civil.Date   { return f.dates[len(f.dates)-1] }

// calendar plans events whose reports are received in a range of days.
type calendar struct {
	*dice
	clubs []Club
	days  civil.Range
	taken map[booking]bool
}

// booking is an event that a club holds only once.
type booking struct {
	format *format
	club   int
	end    civil.Date
}

// plan returns the requested number of events, in the order in which they end,
// with at least one of each format if possible.
func (c *calendar) plan(formats []format, reports int) []fixture {
	var all []fixture
	for i := len(formats) - 1; i >= 0; i-- { // the first format gets the rest
		n := reports - len(all)
		if i > 0 {
			n = min(n, formats[i].share*reports/1000)
			if n == 0 && reports >= 3*len(formats) {
				n = 1
			}
		}
		for k := range n {
			all = append(all, c.book(&formats[i], k, n))
		}
	}
	slices.SortStableFunc(all, func(a, b fixture) int {
		return cmp.Or(cmp.Compare(a.end(), b.end()), cmp.Compare(a.start(), b.start()), cmp.Compare(a.club, b.club))
	})
	return all
}

// book plans the k-th of n events of a format, on a day on which the club has
// no event of this format yet.
func (c *calendar) book(format *format, k, n int) fixture {
	for tries := 20; ; tries-- {
		f := c.fixture(format, k, n)
		b := booking{format, f.club, f.end()}
		if !c.taken[b] || tries == 0 {
			c.taken[b] = true
			return f
		}
	}
}

// fixture plans the k-th of n events of a format. Meetings rotate among the
// clubs, on their evenings; other events are on weekends.
func (c *calendar) fixture(format *format, k, n int) fixture {
	f := fixture{format: format, club: c.below(len(c.clubs))}
	from, span, weekday := c.days.From, int(c.days.To-c.days.From)+1, sunday
	if format.meeting {
		f.club = k % len(c.clubs)
		each := n / len(c.clubs) // meetings per club
		if f.club < n%len(c.clubs) {
			each++
		}
		if n < len(c.clubs) {
			f.club = k * len(c.clubs) / n
		}
		from += civil.Date(k / len(c.clubs) * span / each)
		span = max(1, span/each)
		weekday = c.clubs[f.club].evening
		f.dates = rounds(format.rounds, max(1, min(span/7, format.rounds)), 7)
	} else {
		f.dates = rounds(format.rounds, format.days, 1)
	}
	delay := c.delay()
	end := from + civil.Date(c.below(span)) - delay
	back := civil.Date(int(end-1)-weekday+7) % 7 // 1 January of year 1 was a Monday
	switch {
	case end-back+delay >= c.days.From:
		end -= back
	case end-back+7+delay <= c.days.To:
		end += 7 - back
	}
	for i := range f.dates {
		f.dates[i] += end
	}
	f.received = end + delay
	return f
}

const sunday = 6

// rounds returns the day of each round, relative to the last one.
func rounds(n, days, apart int) []civil.Date {
	dates := make([]civil.Date, n)
	for r := range dates {
		dates[r] = civil.Date((r*days/n - (days - 1)) * apart)
	}
	return dates
}

// delay draws the days until a report is received: mostly within a week, one in
// fourteen later, one in a hundred after the 90 days of Japan.
func (c *calendar) delay() civil.Date {
	switch n := c.below(1000); {
	case n < 10:
		return civil.Date(c.between(91, 130))
	case n < 70:
		return civil.Date(c.between(8, 60))
	default:
		return civil.Date(c.below(7))
	}
}
