package oracle

import (
	"math/big"
	"sort"

	"github.com/arpadchess/arpad/rating"
)

// nscl rates meet by meet (Reading N10).
func (b *bureau) nscl(events []*event) {
	sort.SliceStable(events, func(i, j int) bool { return events[i].last < events[j].last })
	for _, e := range events {
		b.welcome([]*event{e})
		b.meet(e)
	}
}

// thousandths of a point by which games change a rating (Readings N2, N3).
const (
	nsclWin        = 20_800
	nsclDifference = 52
	nsclMost       = 42_000
)

// nsclGain returns the rating change of a game, in thousandths of a point.
func (b *bureau) nsclGain(own, opponent, score int) int {
	clamp := func(low, x, high int) int {
		switch {
		case x < low && low == 0:
			b.fire("N4 a win gains nothing")
		case x < low || x > high:
			b.fire("rule 4: 42 points")
		}
		return max(low, min(x, high))
	}
	switch score {
	case 2:
		return clamp(0, nsclWin-nsclDifference*(own-opponent), nsclMost)
	case 1:
		return clamp(-nsclMost, nsclDifference*(opponent-own), nsclMost) // Reading N5
	}
	return -clamp(0, nsclWin-nsclDifference*(opponent-own), nsclMost)
}

func (b *bureau) meet(e *event) {
	p := &Period{Label: e.report.Name, From: e.first, To: e.last, Edition: "nscl", Lines: map[string]*[rating.Kinds]Line{}, Bonus: map[string]*big.Rat{}}
	before := map[string]int{}
	for id, who := range b.players {
		if before[id] = who.lists[0].rating; before[id] == 0 {
			before[id] = int(who.First) // Reading N13
		}
	}
	gains := map[string]*big.Rat{}
	games := map[string]int{}
	sections := map[string]int{}
	for _, s := range e.sections {
		s.Kind = rating.Standard // Reading G6
		p.Sections = append(p.Sections, s.Section)
		opponents := map[*Row][]int{}
		for _, id := range s.ids {
			s.Rows[id] = newRow(before[id])
		}
		for _, g := range s.games {
			if !g.played() {
				if g.unrated {
					b.fire("G7 game for points only")
				} else {
					b.fire("N9 forfeit")
				}
				continue
			}
			if before[g.white] == 0 || before[g.black] == 0 {
				b.fire("N9 unrated opponent")
				continue
			}
			for _, seat := range g.seats() {
				own, opponent := before[seat.id], before[seat.opponent]
				gain := big.NewRat(int64(b.nsclGain(own, opponent, seat.score)), 1000)
				row := s.Rows[seat.id]
				if row.Games == 0 {
					sections[seat.id]++
				}
				row.Games++
				row.Score += seat.score
				row.Change.Add(row.Change, gain)
				opponents[row] = append(opponents[row], opponent)
				if gains[seat.id] == nil {
					gains[seat.id] = new(big.Rat)
				}
				gains[seat.id].Add(gains[seat.id], gain)
				games[seat.id]++
			}
		}
		for row, list := range opponents {
			row.AverageOpponent = average(list)
			row.Percent = percentage(row.Score, row.Games)
		}
	}
	for id, who := range b.players {
		l := &who.lists[0]
		line := Line{Previous: l.rating}
		if gain := gains[id]; gain != nil {
			if sections[id] > 1 {
				b.fire("N10 a meet of several sections")
			}
			bonus := b.nsclBonus(before[id], gain, games[id])
			p.Bonus[id] = bonus
			exact := new(big.Rat).Add(whole(before[id]), gain)
			exact.Add(exact, bonus)
			if exact.Denom().Cmp(big.NewInt(2)) == 0 {
				b.fire("N8 half a point up")
			}
			l.rating = halfUp(exact) // Reading N8
			if l.rating < 1 {
				b.fire("N11 below 1")
				l.rating = 1
			}
			if line.Previous == 0 {
				b.fire("N13 a first rating that was given")
				line.Previous = before[id]
			} else {
				l.peak = max(l.peak, before[id])
			}
			l.games += games[id]
			l.peak = max(l.peak, l.rating)
			line.Games = games[id]
		}
		line.Rating, line.Total, line.Peak = l.rating, l.games, l.best()
		p.Lines[id] = &[rating.Kinds]Line{line}
		for k := 1; k < rating.Kinds; k++ { // other lists stay unchanged
			other := &who.lists[k]
			p.Lines[id][k] = Line{Rating: other.rating, Previous: other.rating, Total: other.games, Peak: other.best(), Pool: poolText(other.pool)}
		}
	}
	b.finish(p)
}

// nsclBonus adds both bonuses; neither affects the other (Readings N6, N7).
func (b *bureau) nsclBonus(own int, gain *big.Rat, games int) *big.Rat {
	bonus := new(big.Rat)
	if above := new(big.Rat).Sub(gain, whole(20)); above.Sign() > 0 {
		b.fire("bonus 1")
		bonus.Add(bonus, above)
	} else if above.Sign() == 0 {
		b.fire("bonus 1 at exactly 20 points")
	}
	after := new(big.Rat).Add(whole(own), gain)
	if below := new(big.Rat).Sub(whole(1000), after); below.Sign() > 0 {
		if own >= 1000 {
			b.fire("bonus 2 of a player who fell below 1000")
		}
		if bonus.Sign() > 0 {
			b.fire("both bonuses")
		}
		b.fire("bonus 2")
		bonus.Add(bonus, below.Mul(below, big.NewRat(int64(games), 100)))
	} else if own < 1000 {
		b.fire("bonus 2 lost by reaching 1000")
	}
	return bonus
}
