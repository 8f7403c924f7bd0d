package trf

import (
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// The extension lines of pairing programs (TRF(x)), which TRF26 replaces by
// others.

// MaxStartNumber is the highest start number that fits into a file's four
// columns.
const MaxStartNumber = 9999

// startNumbers parses start numbers separated by blanks.
func (r *reader) startNumbers(line string) (numbers []int, ok bool) {
	for _, word := range strings.Fields(line[3:]) {
		n, ok := digits(word)
		if !ok || n < 1 || n > MaxStartNumber {
			r.unreadable(line[:3], &misfit{tagText, "player", word})
			return nil, false
		}
		numbers = append(numbers, n)
	}
	return numbers, r.take(report.Entries, len(numbers), r.at(tagText))
}

// absent reads the players absent from the next round (XXZ).
func (r *reader) absent(line string) fate {
	numbers, ok := r.startNumbers(line)
	if !ok {
		return unread
	}
	r.report.Pairing.Absent = append(r.report.Pairing.Absent, numbers...)
	return taken
}

// forbidden reads the players who must not meet in any round (XXP).
func (r *reader) forbidden(line string) fate {
	numbers, ok := r.startNumbers(line)
	if ok && len(numbers) < prohibitions260.list.least {
		r.unreadable("XXP", &misfit{tagText, "player", ""})
		ok = false
	}
	if !ok {
		return unread
	}
	r.allRounds = append(r.allRounds, len(r.report.Pairing.Prohibitions))
	r.report.Pairing.Prohibitions = append(r.report.Pairing.Prohibitions, report.Prohibition{Entrants: numbers})
	return taken
}

// finishProhibitions sets the rounds of prohibitions for all rounds.
func (r *reader) finishProhibitions() {
	for _, i := range r.allRounds {
		p := &r.report.Pairing.Prohibitions[i]
		p.FirstRound, p.LastRound = 1, lastRound(&r.section)
	}
}

// lastRound returns the last round of a prohibition for all rounds.
func lastRound(s *report.Section) int {
	if s.Rounds > 0 {
		return min(s.Rounds, report.MaxRound)
	}
	return report.MaxRound
}

// The columns of a player's fictitious points (XXA): the start number, and the
// points in each round.
var (
	colAccelerated  = column{5, 8}
	firstFictitious = column{10, 13}
	fictitiousApart = 5
)

// accelerated reads a player's fictitious points by round (XXA).
func (r *reader) accelerated(line string) fate {
	row := r.row(line)
	player, ok := row.number(colAccelerated)
	if !ok || player == 0 {
		r.unreadable("XXA", &misfit{colAccelerated.first, "player", row.words(colAccelerated)})
		return unread
	}
	var history []rating.Score
	for c := firstFictitious; c.first <= len(row.flat); c.first, c.last = c.first+fictitiousApart, c.last+fictitiousApart {
		points, _, ok := parsePoints(row.field(c))
		if wrong := row.between(c.first-1, c.first); wrong != nil || !ok || len(history) == report.MaxRound {
			r.unreadable("XXA", &misfit{c.first, "points", row.words(c)})
			return unread
		}
		history = append(history, points)
	}
	to := accelerations(r.report)
	for first := 0; first < len(history); {
		last := first
		for last+1 < len(history) && history[last+1] == history[first] {
			last++
		}
		if points := history[first]; points != 0 && r.take(report.Entries, 1, r.at(colAccelerated.first)) {
			*to = append(*to, report.Acceleration{Points: &points, FirstRound: first + 1, LastRound: last + 1, First: player, Last: player})
		}
		first = last + 1
	}
	return taken
}

// accelerations writes the fictitious points, which TRF16 has by player.
func (w *writer) accelerations() {
	if w.version == TRF26 {
		eachOf(&accelerations250, accelerations)(w)
		return
	}
	if w.teamEvent() || len(w.r.Pairing.Accelerations) == 0 {
		return
	}
	all := w.fictitious()
	for i := range w.s.Players {
		if n := w.s.Players[i].StartNumber; n >= 1 && n <= MaxStartNumber {
			w.accelerated(n, all[n])
		}
	}
}

// fictitious returns the fictitious points by start number and round. A later
// acceleration overrides earlier ones, so they are applied from the last one
// backwards, each where nothing is set yet.
func (w *writer) fictitious() [][]rating.Score {
	all, last := make([][]rating.Score, MaxStartNumber+2), lastRound(w.s)
	open := make([]vacancies, last+1) // by round
	for _, a := range slices.Backward(w.r.Pairing.Accelerations) {
		if a.Points == nil || *a.Points <= 0 || shortPoints(*a.Points, firstFictitious) == "" {
			continue
		}
		for round := max(1, a.FirstRound); round <= min(a.LastRound, last); round++ {
			for player := range open[round].take(max(1, a.First), min(a.Last, MaxStartNumber)) {
				if all[player] == nil {
					all[player] = make([]rating.Score, last)
				}
				all[player][round-1] = *a.Points
			}
		}
	}
	return all
}

// vacancies are the start numbers without a value yet: for each, where to
// search for the next vacancy. In the zero value all are vacant.
type vacancies []int32

// take yields the vacancies in a range of start numbers, and removes them.
func (v *vacancies) take(first, last int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		if *v == nil {
			*v = make(vacancies, MaxStartNumber+2)
			for n := range *v {
				(*v)[n] = int32(n)
			}
		}
		for n := v.from(first); n <= last; n = v.from(n) {
			(*v)[n] = int32(n + 1)
			if !yield(n) {
				return
			}
		}
	}
}

// from returns the first vacancy not below a start number.
func (v vacancies) from(n int) int {
	if n >= len(v) {
		return n
	}
	for int(v[n]) != n {
		v[n] = v[v[n]]
		n = int(v[n])
	}
	return n
}

// accelerated writes a player's fictitious points by round.
func (w *writer) accelerated(player int, points []rating.Score) {
	for len(points) > 0 && points[len(points)-1] == 0 {
		points = points[:len(points)-1]
	}
	if len(points) == 0 {
		return
	}
	line := newLine("XXA")
	line.right(colAccelerated, strconv.Itoa(player))
	c := firstFictitious
	for _, p := range points {
		line.right(c, shortPoints(p, c))
		c.first, c.last = c.first+fictitiousApart, c.last+fictitiousApart
	}
	w.end(line.String())
}

// prohibitions writes the players who must not meet. TRF16 has only
// prohibitions for all rounds.
func (w *writer) prohibitions() {
	if w.version == TRF26 {
		eachOf(&prohibitions260, prohibitions)(w)
		return
	}
	for _, p := range w.r.Pairing.Prohibitions {
		if p.FirstRound <= 1 && p.LastRound >= lastRound(w.s) && len(p.Entrants) >= prohibitions260.list.least {
			w.tag("XXP", spaced(p.Entrants))
		}
	}
}

func (w *writer) absent() { w.tag("XXZ", spaced(w.r.Pairing.Absent)) }

// spaced formats start numbers separated by blanks.
func spaced(numbers []int) string {
	var words []string
	for _, n := range numbers {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, " ")
}
