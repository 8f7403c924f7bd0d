// Package oracle rates seasons a second time, slowly. It is only for the test that
// compares the engine with it.
//
// It was written from the texts of the regulations and the numbered readings
// alone, without looking at the engine. Where the engine has packed games,
// dense numbers and tables without gaps, the oracle has maps, rationals and the
// tables' rows as printed, so that the same mistake is unlikely to be made
// twice. Rate returns the numbers, and how often each rule decided one; Generate
// returns seasons whose values cluster where the rules change.
package oracle

import (
	"fmt"
	"math/big"
	"sort"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Opening is a line of the opening list.
type Opening struct {
	Player   roster.Player
	Standing roster.Standing
}

// Season is the rated periods, and how often each rule decided.
type Season struct {
	Periods []*Period
	Fired   map[string]int
}

// Period is a rated period.
type Period struct {
	Label    string
	From, To civil.Date
	Edition  string
	Lines    map[string]*[rating.Kinds]Line // of the list, by player
	Sections []*Section
	Bonus    map[string]*big.Rat // points by player, in one of the rows of the meet (Reading N10)
}

// Line is a player's line in one kind of list.
type Line struct {
	Rating, Previous int
	Games, Total     int
	K                int // used in the period; 0: none or several
	Qualifies        bool
	Peak             int
	KeptK            int        // South Africa's standard list; FIDE's of the opening list, if it is left; else 0
	Pool             string     // see PoolText
	Inactive         bool       // FIDE
	Last             civil.Date // FIDE; else 0
}

// Section is a section of a report.
type Section struct {
	File, Name string
	Kind       rating.Kind
	Refused    bool
	Rows       map[string]*Row // by player
}

// Row is a player's result in a section.
type Row struct {
	Rating, K       int
	Games           int
	Score           int      // half points
	Expected        int      // hundredths
	Change          *big.Rat // points
	AverageOpponent int      // 0 without games
	Percent         int
	Performance     int // 0: none
	Temporary       int // 0: none
	Activity        int // -1: the regulation has none
}

func newRow(own int) *Row {
	return &Row{Rating: own, Change: new(big.Rat), Activity: -1}
}

// Rate rates a season's reports under a regulation: an edition or a family. Each entry must
// have an ID, and each report must be consistent.
func Rate(regulation string, c *Case) *Season {
	b := &bureau{players: map[string]*player{}, season: &Season{Fired: map[string]int{}}}
	for _, o := range c.Opening {
		p := b.join(o.Player)
		for i := range o.Standing {
			p.lists[i] = state(o.Standing[i])
		}
	}
	events := newEvents(c.Reports)
	switch {
	case isJapanese(regulation):
		b.japan(regulation, c.Options, events)
	case regulation == "nscl":
		b.nscl(events)
	case regulation == "chessa-2015":
		b.chessa(c.Options, events)
	case isFIDE(regulation):
		b.fide(regulation, c, events)
	default:
		panic(fmt.Sprintf("oracle: no regulation %q", regulation))
	}
	return b.season
}

// bureau is the state of a season between periods.
type bureau struct {
	players map[string]*player
	season  *Season
}

// fire counts a rule that decided.
func (b *bureau) fire(rule string) { b.season.Fired[rule]++ }

type player struct {
	roster.Player
	lists [rating.Kinds]list
}

// list is the state of a player in one kind of list.
type list struct {
	rating, games, peak, k int
	last                   civil.Date    // of the last period with a counted game, for FIDE
	pool                   []pooledEvent // nil: none
}

type pooledEvent struct {
	first, end  civil.Date // of the player's games, of the event
	order       string     // of events with these days: first day and name
	floor       int
	disregarded bool
	games       []pooledGame
	rows        []*Row // of the period at hand, for FIDE
}

type pooledGame struct {
	opponent  int
	uncounted bool
	score     int
}

func state(s roster.State) list {
	l := list{rating: int(s.Rating), games: int(s.Games), peak: int(s.Peak), k: int(s.K), last: s.Last}
	if s.Pool == nil {
		return l
	}
	for _, e := range s.Pool.Events {
		pooled := pooledEvent{first: e.First, end: e.End, order: e.Order, floor: int(e.Floor), disregarded: e.Disregarded}
		if pooled.first == 0 {
			pooled.first = e.End
		}
		for _, g := range e.Games {
			pooled.games = append(pooled.games, pooledGame{int(g.Opponent), g.Uncounted, int(g.Score)})
		}
		l.pool = append(l.pool, pooled)
	}
	return l
}

// best returns the highest known rating.
func (l *list) best() int { return max(l.rating, l.peak) }

func (p *player) list(k rating.Kind) *list { return &p.lists[k-1] }

func (b *bureau) join(who roster.Player) *player {
	p := &player{Player: who}
	b.players[who.ID] = p
	return p
}

// welcome adds new players as unrated.
func (b *bureau) welcome(events []*event) {
	for _, e := range events {
		for _, s := range e.sections {
			for _, entry := range s.report.Players {
				if b.players[entry.ID] == nil {
					b.fire("newcomer")
					b.join(roster.Player{ID: entry.ID, Name: entry.Name, Birth: entry.Birth, EnteredUnrated: true})
				}
			}
		}
	}
}

// finish writes the period with its list.
func (b *bureau) finish(p *Period) {
	b.season.Periods = append(b.season.Periods, p)
}

// poolText formats a pool like PoolText.
func poolText(pool []pooledEvent) string {
	if pool == nil {
		return ""
	}
	games := []string{}
	for _, e := range pool {
		for _, g := range e.games {
			games = append(games, fmt.Sprintf("%v@%d%v %d %v %d", e.end, e.floor, e.disregarded, g.opponent, g.uncounted, g.score))
		}
	}
	sort.Strings(games)
	return "pool of " + strings.Join(games, "; ")
}

// PoolText formats a pool for comparison: whether it exists, and its games,
// regardless of their grouping.
func PoolText(p *roster.Pool) string {
	s := state(roster.State{Pool: p})
	if p != nil && s.pool == nil {
		s.pool = []pooledEvent{}
	}
	return poolText(s.pool)
}

// KeptK returns the lowest K that a South African standard state implies: from
// the K kept, the rating and the peak.
func KeptK(s roster.State) int {
	l := state(s)
	return lowestK(&l)
}
