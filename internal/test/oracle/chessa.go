package oracle

import (
	"math/big"
	"sync"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// chessa rates a month.
type chessa struct {
	*bureau
	*group
	teamExempt bool // Reading C17
	month      map[string]*[rating.Kinds]chessaMonth
}

// chessaMonth is a player's month in one kind of list.
type chessaMonth struct {
	unpublished bool // no rating in this list at the beginning of the month
	k           int  // Standard only; 0: none yet
	ks          []int
	games       int
	changes     *big.Rat // nil: nothing was calculated
}

func (b *bureau) chessa(options map[string]string, events []*event) {
	// When new ratings 1, Reading C21: the calendar month of receipt.
	for _, g := range grouped(events, func(e *event) (from, to civil.Date) { return month(e.received, 0) }) {
		c := &chessa{bureau: b, group: g, teamExempt: options["team_exempt"] != "false", month: map[string]*[rating.Kinds]chessaMonth{}}
		c.rate()
	}
}

func (c *chessa) rate() {
	c.welcome(c.events)
	next, _ := month(c.from, 1)
	p := &Period{Label: label(next), From: c.from, To: c.to, Edition: "chessa-2015", Lines: map[string]*[rating.Kinds]Line{}}
	published := map[string]bool{}
	for id, who := range c.players {
		lines := &[rating.Kinds]Line{}
		m := &[rating.Kinds]chessaMonth{}
		for i := range lines {
			lines[i].Previous = who.lists[i].rating
			m[i].unpublished = who.lists[i].rating == 0
			published[id] = published[id] || who.lists[i].rating != 0
		}
		m[0].k = lowestK(&who.lists[0])
		p.Lines[id], c.month[id] = lines, m
	}
	// The intake uses the list at the beginning of the month.
	for _, e := range c.events {
		c.admit(e, published)
	}
	for _, e := range c.events { // by end (Reading C21)
		c.event(e)
		for _, s := range e.sections {
			p.Sections = append(p.Sections, s.Section)
		}
	}
	for id, who := range c.players {
		for i, kind := range rating.AllKinds {
			l, m, line := &who.lists[i], &c.month[id][i], &p.Lines[id][i]
			if m.games == 0 && m.changes != nil && m.changes.Sign() == 0 {
				c.fire("a month of defaults without effect")
				m.changes, m.ks = nil, nil // none were used
			}
			if m.changes != nil { // When new ratings 2, Reading C20
				l.peak = l.best()
				l.rating += c.halfAway(m.changes)
				if l.rating < 100 {
					c.fire("rating floor")
					l.rating = 100
				}
				l.peak = l.best()
			}
			l.games += m.games
			if kind == rating.Standard {
				l.k = m.k
				if after := lowestK(l); after != m.k { // Reading C18
					c.fire("C18 K fell")
					l.k = after
				} else if l.rating != 0 && group7(l.rating) > after {
					c.fire("C18 K does not rise")
				}
				line.KeptK = l.k
			}
			line.Rating, line.Games, line.Total, line.Peak = l.rating, m.games, l.games, l.best()
			line.K, line.Pool = kept(m.ks), poolText(l.pool)
		}
	}
	c.finish(p)
}

// group7 returns the K of a standard rating by its group (K-Factor 4.1).
func group7(r int) int {
	for _, g := range []struct{ from, k int }{{2200, 10}, {2000, 15}, {1800, 20}, {1600, 25}, {1300, 30}, {1000, 35}} {
		if r >= g.from {
			return g.k
		}
	}
	return 40
}

// lowestK returns the lowest known K of a player; 0: none.
func lowestK(l *list) int {
	k := l.k
	for _, r := range []int{l.rating, l.peak} {
		if r != 0 && (k == 0 || group7(r) < k) {
			k = group7(r)
		}
	}
	return k
}

// kFactor returns the K to use.
func (c *chessa) kFactor(id string, kind rating.Kind) int {
	switch kind {
	case rating.Rapid:
		return 30
	case rating.Blitz:
		return 40
	}
	return c.month[id][0].k
}

// fewGames caches what is slow to compute.
var fewGames = sync.OnceValue(func() (known [40]int) {
	for n := range known {
		known[n] = slowAllOrNothing(n)
	}
	return known
})

// first makes a first rating from a pool of 12 games (1st Official rating,
// Reading C22).
func (c *chessa) first(id string, kind rating.Kind) {
	l := c.players[id].list(kind)
	var games []met
	floors := 0
	for _, e := range l.pool {
		for _, g := range e.games {
			games = append(games, met{rating: g.opponent, score: g.score})
			floors += e.floor
		}
	}
	if len(games) == 11 {
		c.fire("C22 11 games")
	}
	if len(games) < 12 {
		return
	}
	if len(games) == 12 {
		c.fire("C22 12 games")
	}
	c.fire("C22 first rating")
	own := halfUp(big.NewRat(int64(floors), int64(len(games)))) // Reading C3
	score := 0
	for _, g := range games {
		score += g.score
	}
	if score == 0 || score == 2*len(games) {
		c.fire("C3 floors of a pool")
	}
	l.rating = c.performance(games, own)
	l.peak = l.best()
	l.pool = nil
	m := &c.month[id][kind-1]
	m.games += len(games)
	if kind == rating.Standard {
		if m.k != 0 && m.k < group7(l.rating) {
			c.fire("C18 K from before the first rating")
		}
		m.k = lowestK(l)
	}
}
