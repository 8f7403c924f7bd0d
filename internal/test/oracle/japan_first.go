package oracle

import (
	"sort"
	"strconv"

	"github.com/arpadchess/arpad/rating"
)

// firsts pools the games of unrated players, and makes first ratings.
func (j *japan) firsts(p *Period, games []game) {
	type found struct {
		event *event
		pool  pooledEvent
		rows  []*Row
	}
	pools := map[string]*[rating.Kinds][]*found{}
	for i := range games {
		g := &games[i]
		kind, e := g.section.Kind, g.section.event
		for _, s := range g.seats() {
			if j.starts[s.id][kind-1] != 0 {
				continue
			}
			if pools[s.id] == nil {
				pools[s.id] = &[rating.Kinds][]*found{}
			}
			var in *found
			for _, f := range pools[s.id][kind-1] {
				if f.event == e {
					in = f
				}
			}
			if in == nil {
				in = &found{event: e, pool: pooledEvent{first: g.date, end: e.last, order: e.first.String() + " " + e.report.Name}}
				pools[s.id][kind-1] = append(pools[s.id][kind-1], in)
			}
			pooled := pooledGame{opponent: j.starts[s.opponent][kind-1], score: s.score}
			if pooled.opponent == 0 { // 6(4), Reading J5
				j.fire("J5 unrated against unrated")
				pooled.opponent, pooled.uncounted = 1000, true
			}
			in.pool.games = append(in.pool.games, pooled)
			in.pool.first = min(in.pool.first, g.date)
			row := g.section.Rows[s.id]
			row.Games++
			row.Score += s.score
			in.rows = append(in.rows, row)
		}
	}
	for id, kinds := range pools {
		who := j.players[id]
		for _, kind := range japanKinds {
			l := who.list(kind)
			for _, f := range kinds[kind-1] {
				l.pool = append(l.pool, f.pool)
			}
			if len(kinds[kind-1]) > 0 {
				lost := j.disregard(l)
				for _, f := range kinds[kind-1] {
					if lost != nil && lost.order == f.pool.order && lost.end == f.pool.end {
						for _, row := range f.rows {
							row.Games, row.Score = 0, 0
						}
					}
				}
				j.forget(l)
				j.first(l, &p.Lines[id][kind-1])
			}
		}
		if who.lists[0].rating != 0 || who.lists[1].rating != 0 { // Reading J7
			if who.lists[0].rating != 0 && who.lists[1].rating != 0 {
				j.fire("J7 two first ratings in a period")
			}
			for _, kind := range japanKinds {
				l := who.list(kind)
				if l.pool != nil && l.rating == 0 {
					j.fire("J7 pool lapsed")
				}
				l.pool = nil
			}
		}
	}
}

// disregard marks the event with the earliest game as disregarded if it brought
// no point; of equal ones, the first in the order of events (Reading J8). An
// event disregarded before an earlier one was known counts again.
func (j *japan) disregard(l *list) *pooledEvent {
	sort.SliceStable(l.pool, func(a, b int) bool {
		x, y := l.pool[a], l.pool[b]
		switch {
		case x.first != y.first:
			return x.first < y.first
		case x.end != y.end:
			return x.end < y.end
		}
		return x.order < y.order
	})
	if l.games > 0 {
		return nil
	}
	for i := range l.pool[1:] {
		e := &l.pool[1+i]
		if e.disregarded && len(e.games) > 0 {
			j.fire("J8 an earlier event reported later")
			e.disregarded = false
		}
	}
	e := &l.pool[0]
	for _, g := range e.games {
		if g.score > 0 {
			return nil
		}
	}
	if len(e.games) > 0 {
		j.fire("J8 first event without a point")
	}
	e.disregarded = true
	return e
}

// forget drops events older than the option allows (Reading J7); the calendar
// months end with the one in which the period ends. It remembers that there was
// a first event.
func (j *japan) forget(l *list) {
	months, err := strconv.Atoi(j.options["pool_months"])
	if err != nil || months == 0 {
		return
	}
	since, _ := month(j.to, 1-months)
	for i, e := range l.pool {
		if e.end < since && len(e.games) > 0 {
			j.fire("J7 pooled games too old")
			l.pool[i].games, l.pool[i].disregarded = nil, true
		}
	}
}

// first makes a first rating if the pool is large enough (6(3), 6(4)).
func (j *japan) first(l *list, line *Line) {
	var opponents []int
	counted, score := 0, 0
	for _, e := range l.pool {
		if e.disregarded {
			continue
		}
		for _, g := range e.games {
			opponents = append(opponents, g.opponent)
			score += g.score
			if !g.uncounted {
				counted++
			}
		}
	}
	if counted < 4 {
		if len(opponents) >= 4 {
			j.fire("J5 four games, but not four that count")
		}
		return
	}
	if score == 0 {
		j.fire("J8 still without a point")
		return
	}
	n := len(opponents)
	if n > counted {
		j.fire("J5 uncounted games in a first rating")
	}
	rc := average(opponents) // Reading J10
	sum := 0
	for _, o := range opponents {
		sum += o
	}
	if 2*(sum%n) == n {
		j.fire("J10 half a point in the average")
	}
	h := score - n // half points above 50 %, Reading J9
	switch {
	case h > 0:
		j.fire("J9 above 50 %")
		l.rating = rc + 20*h
	case h == 0:
		j.fire("J9 at 50 %")
		l.rating = rc
	default:
		j.fire("J9 below 50 %")
		l.rating = rc + dp(percentage(score, n))
	}
	if l.rating < 400 {
		j.fire("J11 floor of a first rating")
		l.rating = 400
	}
	l.games += counted
	l.peak = l.best()
	line.Games = counted
}
