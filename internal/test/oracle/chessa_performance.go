package oracle

import "math/big"

// met is an opponent over the board, with the rating used.
type met struct{ rating, score int }

// opponents returns a player's opponents over the board: rated players with
// their rating and, if unrated is set, unrated players with their temporary
// rating.
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

// performance returns a performance rating. For an unrated player, own is the
// floor.
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

// allOrNothing returns 400 * log10(2n+1) rounded to the nearest: the largest r
// with 10^(2r-1) <= (2n+1)^800, calculated in integers.
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

// performances fills in the activity and performance of the rows.
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
