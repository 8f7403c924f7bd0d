package oracle

import (
	"math/big"
	"sync"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// chessa rates a month.
type chessa struct {
	*bureau
	*group
	teamExempt bool // Reading C17
	month      map[string]*[rating.Kinds]chessaMonth
}

// chessaMonth is what a player's month was in one kind of list.
type chessaMonth struct {
	unpublished bool // no rating in this list when the month began
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
	// The intake looks at the list with which the month begins.
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
				m.changes, m.ks = nil, nil // nothing was used
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

// group7 gives the K of a standard rating by its group (K-Factor 4.1).
func group7(r int) int {
	for _, g := range []struct{ from, k int }{{2200, 10}, {2000, 15}, {1800, 20}, {1600, 25}, {1300, 30}, {1000, 35}} {
		if r >= g.from {
			return g.k
		}
	}
	return 40
}

// lowestK gives the lowest K that is known of a player; 0: none.
func lowestK(l *list) int {
	k := l.k
	for _, r := range []int{l.rating, l.peak} {
		if r != 0 && (k == 0 || group7(r) < k) {
			k = group7(r)
		}
	}
	return k
}

// kFactor gives the K in use.
func (c *chessa) kFactor(id string, kind rating.Kind) int {
	switch kind {
	case rating.Rapid:
		return 30
	case rating.Blitz:
		return 40
	}
	return c.month[id][0].k
}

// active gives the players with a game over the board.
func (s *section) active() map[string]bool {
	active := map[string]bool{}
	for _, g := range s.games {
		if g.played() {
			active[g.white], active[g.black] = true, true
		}
	}
	return active
}

// admit decides type and admission of an event's sections.
func (c *chessa) admit(e *event, published map[string]bool) {
	total := 0
	seen := map[string]bool{}
	for _, s := range e.sections {
		for _, id := range s.ids {
			if seen[id] {
				c.fire("player in several sections of an event")
			}
			seen[id] = true
		}
		active := s.active()
		unrated := 0
		for id := range active {
			if !published[id] {
				unrated++
			}
		}
		// Beginner Section, Reading C10.
		s.beginner = len(active) > 0 && percentage(2*unrated, len(active)) >= 67
		if s.beginner != (s.report.Group == report.Beginner) {
			if s.beginner {
				c.fire("C10 beginner by definition")
			} else {
				c.fire("C10 beginner by name only")
			}
		}
		if s.beginner && 100*unrated < 67*len(active) {
			c.fire("C10 rounded up to 67 %")
		}
		s.Kind = c.kind(s)
		if s.Kind == 0 {
			c.fire("G6 no type")
			s.Refused = true
		}
		if len(active) < 6 { // Reading C25
			c.fire("C25 section below 6")
			s.Refused = true
		} else {
			total += len(active)
			if len(active) == 6 {
				c.fire("C25 section of 6")
			}
		}
		least := 5
		if e.report.Braille {
			least = 4
		}
		if s.rounds() < least { // Reading C26
			if e.report.Dispensation == "" {
				c.fire("50% rule 1: too few rounds")
				s.Refused = true
			} else {
				c.fire("50% rule 1: dispensation")
			}
		} else if e.report.Braille && s.rounds() == 4 {
			c.fire("50% rule 2: braille")
		}
	}
	if total < 10 {
		c.fire("C25 event below 10")
		for _, s := range e.sections {
			s.Refused = true
		}
	}
}

// kind decides the type by the definitions (Time Control 2, 3; Reading C23).
func (c *chessa) kind(s *section) rating.Kind {
	said := s.declared()
	time, known := c.fastest(s)
	if !known {
		return said
	}
	need := 60 * 60
	if s.beginner || s.young() {
		need = 30 * 60
		if time >= need && time < 60*60 {
			c.fire("C23 standard from 30 minutes")
		}
	}
	decided := rating.Blitz
	switch {
	case time >= need:
		if time == need {
			c.fire("time control at the limit")
		}
		decided = rating.Standard
	case time > 10*60:
		decided = rating.Rapid
	case time == 10*60:
		c.fire("time control of exactly 10 minutes")
	}
	if said != 0 && said != decided {
		c.fire("G6 declared type disagrees")
	}
	return decided
}

// young says that a section is one of u8 or u10.
func (s *section) young() bool {
	return s.report.Group == report.Under8 || s.report.Group == report.Under10 || s.report.Group == report.Under8And10
}

// chessaEntry is what a player brings to a section and what becomes of it.
type chessaEntry struct {
	id       string
	own      int // rating in use; 0: unrated
	floor    int // the section's
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

// floor finds the rating for unrated players to start from (How unrated
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
		case bye.Kind == report.PairingBye && e.System == report.Swiss && !e.Team: // Activity 3
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

// met is an opponent over the board, with the rating that counts.
type met struct{ rating, score int }

// opponents gives whom a player met over the board: rated players with their
// rating, unrated ones, if wanted, with their temporary rating.
func (c *chessa) opponents(s *section, entries map[string]*chessaEntry, id string, unrated bool) []met {
	var all []met
	for _, g := range s.games {
		if !g.played() {
			continue
		}
		for _, seat := range g.seats() {
			if seat.id != id {
				continue
			}
			o := entries[seat.opponent]
			switch {
			case o.own != 0:
				all = append(all, met{rating: o.own, score: seat.score})
			case unrated:
				all = append(all, met{rating: o.temp, score: seat.score})
			}
		}
	}
	return all
}

// performance calculates a performance rating. The own rating is the floor for
// an unrated player.
func (c *chessa) performance(games []met, own int) int {
	n, score, sum := len(games), 0, 0
	for _, o := range games {
		score += o.score
		sum += o.rating
	}
	p := 0
	switch {
	case score == 0: // Reading C2
		c.fire("C2 0 %")
		p = halfUp(big.NewRat(int64(sum+own), int64(n+1))) - allOrNothing(n)
	case score == 2*n:
		c.fire("C2 100 %")
		p = halfUp(big.NewRat(int64(sum+own), int64(n+1))) + allOrNothing(n)
	default: // Reading C7
		if 2*(sum%n) == n {
			c.fire("C7 half a point in the average")
		}
		p = halfUp(big.NewRat(int64(sum), int64(n))) + dp(percentage(score, n))
	}
	if p < 100 {
		c.fire("performance floor")
		p = 100
	}
	return p
}

// allOrNothing gives 400 * log10(2n+1) rounded to the nearest: the largest r
// with 10^(2r-1) <= (2n+1)^800, in whole numbers throughout.
func allOrNothing(n int) int {
	if known := fewGames(); n < len(known) {
		return known[n]
	}
	return slowAllOrNothing(n)
}

func slowAllOrNothing(n int) int {
	power := new(big.Int).Exp(big.NewInt(int64(2*n+1)), big.NewInt(800), nil)
	digits := len(power.String()) // 10^(digits-1) <= power < 10^digits
	return digits / 2             // the largest r with 2r-1 <= digits-1
}

// fewGames remembers what is slow to find.
var fewGames = sync.OnceValue(func() (known [40]int) {
	for n := range known {
		known[n] = slowAllOrNothing(n)
	}
	return known
})

// temporary gives each unrated player his temporary rating (How unrated
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

// exempt says that the 50 % rule does not apply (Reading C17).
func (c *chessa) exempt(s *section) bool { return s.event.report.Team && c.teamExempt }

// enough says whether somebody played half of the rounds, rounded up (Readings
// C12, C13).
func (s *section) enough(activity int) bool { return 2*activity >= s.rounds() }

// performances fills the rows with what was played and the performance.
func (c *chessa) performances(s *section, entries map[string]*chessaEntry) {
	for id, entry := range entries {
		row := entry.row
		games := c.opponents(s, entries, id, entry.own == 0 || entry.meets)
		if everybody := c.opponents(s, entries, id, true); entry.own != 0 && len(everybody) > 0 {
			switch {
			case len(everybody) > len(games):
				c.fire("C9 unrated opponent for activity only")
			case len(games) > len(c.opponents(s, entries, id, false)):
				c.fire("C9 unrated opponent rated")
			}
		}
		if len(games) == 0 {
			continue
		}
		var ratings []int
		for _, o := range games {
			ratings = append(ratings, o.rating)
			row.Score += o.score
		}
		row.Games = len(games)
		row.AverageOpponent = average(ratings)
		row.Percent = percentage(row.Score, row.Games)
		own := entry.own
		if own == 0 {
			own = entry.floor // Reading C3
		}
		switch {
		case s.enough(entry.activity):
			if over := len(c.opponents(s, entries, id, true)); !s.enough(over) {
				c.fire("C12 half of the rounds with byes and defaults")
			}
			if s.rounds()%2 == 1 && 2*entry.activity == s.rounds()+1 {
				c.fire("C13 half of an odd number of rounds")
			}
			row.Performance = c.performance(games, own)
		case c.exempt(s):
			c.fire("C17 performance in a team event")
			row.Performance = c.performance(games, own)
		default:
			c.fire("50% rule 8: no performance")
		}
	}
}

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

// defaulted says that White or Black did not come.
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

// leads says whether nobody has more points (Reading C16).
func (s *section) leads(id string) bool {
	points := s.points()
	for _, p := range points {
		if p > points[id] {
			return false
		}
	}
	return true
}

// expected gives the expected score by D (Difference in rating 2 and 3, Reading
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

// first makes a first rating of a pool of 12 games (1st Official rating, Reading
// C22).
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
