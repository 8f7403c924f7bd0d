package oracle

import (
	"fmt"
	"math/big"
	"sort"

	"github.com/arpadchess/arpad/rating"
)

// pool adds the games of a player without a rating, and makes a first rating
// from them (Reading F8).
func (p *fidePeriod) pool(id string, kind rating.Kind, m *fideMonth, line *Line) {
	l := p.players[id].list(kind)
	p.forget(l)
	if len(l.pool) == 0 && l.games > 0 {
		p.fire("F10 a new pool of somebody who was rated before")
	}
	for _, e := range p.events { // by end, start, name (Reading G5)
		in := pooledEvent{end: e.last}
		for _, g := range m.pooled {
			if g.section.event == e {
				in.games = append(in.games, pooledGame{opponent: g.opponent, score: g.score})
				in.rows = append(in.rows, g.row)
			}
		}
		if len(in.games) > 0 {
			l.pool = append(l.pool, in)
		}
	}
	sort.SliceStable(l.pool, func(a, b int) bool { return l.pool[a].end < l.pool[b].end })
	for i := range l.pool {
		score := 0
		for _, g := range l.pool[i].games {
			score += g.score
		}
		l.pool[i].disregarded = i == 0 && score == 0
	}
	if l.pool[0].disregarded { // 8.2.1
		p.fire("8.2.1 first event without a point")
		for _, row := range l.pool[0].rows {
			row.Games, row.Score, row.AverageOpponent = 0, 0, 0
		}
	}
	for i := range l.pool {
		l.pool[i].rows = nil
	}
	p.first(l, line)
}

// forget drops games that are too old: the 26 months end with the period's
// (Reading F8).
func (p *fidePeriod) forget(l *list) {
	since, _ := month(p.from, -25)
	next, _ := month(since, 1)
	var kept []pooledEvent
	for _, e := range l.pool {
		switch {
		case e.end < since:
			p.fire("F8 pooled games too old")
			continue
		case e.end < next:
			p.fire("F8 pooled games of the 26th month")
		}
		kept = append(kept, e)
	}
	l.pool = kept
}

// first makes a first rating if the pool is large enough (8.2, Reading F8).
func (p *fidePeriod) first(l *list, line *Line) {
	n, score, sum := 0, 0, 0
	for _, e := range l.pool {
		if e.disregarded {
			continue
		}
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

// first2022 returns 20 points for each half point above 50 %, and the table's
// value below.
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
