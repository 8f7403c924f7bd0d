package ranking

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
)

// since returns how ratings of a kind in the list differ from those in another one, in any order. Who
// played is known if that is the list published before. Other boards can have the same slice.
func (b *Board) since(r bureau.Reader, other *lists.Head, kind rating.Kind) ([]rows.Moved, error) {
	first, published := b.seqs[other.ID]
	if !published {
		return b.compared(r, other, kind)
	}
	if last := b.Publication.Seq; first <= last {
		return b.through(r, kind, first, last)
	}
	moved, err := b.through(r, kind, b.Publication.Seq, first)
	return rows.Backward(moved), err
}

// through returns what moved from the first of some publications to the last.
func (b *Board) through(r bureau.Reader, kind rating.Kind, first, last int) ([]rows.Moved, error) {
	steps, err := b.Landmarks.steps(r, kind, first, last)
	return rows.Through(steps, b.now.Players), err
}

// compared is since of a list that was never published: both lists are read.
func (b *Board) compared(r bureau.Reader, other *lists.Head, kind rating.Kind) ([]rows.Moved, error) {
	now, err := lists.ListOf(r, b.now.ID)
	if err != nil {
		return nil, err
	}
	then, err := lists.ListOf(r, other.ID)
	if err != nil {
		return nil, err
	}
	var all []rows.Moved
	for player := range uint32(max(len(now.Standings), len(then.Standings))) {
		is, was := now.Standing(player), then.Standing(player)
		after, before := is.Of(kind), was.Of(kind)
		if after.Rating != before.Rating || after.Games != before.Games {
			all = append(all, rows.Moved{Player: player, Before: before.Rating, After: after.Rating, Games: after.Games - before.Games})
		}
	}
	return all, nil
}

// sinceBefore returns how ratings of a kind in the list differ from those in the list published
// before.
func (b *Board) sinceBefore(r bureau.Reader, kind rating.Kind) ([]rows.Moved, error) {
	if b.before == nil {
		return nil, nil
	}
	if _, published := b.seqs[b.before.ID]; !published {
		return nil, view.NoRows()
	}
	return b.since(r, b.before, kind)
}

// mover is a player with what they are sorted by, which is not negative.
type mover struct {
	player uint32
	by     int
}

// greatest returns the players with the greatest figures, up to limit of them; of equal ones, the first
// ID first.
func (b *Board) greatest(r bureau.Reader, all []mover, limit int) ([]mover, error) {
	least := leastOfGreatest(all, limit)
	all = slices.DeleteFunc(all, func(m mover) bool { return m.by < least })
	numbers := make([]uint32, len(all))
	for i, m := range all {
		numbers[i] = m.player
	}
	byID, err := b.byID(r, numbers)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(x, y mover) int { return cmp.Or(cmp.Compare(y.by, x.by), byID(x.player, y.player)) })
	return all[:min(limit, len(all))], nil
}

// groups returns the lines of some groups of players, who may be in several. They are read together.
func (b *Board) groups(r bureau.Reader, all ...[]mover) ([][]PageLine, error) {
	var players []uint32
	for _, of := range all {
		for _, m := range of {
			players = append(players, m.player)
		}
	}
	slices.Sort(players)
	players = slices.Compact(players)
	lines, err := b.linesOf(r, players)
	if err != nil {
		return nil, err
	}
	named, err := b.named(r, lines)
	if err != nil {
		return nil, err
	}
	groups := make([][]PageLine, len(all))
	for i, of := range all {
		for _, m := range of {
			at, _ := slices.BinarySearch(players, m.player)
			groups[i] = append(groups[i], named[at])
		}
	}
	return groups, nil
}

// leastOfGreatest returns the least of the greatest figures, up to limit of them.
func leastOfGreatest(all []mover, limit int) int {
	most := 0
	for _, m := range all {
		most = max(most, m.by)
	}
	with := make([]int, most+1) // players, by figure
	for _, m := range all {
		with[m.by]++
	}
	least := most
	for n := with[most]; n < limit && least > 0; n += with[least] {
		least--
	}
	return least
}

// byID returns how two of some players compare by their IDs. The directory knows them all if it was
// read.
func (b *Board) byID(r bureau.Reader, players []uint32) (func(x, y uint32) int, error) {
	if places := b.Directory.placesByID(); len(players) > 0 && int(slices.Max(players)) < len(places) {
		return func(x, y uint32) int { return cmp.Compare(places[x], places[y]) }, nil
	}
	ids, err := view.IDsOf(r, players)
	return func(x, y uint32) int { return strings.Compare(ids[x], ids[y]) }, err
}
