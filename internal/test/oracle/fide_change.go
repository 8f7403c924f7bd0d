package oracle

import (
	"fmt"
	"sort"

	"github.com/arpadchess/arpad/rating"
)

// changes rates a player's month in one kind of list.
func (p *fidePeriod) changes(id string, kind rating.Kind, m *fideMonth, line *Line, first bool) {
	who := p.players[id]
	l := who.list(kind)
	if l.rating == 0 {
		p.fire("F4 inherited from standard")
		line.Previous = m.start
	}
	k := p.k(who, kind, m, first)
	hundredths := 0
	for _, g := range m.rated {
		d := g.difference()
		if g.capped {
			d = max(-400, min(400, d))
		}
		pd := expected(d)
		hundredths += 50*g.score - pd
		g.row.K = k
		g.row.Expected += pd
		g.row.Change.Add(g.row.Change, points(50*g.score-pd, k))
	}
	l.peak = max(l.best(), m.start)
	l.rating = m.start + p.halfAway(points(hundredths, k)) // Reading G2
	l.games += len(m.rated)
	l.last = p.to
	l.pool = nil
	if l.rating < p.edition.floor { // Reading F10
		p.fire(fmt.Sprintf("F10 below %d", p.edition.floor))
		l.rating = 0
	}
	l.peak = l.best()
	line.Games, line.K = len(m.rated), k
}

// cap400 determines which differences of a player's month count as 400.
func (p *fidePeriod) cap400(in *[rating.Kinds]fideMonth) {
	if !p.edition.onceCapped {
		for _, kind := range rating.AllKinds {
			p.capEach(in[kind-1].rated, kind)
		}
		return
	}
	byEvent := map[*event][]*fideGame{}
	for k := range in {
		for i := range in[k].rated {
			g := &in[k].rated[i]
			byEvent[g.section.event] = append(byEvent[g.section.event], g)
		}
	}
	for _, played := range byEvent {
		p.capOnce(played)
	}
}

// capEach caps each difference, except those of players rated 2650 or more
// (Reading F7).
func (p *fidePeriod) capEach(games []fideGame, kind rating.Kind) {
	for i := range games {
		g := &games[i]
		switch {
		case g.gap() <= 400:
		case p.edition.realFrom2650 && kind == rating.Standard && g.own >= 2650: // Reading F7
			p.fire("F7 the real difference")
			if g.own == 2650 {
				p.fire("F7 2650")
			}
		default:
			if p.edition.realFrom2650 && g.opponent >= 2650 {
				p.fire("F7 capped for the lower-rated or in another list")
			}
			p.fire("8.3.1 difference capped")
			g.capped = true
		}
	}
}

// capOnce caps the largest difference of an event (Reading F5); of equal ones,
// the first in the order of Reading G5.
func (p *fidePeriod) capOnce(games []*fideGame) {
	sort.Slice(games, func(i, j int) bool {
		x, y := games[i], games[j]
		switch {
		case x.date != y.date:
			return x.date < y.date
		case x.section.Name != y.section.Name:
			return x.section.Name < y.section.Name
		case x.round != y.round:
			return x.round < y.round
		}
		return x.start < y.start
	})
	var largest *fideGame
	for _, g := range games {
		if g.gap() > 400 && (largest == nil || g.gap() > largest.gap()) {
			largest = g
		}
	}
	if largest == nil {
		return
	}
	largest.capped = true
	p.fire("F5 the largest difference capped")
	for _, g := range games {
		switch {
		case g == largest || g.gap() <= 400:
		case g.gap() == largest.gap():
			p.fire("F5 an equal difference in full")
			if g.section != largest.section {
				p.fire("F5 an equal difference in another section")
			}
		default:
			p.fire("F5 a smaller difference in full")
		}
	}
}

// k returns the K of a player's month, with the cap of 700 (Reading F3).
func (p *fidePeriod) k(who *player, kind rating.Kind, m *fideMonth, first bool) int {
	l, n := who.list(kind), len(m.rated)
	k := p.kByRule(who, l, m.start)
	switch {
	case first && l.k != 0:
		p.fire("F3 K of the opening list")
		k = l.k
	case l.k != 0:
		panic("oracle: a K of the opening list after the first period")
	}
	if k*n > 700 {
		p.fire("8.3.3 K times games above 700")
		return 700 / n
	}
	if k*n == 700 {
		p.fire("8.3.3 K times games is 700")
	}
	return k
}

func (p *fidePeriod) kByRule(who *player, l *list, start int) int {
	best := max(l.best(), start)
	if best >= 2400 {
		if start < 2400 {
			p.fire("K 10: once 2400")
		}
		if l.best() < 2400 {
			p.fire("K 10: the inherited start")
		}
		return 10
	}
	if year, known := p.birthYear(who); known {
		age := p.from.Year() - year
		switch {
		case age > 18:
			if age == 19 {
				p.fire("K: the year after the 18th birthday")
			}
		case best < 2300:
			if age == 18 {
				p.fire("K 40: the year of the 18th birthday")
			}
			p.fire("K 40: junior")
			return 40
		default:
			p.fire("K: junior once 2300")
		}
	}
	if l.games < 30 {
		if l.games == 29 {
			p.fire("K 40: 29 games")
		}
		p.fire("K 40: few games")
		return 40
	}
	if l.games == 30 {
		p.fire("K 20: 30 games")
	}
	p.fire("K 20")
	return 20
}

// birthYear returns the year of birth, if it is possible on all events of the
// period with an entry of the player (Reading G8).
func (p *fidePeriod) birthYear(who *player) (int, bool) {
	year := 0
	for _, e := range p.events {
		for _, s := range e.sections {
			for _, id := range s.ids {
				if id != who.ID {
					continue
				}
				born, known := p.born(who, e.first)
				if !known {
					return 0, false
				}
				year = born.year
			}
		}
	}
	return year, year != 0
}

// calculator returns what FIDE's calculator adds to the average: 20 for each
// half point above one half, and below it table 8.1.1.
func calculator(halfPoints, games int) int {
	switch above := halfPoints - games; {
	case above > 0:
		return 20 * above
	case above == 0:
		return 0
	default:
		return dp(percentage(halfPoints, games))
	}
}
