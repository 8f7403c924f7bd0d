package oracle

import (
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

func (g *generator) fide() bool { return isFIDE(g.regulation) }

// fideWorld places a season near the days on which editions come into force,
// with ratings near the limits of the edition.
func (g *generator) fideWorld() (start [2]int, base int) {
	starts := [][2]int{
		{2021, 12}, {2022, 12}, {2023, 1}, {2023, 11}, {2023, 12}, {2024, 1}, {2024, 2}, {2024, 3}, {2024, 9}, {2024, 11}, {2025, 1}, {2025, 7}, {2025, 9},
	}
	for _, e := range fideEditions[4:] {
		starts = append(starts, around(e.inForce)...)
	}
	start = pick(g, starts...)
	base = pick(g, 1000+g.IntN(1000), 1390+g.IntN(40), 1990+g.IntN(120), 2000+g.IntN(20), 2230+g.IntN(60))
	return start, base
}

// fideRating returns a rating from 1000 to about 2700.
func (g *generator) fideRating(line int) int {
	near := func(n int) int { return n + g.IntN(7) - 3 }
	apart := pick(g, 392+g.IntN(20), 392+g.IntN(20), 599+g.IntN(3), 600)
	return max(1000, pick(g, near(2300), near(2400), near(2600), 2649+g.IntN(3), line, line, g.base, g.base, g.base+apart, g.base+apart, g.base-apart,
		1000+g.IntN(25), 1400+g.IntN(25), near(2000), 1000+g.IntN(1700), 1300+g.IntN(900)))
}

func (g *generator) fidePlayer(o *Opening) {
	unrated := g.chance(30)
	for _, k := range rating.AllKinds {
		s := o.Standing.Of(k)
		switch {
		case unrated || g.chance(pick(g, 10, 60)):
			g.fideUnrated(s)
		default:
			g.fideState(s)
		}
	}
}

// season returns the first day of a month, counted from the season's first.
func (g *generator) season(months int) civil.Date {
	return civil.Of(g.year, time.Month(g.month), 1).FirstOfMonth(months)
}

func (g *generator) fideState(s *roster.State) {
	s.Rating = g.rating()
	s.Games = pick[int32](g, 0, 5, 15, 20, 24, 25, 26, 27, 28, 29, 29, 30, 30, 31, 40, 200)
	if g.chance(30) {
		s.Peak = max(s.Rating, pick[rating.Rating](g, 2299, 2300, 2301, 2399, 2400, 2401))
	}
	if g.chance(15) {
		s.K = pick[rating.K](g, 10, 15, 20, 30, 40)
	}
	s.Last = g.lastPlayed()
}

// lastPlayed returns a day before the season, often the last or the first day
// of a month about a year before one of its lists.
func (g *generator) lastPlayed() civil.Date {
	switch g.IntN(5) {
	case 0:
		return 0
	case 1:
		return roster.LongAgo
	case 2:
		return g.season(-g.IntN(15)) - 1
	}
	return g.season(-10-g.IntN(4)) - civil.Date(pick(g, 0, 1, 1))
}

// fideUnrated sets the state of an unrated player, who may have been rated
// before.
func (g *generator) fideUnrated(s *roster.State) {
	if g.chance(40) {
		s.Pool = g.fidePool()
	}
	if g.chance(15) {
		s.Games = int32(g.IntN(35))
		s.Last = g.lastPlayed()
		if g.chance(60) {
			s.Peak = g.rating()
		}
	}
}

// fidePool returns a pool of about four games, from events about 26 months
// before the season or later.
func (g *generator) fidePool() *roster.Pool {
	p := &roster.Pool{}
	day := g.season(-pick(g, 2, 12, 22, 23, 24, 25, 25, 26, 27))
	if g.chance(20) {
		p.Events = append(p.Events, roster.PoolEvent{End: day, Disregarded: true})
		if g.chance(40) {
			return p
		}
	}
	lost := g.chance(25)
	for range 1 + g.few() {
		e := roster.PoolEvent{End: day + civil.Date(pick(g, -1, 0, 5, 27))}
		day += 31
		for range pick(g, 1, 2, 3, 4, 4, 5) {
			pooled := roster.PoolGame{Opponent: g.rating(), Score: rating.Score(g.IntN(3))}
			if lost {
				pooled.Score = 0
			}
			e.Games = append(e.Games, pooled)
		}
		p.Events = append(p.Events, e)
	}
	return p
}

// fideLists dates the opening list and adds some earlier ones.
func (g *generator) fideLists(c *Case) {
	before := g.season(0)
	switch g.IntN(6) {
	case 0, 1:
		c.From = g.season(0)
	case 2:
		c.From = g.season(-1 - g.IntN(3))
		before = c.From
	case 3:
		c.From = g.season(0) + civil.Date(g.IntN(20))
	}
	n := g.few()
	for i := range n {
		l := roster.Ratings{From: before.FirstOfMonth(pick(g, 0, 0, 0, -12) + i - n)}
		if i > 0 && l.From <= c.Earlier[i-1].From {
			l.From = c.Earlier[i-1].From + 1
		}
		for _, o := range c.Opening {
			l.By = append(l.By, g.earlier(&o.Standing))
		}
		c.Earlier = append(c.Earlier, l)
	}
}

// earlier returns a player's ratings in an earlier list.
func (g *generator) earlier(now *roster.Standing) (ratings [rating.Kinds]rating.Rating) {
	for k := range now {
		ratings[k] = now[k].Rating
		switch g.IntN(6) {
		case 0:
			ratings[k] = 0
		case 1:
			ratings[k] = g.rating()
		case 2:
			if ratings[k] != 0 {
				ratings[k] += rating.Rating(g.IntN(9) - 4)
			}
		}
	}
	return ratings
}

// fideDays returns the days of an event that ends in a month, often starting
// before it.
func (g *generator) fideDays(first civil.Date) (start, end, received civil.Date) {
	_, last := month(first, 0)
	end = pick(g, first, first+1, first+10, last, last, first+civil.Date(g.IntN(28)))
	start = end - civil.Date(pick(g, 0, 0, 1, 3, 8, 8, 30, 31, 45, 100, 400))
	if g.chance(2) {
		start = end - 800
	}
	if g.strict {
		start = end - civil.Date(75+g.IntN(10))
	}
	return start, end, end + civil.Date(g.IntN(40))
}
