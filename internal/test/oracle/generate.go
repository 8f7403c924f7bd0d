package oracle

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Case is a season to rate: an opening list, reports and options.
type Case struct {
	Options map[string]string
	Opening []Opening
	From    civil.Date       // the opening list's day; 0: unknown
	Earlier []roster.Ratings // the earlier lists, the oldest first
	Reports []*report.Report
}

// Generate returns a random season for a regulation. The same seed returns the
// same season.
func Generate(regulation string, seed uint64) *Case {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 20150101)), regulation: regulation, births: map[string]civil.Birth{}}
	g.world()
	c := &Case{Options: g.options()}
	g.strict = c.Options["unfit"] == "exclude"
	for i := range 8 + g.IntN(33) {
		o := g.player(i)
		c.Opening = append(c.Opening, o)
		g.players = append(g.players, o)
	}
	if g.fide() {
		g.fideLists(c)
	}
	m := 0
	for range 1 + g.IntN(5) {
		for range 1 + g.IntN(1+g.IntN(6)) {
			c.Reports = append(c.Reports, g.report(len(c.Reports), m))
		}
		m += g.pause()
	}
	g.Shuffle(len(c.Reports), func(i, j int) { c.Reports[i], c.Reports[j] = c.Reports[j], c.Reports[i] })
	return c
}

type generator struct {
	*rand.Rand
	regulation  string
	year, month int  // in which the season begins
	base        int  // a rating from which others differ by an exact limit of the table
	strict      bool // games under unfit conditions are not rated
	players     []Opening
	births      map[string]civil.Birth // of newcomers
}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

// pause returns the months between two periods.
func (g *generator) pause() int {
	if g.fide() {
		return pick(g, 1, 1, 1, 1, 2, 3, 10, 11, 12, 13)
	}
	return 1 + g.few()
}

// few usually returns 0.
func (g *generator) few() int { return max(0, g.IntN(6)-3) }

func pick[T any](g *generator, from ...T) T { return from[g.IntN(len(from))] }

func (g *generator) japanese() bool { return isJapanese(g.regulation) }

// world places the season in time: near the days on which editions come into
// force, and often across a New Year.
func (g *generator) world() {
	starts := [][2]int{{2022, 7}, {2022, 9}, {2022, 11}, {2022, 12}, {2023, 6}, {2023, 8}, {2023, 11}}
	for _, e := range japanEditions[2:] {
		starts = append(starts, around(e.inForce)...)
	}
	start := pick(g, starts...)
	if g.regulation == "chessa-2015" {
		start = pick(g, [2]int{2014, 12}, [2]int{2015, 1}, [2]int{2015, 3}, [2]int{2015, 11}, [2]int{2015, 12}, [2]int{2016, 2})
	}
	g.base = 900 + g.IntN(1000)
	if g.fide() {
		start, g.base = g.fideWorld()
	}
	g.year, g.month = start[0], start[1]
}

// around returns the months in which seasons begin that see an edition come into force.
func around(day civil.Date) [][2]int {
	before, _ := month(day, -2)
	y, m, _ := before.Split()
	year, in, _ := day.Split()
	return [][2]int{{y, int(m)}, {year, int(in)}}
}

func (g *generator) options() map[string]string {
	options := map[string]string{}
	draw := func(name string, values ...string) {
		if g.chance(40) {
			options[name] = pick(g, values...)
		}
	}
	switch {
	case g.japanese():
		draw("k_scope", "shared", "per-list")
		draw("k40_for_inherited", "true", "false")
		draw("pool_months", "unlimited", "26", "3", "2", "1")
		draw("late", "exclude", "exclude", "count")
		draw("non_members", "exclude", "exclude", "count")
	case g.fide():
		draw("unfit", "exclude", "exclude", "count")
	case g.regulation == "chessa-2015":
		draw("team_exempt", "true", "false", "false")
	}
	return options
}

// rating returns a rating from 1 to about 2450, often at a limit of a rule.
func (g *generator) rating() rating.Rating {
	near := func(n int) int { return n + g.IntN(7) - 3 }
	line := func() int {
		n := expectancy[g.IntN(len(expectancy))].difference + g.IntN(2)
		return g.base + pick(g, n, -n)
	}
	r := 0
	switch {
	case g.fide():
		r = g.fideRating(line())
	case g.japanese():
		r = pick(g, near(2300), near(2400), 400+g.IntN(25), near(400), line(), line(), g.base, g.base+400, 700+g.IntN(1500))
	case g.regulation == "nscl" && g.base < 1000:
		r = 1 + g.IntN(25) // beginners, who can lose more than they have
	case g.regulation == "nscl":
		r = pick(g, 1+g.IntN(25), near(1000), 960+g.IntN(80), near(g.base-400), g.base, g.base, g.base-807-g.IntN(2), 500+g.IntN(600))
	default:
		r = pick(g, near(pick(g, 1000, 1300, 1600, 1800, 2000, 2200)), near(pick(g, 1000, 1300, 1600, 1800, 2000, 2200)), 100+g.IntN(30),
			line(), line(), g.base, 500+g.IntN(1700))
		if g.chance(3) {
			r = 60 + g.IntN(40)
		}
	}
	return rating.Rating(max(r, 1))
}

func (g *generator) player(i int) Opening {
	id := fmt.Sprintf("P%02d", i)
	o := Opening{Player: roster.Player{ID: id, Name: "Player " + id, Birth: g.birth()}}
	if !g.japanese() {
		o.Player.EnteredUnrated = g.chance(50)
		if g.chance(10) { // unknown outside Japan
			o.Player.Fide[g.IntN(rating.Kinds)] = g.rating()
		}
	}
	switch {
	case g.fide():
		g.fidePlayer(&o)
	case g.japanese():
		g.japanPlayer(&o)
	case g.regulation == "nscl":
		if g.chance(85) {
			g.rate(o.Standing.Of(rating.Standard))
		} else if g.chance(50) {
			o.Player.First = g.rating()
		}
		if g.chance(5) {
			g.rate(o.Standing.Of(rating.Rapid))
		}
	default:
		unrated := g.chance(45)
		for _, k := range rating.AllKinds {
			g.chessaState(o.Standing.Of(k), k, unrated || g.chance(15))
		}
	}
	return o
}

func (g *generator) rate(s *roster.State) {
	s.Rating = g.rating()
	s.Games = pick[int32](g, 0, 3, 12, 15, 16, 17, 17, 18, 18, 19, 30, 200)
	s.Peak = pick(g, 0, 0, s.Rating, s.Rating+2, 2398, 2399, 2400, 2401)
	if s.Peak < s.Rating || !g.japanese() && g.chance(80) {
		s.Peak = 0
	}
}

func (g *generator) japanPlayer(o *Opening) {
	p := &o.Player
	p.EnteredUnrated = g.chance(50)
	if g.chance(50) {
		from := civil.Of(g.year, time.Month(g.month), 1)
		p.Member = civil.Range{From: from + civil.Date(g.IntN(80)-60), To: from + civil.Date(10+g.IntN(300))}
		switch g.IntN(5) {
		case 0:
			p.Member.From = 0
		case 1:
			p.Member.To = 0
		}
	}
	if g.chance(25) {
		for k := range p.Fide {
			if g.chance(50) {
				p.Fide[k] = max(g.rating(), 1000)
			}
		}
	}
	rated := false
	for _, k := range []rating.Kind{rating.Standard, rating.Rapid} {
		if g.chance(38) {
			g.rate(o.Standing.Of(k))
			rated = true
		}
	}
	if g.chance(3) {
		g.rate(o.Standing.Of(rating.Blitz)) // unknown in Japan
	}
	if rated || p.Fide != [rating.Kinds]rating.Rating{} {
		return
	}
	p.EnteredUnrated = g.chance(90)
	for _, k := range []rating.Kind{rating.Standard, rating.Rapid} {
		s := o.Standing.Of(k)
		if g.chance(40) {
			s.Pool = g.pool(3, 1)
		}
		if g.chance(10) {
			s.Games = int32(g.IntN(18))
		}
		if g.chance(3) {
			s.Peak = g.rating() // was rated before
		}
	}
}

func (g *generator) chessaState(s *roster.State, k rating.Kind, unrated bool) {
	if unrated {
		if g.chance(50) {
			s.Pool = g.pool(11, 4)
		}
		if g.chance(3) && k == rating.Standard {
			s.Peak = g.rating()
		}
		return
	}
	g.rate(s)
	if k == rating.Standard && g.chance(40) {
		s.K = pick[rating.K](g, 10, 15, 20, 25, 30, 35, 40)
	}
	if g.chance(20) {
		s.Peak = s.Rating + rating.Rating(g.IntN(300))
	}
}

// pool returns a pool of events that ended before the season.
func (g *generator) pool(games, events int) *roster.Pool {
	p := &roster.Pool{}
	lost := g.chance(20)
	day := civil.Of(g.year, time.Month(g.month), 1) - civil.Date(100+g.IntN(800))
	if g.japanese() && g.chance(25) {
		p.Events = append(p.Events, roster.PoolEvent{End: day, Disregarded: true})
		if g.chance(40) {
			return p
		}
	}
	for range 1 + g.IntN(events) {
		day += civil.Date(1 + g.IntN(20))
		e := roster.PoolEvent{End: day}
		if !g.japanese() {
			e.Floor = rating.Rating(100 * (1 + g.IntN(15)))
		}
		for range 1 + g.IntN(games) {
			pooled := roster.PoolGame{Opponent: max(g.rating(), 100), Score: rating.Score(g.IntN(3))}
			if g.japanese() && g.chance(30) {
				pooled.Opponent, pooled.Uncounted = 1000, true
			}
			if lost {
				pooled.Score = 0
			}
			e.Games = append(e.Games, pooled)
		}
		p.Events = append(p.Events, e)
	}
	return p
}

// birth returns a birth near the age limits.
func (g *generator) birth() civil.Birth {
	y := g.year + g.IntN(2)
	limit := y - 18
	if g.regulation == "chessa-2015" {
		limit = y - 10
	}
	switch g.IntN(12) {
	case 0:
		return 0
	case 1:
		return civil.BirthIn(limit + g.IntN(3) - 1)
	case 2:
		return civil.BirthOn(civil.Of(limit, time.January, 1))
	case 3:
		return civil.BirthOn(civil.Of(limit, time.January, 2))
	case 4:
		return civil.BirthOn(civil.Of(limit-1, time.December, 31))
	case 5:
		return civil.BirthOn(civil.Of(limit+g.IntN(3)-1, time.Month(1+g.IntN(12)), 1+g.IntN(28)))
	case 6:
		return civil.BirthOn(civil.Of(limit+1+g.IntN(4), time.June, 15))
	case 7:
		return pick(g, civil.BirthIn(y-130), civil.BirthIn(y-1), civil.BirthOn(civil.Of(y-2, time.May, 5)))
	}
	return civil.BirthIn(y - 20 - g.IntN(50))
}
