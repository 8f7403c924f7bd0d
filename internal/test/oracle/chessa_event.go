package oracle

import (
	"math/big"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// chessaEntry is a player's input and result in a section.
type chessaEntry struct {
	id       string
	own      int // rating used; 0: unrated
	floor    int // of the section
	temp     int // temporary rating, if unrated
	activity int
	meets    bool // unrated opponents count (Reading C9)
	row      *Row
}

// event rates the sections of an event together, from the same ratings, and
// then makes first ratings (Reading C21).
func (c *chessa) event(e *event) {
	type pooled struct {
		id   string
		kind rating.Kind
	}
	first := map[pooled]bool{}
	var pools []func()
	for _, s := range e.sections {
		if s.Refused {
			continue
		}
		floor, ok := c.floor(s)
		if !ok {
			c.fire("C5 all unrated and no floor")
			s.Refused = true
			continue
		}
		entries := c.enter(s, floor)
		c.temporary(s, entries)
		c.performances(s, entries)
		c.changes(s, entries)
		for id, entry := range entries {
			if entry.own != 0 || entry.row.Games == 0 {
				continue
			}
			in := pooledEvent{end: e.last, floor: floor}
			for _, o := range c.opponents(s, entries, id, true) {
				in.games = append(in.games, pooledGame{opponent: o.rating, score: o.score})
			}
			l := c.players[id].list(s.Kind)
			first[pooled{id, s.Kind}] = true
			pools = append(pools, func() { l.pool = append(l.pool, in) })
		}
	}
	for _, add := range pools {
		add()
	}
	for who := range first {
		c.first(who.id, who.kind)
	}
}

// floor returns the rating from which unrated players start (How unrated
// players 1 to 4, Readings C4, C5).
func (c *chessa) floor(s *section) (int, bool) {
	sum, rated := 0, 0
	for id := range s.active() {
		if r := c.players[id].list(s.Kind).rating; r != 0 {
			sum += r
			rated++
		}
	}
	if rated == 0 {
		switch {
		case s.report.UnratedFloor != 0:
			c.fire("C5 floor given")
			return int(s.report.UnratedFloor), true
		case s.report.Group == report.Under8:
			c.fire("C5 floor of u8")
			return 500, true
		case s.beginner || s.young():
			c.fire("C5 floor of u10 and beginners")
			return 600, true
		}
		return 0, false
	}
	floor := sum / rated / 100 * 100
	if floor < 100 { // Reading C8
		c.fire("C8 floor below 100")
		floor = 100
	}
	return floor, true
}

func (c *chessa) enter(s *section, floor int) map[string]*chessaEntry {
	e := s.event.report
	year := e.AgeYear // Reading C11
	if year == 0 {
		year = s.event.first.Year()
	} else if year != s.event.first.Year() {
		c.fire("C11 age year")
	}
	entries := map[string]*chessaEntry{}
	for _, id := range s.ids {
		own := c.players[id].list(s.Kind).rating
		entry := &chessaEntry{id: id, own: own, floor: floor, row: newRow(own)}
		if born, known := c.born(c.players[id], s.event.first); known {
			entry.meets = year-born.year <= 10
			if year-born.year == 10 || year-born.year == 11 {
				c.fire("C11 at the limit of u10")
			}
			if !entry.meets && s.young() {
				c.fire("C9 too old for the section")
			}
		} else if s.young() {
			c.fire("C9 birth unknown in a young section")
			entry.meets = true
		}
		if s.beginner {
			entry.meets = true
		}
		entries[id], s.Rows[id] = entry, entry.row
	}
	for _, g := range s.games {
		switch {
		case g.unrated:
			c.fire("G7 game for points only")
		case g.played():
			entries[g.white].activity++
			entries[g.black].activity++
		case g.result == report.WhiteByForfeit: // Activity 2
			entries[g.white].activity++
		case g.result == report.BlackByForfeit:
			entries[g.black].activity++
		}
	}
	for _, bye := range s.report.Byes {
		entry := entries[s.ids[bye.Player]]
		switch {
		case bye.Kind == report.DefaultWin:
			c.fire("activity by a default without an opponent")
			entry.activity++
		case bye.Kind == report.PairingBye && (e.System == report.Swiss || e.System == report.RoundRobin && len(s.ids) > 1+s.report.PlannedRounds()) && !e.Team: // Activity 3, Reading C12
			c.fire("activity by a bye")
			entry.activity++
		case bye.Kind == report.PairingBye:
			c.fire("no activity by a bye")
		}
	}
	for _, entry := range entries {
		entry.row.Activity = entry.activity
	}
	return entries
}

// temporary sets the temporary rating of each unrated player (How unrated
// players 5, Reading C8).
func (c *chessa) temporary(s *section, entries map[string]*chessaEntry) {
	for _, entry := range entries {
		entry.temp = entry.floor
	}
	temps := map[string]int{}
	for id, entry := range entries {
		if entry.own != 0 {
			continue
		}
		temps[id] = entry.floor
		if games := c.opponents(s, entries, id, true); len(games) > 0 {
			temps[id] = c.performance(games, entry.floor)
		} else {
			c.fire("C8 unrated without a game")
		}
	}
	for id, t := range temps {
		entries[id].temp = t
		entries[id].row.Temporary = t
	}
}

// exempt reports whether the 50 % rule does not apply (Reading C17).
func (c *chessa) exempt(s *section) bool { return s.event.report.Team && c.teamExempt }

// enough reports whether a player played half of the rounds, rounded up
// (Readings C12, C13).
func (s *section) enough(activity int) bool { return 2*activity >= s.rounds() }

// changes rates the rated players (How to calculate a rated player's change,
// Reading C15).
func (c *chessa) changes(s *section, entries map[string]*chessaEntry) {
	for id, entry := range entries {
		if entry.own == 0 {
			continue
		}
		row := entry.row
		k := c.kFactor(id, s.Kind)
		score, lost := 0, false
		for _, g := range s.games {
			if g.white != id && g.black != id || g.unrated {
				continue
			}
			opponent := entries[g.white]
			if g.white == id {
				opponent = entries[g.black]
			}
			other := opponent.own
			if other == 0 {
				if !entry.meets {
					continue
				}
				other = opponent.temp
			}
			switch {
			case g.played():
				score += g.score(g.white == id)
				if other < 100 {
					c.fire("opponent below the floor")
				}
			case g.defaulted(g.white == id):
				if c.exempt(s) {
					c.fire("C17 default in a team event")
					continue
				}
				if g.round <= s.rounds()/2 { // Reading C13
					c.fire("50% rule 7: default in the first half")
					continue
				}
				c.fire("50% rule 7: default rated as lost")
				if g.result == report.DoubleForfeit {
					c.fire("C14 double default")
				}
				if opponent.own == 0 {
					c.fire("C14 default against an unrated player")
				}
				lost = true
			default:
				continue
			}
			row.Expected += c.expected(entry.own, other)
			row.K = k
		}
		if row.K == 0 {
			continue
		}
		change := points(50*score-row.Expected, k)
		if change.Sign() > 0 && !s.enough(entry.activity) { // 50% Rule 3
			if c.exempt(s) {
				c.fire("C17 gain in a team event")
			} else {
				c.fire("50% rule 3: gain cancelled")
				change.SetInt64(0)
			}
		}
		if change.Sign() < 0 && s.leads(id) {
			if s.event.report.Team { // Reading C16
				c.fire("C16 first of a team event")
			} else {
				c.fire("winners rule")
				for other, p := range s.points() {
					if p == s.points()[id] && entries[other].own == 0 {
						c.fire("C16 joint first with an unrated player")
					}
				}
				if lost {
					c.fire("winners rule lifts a default")
				}
				change.SetInt64(0)
			}
		}
		row.Change = change
		m := &c.month[id][s.Kind-1]
		if m.changes == nil {
			m.changes = new(big.Rat)
		} else {
			c.fire("C20 several sections in a month")
		}
		m.changes.Add(m.changes, change)
		m.ks = append(m.ks, k)
		m.games += row.Games
		if m.unpublished {
			c.fire("C21 rated after a first rating in the month")
		}
	}
}

// defaulted reports whether White or Black did not appear.
func (g *game) defaulted(white bool) bool {
	switch g.result {
	case report.DoubleForfeit:
		return true
	case report.WhiteByForfeit:
		return !white
	case report.BlackByForfeit:
		return white
	}
	return false
}

// leads reports whether nobody has more points (Reading C16).
func (s *section) leads(id string) bool {
	points := s.points()
	for _, p := range points {
		if p > points[id] {
			return false
		}
	}
	return true
}

// expected returns the expected score by D (Difference in rating 2 and 3, Reading
// C19).
func (c *chessa) expected(own, opponent int) int {
	d := own - opponent
	if d > 400 {
		c.fire("D of the higher capped")
		d = 400
	}
	if d < -736 {
		c.fire("D of the lower capped")
		d = -736
	}
	return expected(d)
}
