package fide

import (
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Period returns the calendar month in which the event ends, for the list of the
// next one.
func (e *Edition) Period(r *report.Report) regulation.Period {
	day := r.LastDay() // 7.1, Reading F1
	if e.ByStart {
		day = r.FirstDay()
	}
	from, list := day.FirstOfMonth(0), day.FirstOfMonth(1)
	return regulation.Period{Label: list.String()[:len("2006-01")], Days: civil.Range{From: from, To: list - 1}, List: list}
}

// Check applies sections 1 to 6 and 9 of the text. A condition that a game does
// not meet is a warning, unless such games are to be excluded (Reading F12).
// Only a section of unknown type is refused.
func (e *Edition) Check(r *report.Report, facts regulation.Facts) regulation.Intake {
	c := intake{e: e, r: r, facts: facts}
	for i := range r.Sections {
		c.section, c.s, c.out = i, &r.Sections[i], nil
		ruling := pack.Ruling{}
		c.ruling = &ruling
		if c.kind() {
			c.rateOfPlay()
			c.hours()
			c.matches()
			c.inTime()
		}
		ruling.Out = c.out
		c.Rulings = append(c.Rulings, ruling)
	}
	return c.Intake
}

type intake struct {
	regulation.Intake
	e       *Edition
	r       *report.Report
	facts   regulation.Facts
	section int
	s       *report.Section
	ruling  *pack.Ruling
	seconds int // a player's time; zero: unknown
	out     []pack.Out
}

func (c *intake) add(f finding.Finding) { c.Tell(c.r, f.In(c.s.Name)) }

// kind determines the type of the section, and reports whether it could.
func (c *intake) kind() bool {
	declared := regulation.Declared(c.r, c.s)
	thinking := regulation.ThinkingIn(c.r, c.s, c.e.Moves, slices.Min[[]int]) // 1.1
	kind, clause, known := thinking.Type(c.r, c.s, func(seconds int) (rating.Kind, string) {
		return c.e.kind(time.Duration(seconds) * time.Second)
	})
	c.seconds, c.ruling.Kind = thinking.Seconds, declared
	switch {
	case known:
		c.ruling.Kind, c.ruling.Clause = kind, clause
		if declared != 0 && declared != kind {
			c.add(regulation.TypeDiffers(c.s, declared, kind, thinking.Seconds, clause))
		}
		return true
	case declared != 0 && thinking.Unread != "":
		c.add(regulation.TypeHolds(c.s, declared, thinking.Unread, "1.1"))
	case thinking.Unread != "":
		c.add(regulation.TypeUnclear(c.s, thinking.Unread, "1.1"))
	case declared == 0:
		c.add(finding.Refusal("type-missing", c.s.At).Under("1.1", "G6"))
	}
	return declared != 0
}

// kind returns the type by each player's time for 60 moves, and the deciding
// clause.
func (e *Edition) kind(thinking time.Duration) (rating.Kind, string) {
	minutes := func(n int) time.Duration { return time.Duration(n) * time.Minute }
	switch {
	case thinking >= minutes(e.Standard): // 1.1
		return rating.Standard, "1.1"
	case thinking > minutes(e.BlitzUpTo): // RB 1.1.1
		return rating.Rapid, "RB 1.1.1"
	default: // RB 1.1.2
		return rating.Blitz, "RB 1.1.2"
	}
}

// unfit adds the finding that games do not meet a condition, and excludes them
// if the option says so.
func (c *intake) unfit(f finding.Finding, why pack.Out, which func(*report.Game) bool) {
	n := 0
	for i := range c.s.Games {
		if which(&c.s.Games[i]) {
			n++
		}
	}
	if n == 0 {
		return
	}
	f.Values = append([]finding.Value{finding.Int("games", n), finding.Text("treatment", string(c.e.Unfit))}, f.Values...)
	c.add(f)
	if c.e.Unfit != regulation.Exclude {
		return
	}
	if c.out == nil {
		c.out = make([]pack.Out, len(c.s.Games))
	}
	for i := range c.s.Games {
		if c.out[i] == pack.In && which(&c.s.Games[i]) {
			c.out[i] = why // Reading F12
		}
	}
}

func all(*report.Game) bool { return true }

func (c *intake) warn(id, clause string, values ...finding.Value) finding.Finding {
	return finding.New(id, finding.Warning, c.s.At, values...).Under(clause, "F12")
}

// rateOfPlay checks the thinking time required for a game.
func (c *intake) rateOfPlay() {
	if c.seconds == 0 {
		return
	}
	minutes := finding.Int("minutes", c.seconds/60)
	switch c.ruling.Kind {
	case rating.Standard:
		c.unfit(c.warn("too-fast-for-rating", "1.1", minutes), pack.Unfit, c.tooFast()) // 1.1
	case rating.Blitz:
		if c.seconds <= 60*c.e.BlitzAbove { // RB 1.1.2
			c.unfit(c.warn("too-fast-for-blitz", "RB 1.1.2", finding.Int("needed", c.e.BlitzAbove)), pack.Unfit, all)
		}
	}
	for _, t := range regulation.Controls(c.r, c.s) {
		if moves := t.FirstControl(); c.ruling.Kind == rating.Standard && moves > 0 && moves < c.e.FirstControl { // 1.2
			c.unfit(c.warn("first-control-short", "1.2", finding.Int("moves", moves), finding.Int("needed", c.e.FirstControl)), pack.Unfit, all)
		}
		if c.ruling.Kind != rating.Standard && !t.SameForBoth() { // RB 1.2
			c.unfit(c.warn("times-unequal", "RB 1.2"), pack.Unfit, all)
		}
	}
}

// tooFast returns a function that reports whether a game had less time than the
// stronger player requires.
func (c *intake) tooFast() func(*report.Game) bool {
	index := report.NewIndex(c.s)
	strength := make([]rating.Rating, len(c.s.Players))
	for i := range strength {
		strength[i] = c.rating(i)
	}
	return func(g *report.Game) bool {
		white, black := index.Of(g.White), index.Of(g.Black)
		if white < 0 || black < 0 {
			return false
		}
		stronger := max(strength[white], strength[black])
		for _, needed := range c.e.Needed {
			if stronger >= needed.from {
				return c.seconds < 60*needed.minutes // 1.1
			}
		}
		return false
	}
}

// rating returns the rating of an entry in the list from which the period
// starts.
func (c *intake) rating(entry int) rating.Rating {
	_, standing := c.facts.Player(c.section, entry)
	list := roster.List{Standings: []roster.Standing{standing}}
	ratings := list.Ratings()
	return c.e.rated(&ratings, 0, c.ruling.Kind)
}

// hours checks the hours of play in a day.
func (c *intake) hours() {
	rounds := map[civil.Date]map[int]bool{}
	for _, g := range c.s.Games {
		if g.Date == 0 {
			continue
		}
		if rounds[g.Date] == nil {
			rounds[g.Date] = map[int]bool{}
		}
		rounds[g.Date][g.Round] = true
	}
	tooMany := func(day civil.Date) bool {
		n := len(rounds[day])
		if c.ruling.Kind == rating.Standard {
			return 2*n*c.seconds > 60*c.e.DailyMinutes // 3
		}
		return n > c.e.DailyRounds[c.ruling.Kind-1] // RB 3.1
	}
	clause := "3"
	if c.ruling.Kind != rating.Standard {
		clause = "RB 3.1"
	}
	c.unfit(c.warn("too-many-rounds-a-day", clause), pack.Unfit, func(g *report.Game) bool { return g.Date != 0 && tooMany(g.Date) })
}

// matches checks matches between two players.
func (c *intake) matches() {
	if len(c.s.Players) != 2 {
		return
	}
	if c.rating(0).Rated() != c.rating(1).Rated() { // 6.1
		c.unfit(c.warn("match-with-unrated", "6.1"), pack.Unfit, all)
	}
	after := c.decided()
	c.unfit(c.warn("match-decided", "6.2"), pack.Unfit, func(g *report.Game) bool { return after > 0 && g.Round > after }) // 6.2
}

// decided returns the round in which a player won the match; zero if that is
// the last round or nobody won.
func (c *intake) decided() int {
	rounds := c.s.PlannedRounds()
	worth := c.r.PointSystem()
	won := worth.Games()
	points := map[int]rating.Score{}
	for round := 1; round < rounds; round++ {
		for _, g := range c.s.Games {
			if g.Round == round {
				points[g.White] += won[g.Result][0]
				points[g.Black] += won[g.Result][1]
			}
		}
		for _, b := range c.s.Byes {
			if b.Round == round {
				points[b.Player] += worth.Bye(b.Kind)
			}
		}
		for _, p := range points {
			if p > rating.Score(rounds)*worth.Win/2 {
				return round
			}
		}
	}
	return 0
}

// inTime checks when the report arrived.
func (c *intake) inTime() {
	if c.e.ReportLists == 0 {
		return
	}
	last := c.r.LastDay().FirstOfMonth(c.e.ReportLists) - 1 // 9.1
	if received := c.r.ReceivedOn(); received > last {
		c.unfit(c.warn("too-late-for-lists", "9.1", finding.Text("received", received.String()), finding.Text("last", last.String())), pack.Late, all)
	}
}
