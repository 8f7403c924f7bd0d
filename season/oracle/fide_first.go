package oracle

import (
	"fmt"
	"math/big"

	"github.com/arpadchess/arpad/rating"
)

// pool takes the games of a player without a rating, and makes a first rating
// of them (Reading F8).
func (p *fidePeriod) pool(id string, kind rating.Kind, m *fideMonth, line *Line) {
	l := p.players[id].list(kind)
	for _, e := range p.events { // by end, start, name (Reading G5)
		in := pooledEvent{end: e.last}
		score := 0
		var rows []*Row
		for _, g := range m.pooled {
			if g.section.event == e {
				in.games = append(in.games, pooledGame{opponent: g.opponent, score: g.score})
				score += g.score
				rows = append(rows, g.row)
			}
		}
		if len(in.games) == 0 {
			continue
		}
		if l.pool == nil && l.games == 0 && score == 0 { // 8.2.1
			p.fire("8.2.1 first event without a point")
			in = pooledEvent{end: e.last, disregarded: true}
			for _, row := range rows {
				row.Games, row.Score, row.AverageOpponent = 0, 0, 0
			}
		}
		if l.pool == nil && l.games > 0 {
			p.fire("8.2.1 a new pool, but not the first event")
		}
		l.pool = append(l.pool, in)
	}
	p.forget(l)
	p.first(l, line)
}

// forget drops the games that are too old: the 26 months end with the period's
// (Reading F8). That there was a first event is remembered.
func (p *fidePeriod) forget(l *list) {
	since, _ := month(p.from, -25)
	next, _ := month(since, 1)
	for i, e := range l.pool {
		switch {
		case len(e.games) == 0:
		case e.end < since:
			p.fire("F8 pooled games too old")
			l.pool[i] = pooledEvent{end: e.end, disregarded: true}
		case e.end < next:
			p.fire("F8 pooled games of the 26th month")
		}
	}
}

// first makes a first rating if the pool is large enough (8.2, Reading F8).
func (p *fidePeriod) first(l *list, line *Line) {
	n, score, sum := 0, 0, 0
	for _, e := range l.pool {
		for _, g := range e.games {
			n++
			score += g.score
			sum += g.opponent
		}
	}
	switch {
	case n == 4:
		p.fire("8.2 four games")
	case n == 5:
		p.fire("8.2 five games")
	}
	if n < 5 {
		return
	}
	if score == 0 {
		p.fire("8.2 first rating without a point")
	}
	r := 0
	if p.edition.hypothetical {
		r = p.first2024(n, score, sum)
	} else {
		r = p.first2022(n, score, sum)
	}
	if r < p.edition.floor {
		p.fire(fmt.Sprintf("8.2 first rating below %d", p.edition.floor))
		return
	}
	p.fire("8.2 first rating")
	l.rating = r
	l.peak = l.best()
	l.games += n
	l.last = p.to
	l.pool = nil
	line.Games = n
}

// first2022 gives 20 points for each half point above 50 %, and what the table
// says below.
func (p *fidePeriod) first2022(n, score, sum int) int {
	ra := big.NewRat(int64(sum), int64(n))
	switch {
	case score > n:
		p.fire("8.2 above 50 %")
	case score == n:
		p.fire("8.2 at 50 %")
	default:
		p.fire("8.2 below 50 %")
	}
	return p.sum(ra.Add(ra, whole(calculator(score, n))))
}

// first2024 adds two drawn games against opponents of 1800.
func (p *fidePeriod) first2024(n, score, sum int) int {
	ra := big.NewRat(int64(sum+2*1800), int64(n+2))
	r := p.sum(ra.Add(ra, whole(dp(percentage(score+2, n+2)))))
	if r > 2200 {
		p.fire("8.2 at most 2200")
		r = 2200
	}
	return r
}

// sum rounds a first rating, once (Reading F8).
func (p *fidePeriod) sum(x *big.Rat) int {
	if x.Denom().Cmp(big.NewInt(2)) == 0 {
		p.fire("F8 half a point in a first rating")
	}
	return halfUp(x)
}
