package synth

import (
	"slices"

	"github.com/arpadchess/arpad/report"
)

// crosstable is a section during play. Its seats are numbered from 0 by
// starting rank. It is reused for the next section.
type crosstable struct {
	*dice
	seats []seat
	bouts []bout
	rests []rest

	met     []uint64 // a bit for each pair of seats, row by row
	words   int      // per row
	waiting []int    // seats to pair, in order
	group   []int    // seats of one score group, and floaters from above
	floats  []int    // seats without an opponent in their group
	pairs   [][2]int // of the current round
}

// seat is a player of the section.
type seat struct {
	strength int
	score    int  // in half points
	balance  int8 // games with White minus games with Black
	last     int8 // 1 White, -1 Black
	rested   bool // has had the pairing-allocated bye
	gone     bool // has withdrawn
}

// bout is a pairing and its result.
type bout struct {
	round, white, black int
	result              report.Result
}

// rest is a round without an opponent.
type rest struct {
	round, seat int
	kind        report.ByeKind
}

// begin creates the seats of the players.
func (t *crosstable) begin(strengths []int) {
	t.seats = t.seats[:0]
	for _, s := range strengths {
		t.seats = append(t.seats, seat{strength: s})
	}
	t.words = (len(strengths) + 63) / 64
	t.met = append(t.met[:0], make([]uint64, len(strengths)*t.words)...)
	t.bouts, t.rests = t.bouts[:0], t.rests[:0]
}

func (t *crosstable) haveMet(a, b int) bool { return t.met[a*t.words+b/64]>>(b%64)&1 != 0 }

func (t *crosstable) meet(a, b int) {
	t.met[a*t.words+b/64] |= 1 << (b % 64)
	t.met[b*t.words+a/64] |= 1 << (a % 64)
}

// pair pairs the waiting seats as in a Swiss: within each score group the upper
// half against the lower, nobody twice against the same, with alternating
// colours as far as possible. A player without an opponent floats down.
func (t *crosstable) pair(round int) {
	t.pairs = t.pairs[:0]
	slices.SortStableFunc(t.waiting, func(a, b int) int { return t.seats[b].score - t.seats[a].score })
	if len(t.waiting)%2 == 1 {
		t.giveBye(round)
	}
	t.floats = t.floats[:0]
	for from, to := 0, 0; from < len(t.waiting); from = to {
		score := t.seats[t.waiting[from]].score
		for to = from; to < len(t.waiting) && t.seats[t.waiting[to]].score == score; to++ {
		}
		t.group = append(append(t.group[:0], t.floats...), t.waiting[from:to]...)
		t.floats = t.floats[:0]
		t.pairGroup()
	}
	t.pairFloats(round)
}

// giveBye gives the bye to the lowest player who has not had it yet.
func (t *crosstable) giveBye(round int) {
	i := len(t.waiting) - 1
	for i > 0 && t.seats[t.waiting[i]].rested {
		i--
	}
	if t.seats[t.waiting[i]].rested {
		i = len(t.waiting) - 1
	}
	seat := t.waiting[i]
	t.waiting = slices.Delete(t.waiting, i, i+1)
	t.seats[seat].rested = true
	t.rest(round, seat, report.PairingBye)
}

// rest records a round without an opponent.
func (t *crosstable) rest(round, seat int, kind report.ByeKind) {
	t.rests = append(t.rests, rest{round, seat, kind})
	t.seats[seat].score += int(report.UsualScoring.Bye(kind))
}

// pairGroup pairs a group, the first seat with the first of the lower half.
func (t *crosstable) pairGroup() {
	for len(t.group) > 1 {
		first, j := t.group[0], t.opponent()
		if j == 0 {
			t.floats = append(t.floats, first)
			t.group = t.group[1:]
			continue
		}
		t.pairs = append(t.pairs, [2]int{first, t.group[j]})
		t.group = slices.Delete(t.group, j, j+1)[1:]
	}
	t.floats = append(t.floats, t.group...)
}

// opponent returns the index in the group of an opponent for its first seat, 0
// if there is none: preferably from the middle downwards, otherwise from there
// upwards, and with the same due colour only if there is nobody else.
func (t *crosstable) opponent() int {
	first, second := t.group[0], 0
	half := len(t.group) / 2
	for k := range len(t.group) - 1 {
		j := half + k
		if j >= len(t.group) {
			j = len(t.group) - 1 - k
		}
		switch other := t.group[j]; {
		case t.haveMet(first, other):
		case t.seats[first].balance*t.seats[other].balance <= 0:
			return j
		case second == 0:
			second = j
		}
	}
	return second
}

// pairFloats pairs the remaining seats, breaking another pair if necessary. A
// seat that cannot be paired has a round off.
func (t *crosstable) pairFloats(round int) {
	for len(t.floats) > 1 {
		a := t.floats[0]
		if j := slices.IndexFunc(t.floats[1:], func(b int) bool { return !t.haveMet(a, b) }) + 1; j > 0 {
			t.pairs = append(t.pairs, [2]int{a, t.floats[j]})
			t.floats = slices.Delete(t.floats, j, j+1)[1:]
			continue
		}
		b := t.floats[1]
		if !t.exchange(a, b) {
			t.rest(round, a, report.ZeroBye)
			t.rest(round, b, report.ZeroBye)
		}
		t.floats = t.floats[2:]
	}
}

// exchange breaks the lowest possible pair, so that both a and b get an
// opponent.
func (t *crosstable) exchange(a, b int) bool {
	for i := len(t.pairs) - 1; i >= 0; i-- {
		c, d := t.pairs[i][0], t.pairs[i][1]
		if t.haveMet(a, c) || t.haveMet(b, d) {
			c, d = d, c
		}
		if !t.haveMet(a, c) && !t.haveMet(b, d) {
			t.pairs[i] = [2]int{c, a}
			t.pairs = append(t.pairs, [2]int{d, b})
			return true
		}
	}
	return false
}

// whiteFirst reports whether the first of a pair has White: if it had White
// less often, otherwise if it did not have it last, otherwise by the board.
func (t *crosstable) whiteFirst(a, b, board int) bool {
	switch x, y := &t.seats[a], &t.seats[b]; {
	case x.balance != y.balance:
		return x.balance < y.balance
	case x.last != y.last:
		return x.last < y.last
	case x.last != 0:
		return x.last < 0
	default:
		return board%2 == 0
	}
}
