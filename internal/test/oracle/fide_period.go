package oracle

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// fidePeriod rates a month.
type fidePeriod struct {
	*fideBureau
	*group
	edition   fideEdition
	published *ratingList // the latest list at the beginning of the period, before any conversion
	in        map[string]*[rating.Kinds]fideMonth
}

// fideMonth is a player's month in one kind of list.
type fideMonth struct {
	start  int // the rating to which changes are added; 0: unrated
	rated  []fideGame
	pooled []fideGame
}

// fideGame is a game from the point of view of one player.
type fideGame struct {
	*game
	row           *Row
	own, opponent int
	score         int
	capped        bool // the difference counts as 400
}

func (g *fideGame) difference() int { return g.own - g.opponent }

// gap returns the absolute difference.
func (g *fideGame) gap() int { return max(g.difference(), -g.difference()) }

func (p *fidePeriod) rate(first bool) {
	p.welcome(p.events)
	p.published = p.latest()
	p.convert(p.from)
	list, _ := month(p.from, 1)
	out := &Period{Label: label(list), From: p.from, To: p.to, Edition: p.edition.id, Lines: map[string]*[rating.Kinds]Line{}}
	p.in = map[string]*[rating.Kinds]fideMonth{}
	for id := range p.players {
		in, lines := &[rating.Kinds]fideMonth{}, &[rating.Kinds]Line{}
		for k, kind := range rating.AllKinds {
			in[k].start = p.latest().effective(id, kind)
			lines[k].Previous = p.latest().by[id][k]
			if own := p.published.by[id][k]; own != 0 {
				lines[k].Previous = own
			}
		}
		p.in[id], out.Lines[id] = in, lines
	}
	for _, e := range p.events {
		for _, s := range e.sections {
			p.section(s)
			out.Sections = append(out.Sections, s.Section)
		}
	}
	for id, in := range p.in {
		p.cap400(in)
		for _, kind := range rating.AllKinds {
			m, line := &in[kind-1], &out.Lines[id][kind-1]
			switch {
			case len(m.rated) > 0:
				p.changes(id, kind, m, line, first)
			case len(m.pooled) > 0:
				p.pool(id, kind, m, line)
			}
		}
	}
	for _, s := range out.Sections {
		for _, row := range s.Rows {
			if row.Games > 0 {
				row.Percent = percentage(row.Score, row.Games)
				row.Performance = row.AverageOpponent + calculator(row.Score, row.Games) // Reading F13
			}
		}
	}
	p.publish(list)
	p.convert(list)
	p.write(out, list)
}

// write fills in the lines of the list and ends the period.
func (p *fidePeriod) write(out *Period, list civil.Date) {
	yearAgo, _ := month(list, -12)
	monthBefore, _ := month(list, -13)
	for id, who := range p.players {
		for k := range who.lists {
			l, line := &who.lists[k], &out.Lines[id][k]
			l.k = 0 // Reading F3: only for the first period
			line.Rating, line.Total, line.Peak = l.rating, l.games, l.best()
			line.Pool, line.Last = poolText(l.pool), l.last
			if l.rating == 0 || l.last == 0 {
				continue
			}
			switch { // 7.2.2
			case l.last < yearAgo:
				line.Inactive = true
				if l.last >= monthBefore {
					p.fire("7.2.2 no game for a year")
				}
			case l.last == yearAgo:
				p.fire("7.2.2 just not inactive")
			}
		}
	}
	p.finish(out)
}

// section assigns the games of a section: for each of the two players a game is
// rated, goes to the pool, or neither.
func (p *fidePeriod) section(s *section) {
	s.Kind = p.kind(s)
	if s.Kind == 0 {
		p.fire("G6 no type")
		s.Refused = true
		return
	}
	used := p.inForce(s.event.first)
	if used != p.latest() {
		p.fire("F2 an earlier list")
		if p.family && used.from < conversionDay && conversionDay <= p.latest().from {
			p.fire("F6 an event under a list of before the conversion")
		}
	}
	for _, id := range s.ids {
		s.Rows[id] = newRow(p.own(id, s.Kind, used))
	}
	opponents := map[*Row][]int{}
	for i := range s.games {
		g := &s.games[i]
		if !p.counts(g) {
			continue
		}
		for _, seat := range g.seats() {
			row := s.Rows[seat.id]
			if p.seat(g, seat, used, row) {
				opponents[row] = append(opponents[row], used.effective(seat.opponent, s.Kind))
			}
		}
	}
	for row, met := range opponents {
		row.AverageOpponent = average(met)
	}
}

// own returns the rating used for a player's own games; 0: they go to the pool
// (Readings F2, F9, F10).
func (p *fidePeriod) own(id string, kind rating.Kind, used *ratingList) int {
	then, now := used.effective(id, kind), p.in[id][kind-1].start
	switch {
	case now == 0 && then != 0:
		p.fire("F10 rated in the list used, unrated now")
		return 0
	case now != 0 && then == 0:
		p.fire("F9 unrated in the list used, rated now")
		return now
	case now == 0:
		return 0
	}
	return then
}

// seat adds a game for one of its players, and reports whether it counts for
// them.
func (p *fidePeriod) seat(g *game, s seat, used *ratingList, row *Row) bool {
	kind := g.section.Kind
	m := &p.in[s.id][kind-1]
	taken := fideGame{game: g, row: row, own: row.Rating, opponent: used.effective(s.opponent, kind), score: s.score}
	if taken.opponent == 0 {
		switch {
		case taken.own == 0:
			p.fire("8.3.1 unrated against unrated")
		case p.in[s.opponent][kind-1].start != 0:
			p.fire("F9 opponent unrated in the list used")
		default:
			p.fire("8.3.1 rated against unrated")
		}
		return false
	}
	if p.in[s.opponent][kind-1].start == 0 {
		p.fire("F10 opponent rated in the list used")
	}
	if taken.own == 0 {
		m.pooled = append(m.pooled, taken)
	} else {
		if p.excluded(&taken, kind) {
			return false
		}
		m.rated = append(m.rated, taken)
	}
	row.Games++
	row.Score += s.score
	return true
}
