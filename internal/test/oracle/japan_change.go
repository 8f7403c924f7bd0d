package oracle

import (
	"math/big"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// changes rates the players with a rating, game by game.
func (j *japan) changes(p *Period, games []game) {
	type move struct {
		sum *big.Rat
		ks  []int
	}
	moves := map[string]*[rating.Kinds]move{}
	rowKs := map[*Row][]int{}
	for i := range games {
		g := &games[i]
		kind := g.section.Kind
		for _, s := range g.seats() {
			own, opponent := j.starts[s.id][kind-1], j.starts[s.opponent][kind-1]
			if own == 0 {
				continue
			}
			if opponent == 0 {
				j.fire("J6 rated against unrated")
				continue
			}
			if moves[s.id] == nil {
				moves[s.id] = &[rating.Kinds]move{}
			}
			m := &moves[s.id][kind-1]
			if m.sum == nil {
				m.sum = new(big.Rat)
			}
			k := j.k(s.id, g, own, moves[s.id][0].ks, moves[s.id][1].ks)
			d := own - opponent
			if d > 400 || d < -400 { // 5(4), Reading J17
				j.fire("5(4) difference capped")
				d = max(-400, min(400, d))
			}
			pd := expected(d)
			c := points(50*s.score-pd, k)
			m.sum.Add(m.sum, c)
			m.ks = append(m.ks, k)

			row := g.section.Rows[s.id]
			row.Games++
			row.Score += s.score
			row.Expected += pd
			row.Change.Add(row.Change, c)
			rowKs[row] = append(rowKs[row], k)
			row.K = kept(rowKs[row])
		}
	}
	for id, m := range moves {
		for _, kind := range japanKinds {
			if m[kind-1].sum == nil {
				continue
			}
			l, line := j.players[id].list(kind), &p.Lines[id][kind-1]
			own := j.starts[id][kind-1]
			if l.rating == 0 {
				line.Previous = own
				if j.players[id].list(standardOrRapid-kind).rating != 0 {
					j.fire("6(1) inherited from the other list")
				} else {
					j.fire("6(2) inherited from FIDE")
				}
			}
			line.Games = len(m[kind-1].ks)
			line.K = kept(m[kind-1].ks)
			if line.K == 0 {
				j.fire("J2 several K in a period")
			}
		}
	}
	// Ratings change only now, because starts are looked up in the previous
	// list (J22).
	for id, m := range moves {
		for _, kind := range japanKinds {
			if m[kind-1].sum == nil {
				continue
			}
			l := j.players[id].list(kind)
			own := j.starts[id][kind-1]
			l.peak = max(l.best(), own)
			l.rating = own + j.halfAway(m[kind-1].sum) // 5(2)
			if l.rating < 400 {
				j.fire("J11 floor")
				l.rating = 400 // 5(5)
			}
			l.peak = l.best()
			l.games += len(m[kind-1].ks)
		}
	}
}

// k returns the K of a game (5(1), Readings J2, J21). standard and rapid are
// the Ks of the player's earlier games in the period.
func (j *japan) k(id string, g *game, own int, standard, rapid []int) int {
	who := j.players[id]
	kind := g.section.Kind
	this := who.list(kind)
	peak, before := max(own, this.best()), this.games
	if kind == rating.Standard {
		before += len(standard)
	} else {
		before += len(rapid)
	}
	alone, few := peak, before
	if j.edition.sharedK { // Reading J1
		peak = max(peak, who.lists[0].best(), who.lists[1].best())
		before = who.lists[0].games + who.lists[1].games + len(standard) + len(rapid)
	}
	if peak >= 2400 {
		if own < 2400 {
			j.fire("5(1) once 2400")
		}
		if alone < 2400 {
			j.fire("J1 2400 in the other list")
		}
		return 10
	}
	if born, known := j.born(who, g.section.event.first); known {
		newYear := civil.Of(g.date.Year(), 1, 1)
		age := born.age(newYear) // Reading J20
		if age < 18 {
			if born.age(g.date) >= 18 {
				j.fire("J20 18 in the year of the game")
			}
			if own < 2300 {
				j.fire("5(1) junior")
				return 40
			}
			j.fire("J21 junior of 2300")
		} else if age == 18 && born.month == 1 && born.day == 1 {
			j.fire("J20 18 on 1 January")
		}
	}
	if before < 18 {
		if who.EnteredUnrated { // Reading J3
			if this.rating == 0 {
				j.fire("J3 first 18 games after an inherited start")
			}
			j.fire("J3 first 18 games")
			if before == 17 {
				j.fire("J2 the 18th game")
			}
			return 40
		}
		if j.options["k40_for_inherited"] == "true" {
			j.fire("J4 K=40 for an inherited rating")
			return 40
		}
		j.fire("J4 K=20 for an inherited rating")
	} else if few < 18 && who.EnteredUnrated {
		j.fire("J1 18 games with those of the other list")
	}
	return 20
}

// performances sets each row's average, percentage and performance by table
// 8.1.1, over the games that count for it.
func (j *japan) performances(games []game) {
	opponents := map[*Row][]int{}
	for i := range games {
		g := &games[i]
		for _, s := range g.seats() {
			row := g.section.Rows[s.id]
			opponent := j.starts[s.opponent][g.section.Kind-1]
			switch {
			case opponent == 0 && row.Rating != 0:
				continue
			case opponent == 0:
				opponent = 1000
			}
			opponents[row] = append(opponents[row], opponent)
		}
	}
	for row, list := range opponents {
		if row.Games == 0 {
			continue // of a disregarded first event
		}
		row.AverageOpponent = average(list)
		row.Percent = percentage(row.Score, row.Games)
		row.Performance = row.AverageOpponent + dp(row.Percent)
	}
}

// qualifies reports whether a rating may serve for qualification (6(3), Reading
// J14).
func (j *japan) qualifies(who *player, kind rating.Kind) bool {
	l := who.list(kind)
	if l.rating == 0 {
		return false
	}
	if l.games == 18 || l.games == 19 {
		j.fire("J14 18 or 19 games")
	}
	if j.edition.standardOnly {
		return kind == rating.Standard && l.games > 18
	}
	if l.games <= 18 && !who.EnteredUnrated {
		j.fire("J14 few games, but did not enter unrated")
	}
	return l.games > 18 || !who.EnteredUnrated
}
