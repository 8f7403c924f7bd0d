package synth

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/report"
)

// habits are the rates of what happens besides games, per mille of the players
// and rounds.
type habits struct {
	forfeits int // of the games
	leave    int // of the players who forfeited: they withdraw
	halfByes int
	absences int
}

var (
	atMeetings    = habits{forfeits: 8, absences: 90}
	atTournaments = habits{forfeits: 10, leave: 500, halfByes: 15, absences: 4}
)

// swiss plays a Swiss tournament.
func (t *crosstable) swiss(strengths []int, rounds int, h habits) {
	t.begin(strengths)
	for round := 1; round <= rounds; round++ {
		t.waiting = t.waiting[:0]
		for i := range t.seats {
			switch {
			case t.seats[i].gone:
				t.rest(round, i, report.ZeroBye)
			case round < rounds && t.chance(h.halfByes):
				t.rest(round, i, report.HalfBye)
			case t.chance(h.absences):
				t.rest(round, i, report.ZeroBye)
			default:
				t.waiting = append(t.waiting, i)
			}
		}
		t.pair(round)
		for board, p := range t.pairs {
			if t.whiteFirst(p[0], p[1], board+round) {
				t.game(round, p[0], p[1], h)
			} else {
				t.game(round, p[1], p[0], h)
			}
		}
	}
}

// roundRobin plays an all-play-all. With an odd number each player has a free
// round.
func (t *crosstable) roundRobin(strengths []int, h habits) {
	t.begin(strengths)
	n := len(strengths) + len(strengths)%2
	for round := range n - 1 {
		for board := range n / 2 {
			a, b := (round+board)%(n-1), (round+n-1-board)%(n-1) // the last one stays in place, the others rotate
			if board == 0 {
				b = n - 1
			}
			if board == 0 && round%2 == 1 || board%2 == 1 {
				a, b = b, a
			}
			if max(a, b) == len(strengths) {
				t.rest(round+1, min(a, b), report.ZeroBye)
				continue
			}
			t.game(round+1, a, b, h)
		}
	}
}

// game plays a game, or forfeits it.
func (t *crosstable) game(round, white, black int, h habits) {
	w, b := &t.seats[white], &t.seats[black]
	t.meet(white, black)
	result := t.play(w.strength, b.strength)
	if t.chance(h.forfeits) {
		result = t.forfeit(w, b, h)
	} else {
		w.balance, w.last = w.balance+1, 1
		b.balance, b.last = b.balance-1, -1
	}
	x, y := report.UsualScoring.Game(result)
	w.score += int(x)
	b.score += int(y)
	t.bouts = append(t.bouts, bout{round, white, black, result})
}

// forfeit draws the player or players who did not come.
func (t *crosstable) forfeit(white, black *seat, h habits) report.Result {
	leaves := t.chance(h.leave)
	switch n := t.below(100); {
	case n < 48:
		black.gone = leaves
		return report.WhiteByForfeit
	case n < 96:
		white.gone = leaves
		return report.BlackByForfeit
	default:
		white.gone, black.gone = leaves, leaves
		return report.DoubleForfeit
	}
}

// ranks returns the rank of each seat, by points, then by starting rank.
func (t *crosstable) ranks() []int {
	order := make([]int, len(t.seats))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(t.seats[b].score, t.seats[a].score) })
	ranks := make([]int, len(order))
	for rank, i := range order {
		ranks[i] = rank + 1
	}
	return ranks
}
