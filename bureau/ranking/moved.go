package ranking

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/bureau/view"
	"github.com/arpadchess/arpad/rating"
)

// since returns how ratings of a kind in the list differ from those in another one, in any order,
// and false if that was never published.
func (b *Board) since(r bureau.Reader, other *lists.Head, kind rating.Kind) ([]rows.Moved, bool, error) {
	first, published := b.seqs[other.ID]
	if !published {
		return nil, false, nil
	}
	last := b.Publication.Seq
	later := first > last
	if later {
		first, last = last, first
	}
	found, err := rows.Movements.Select(r, bureau.Range{Is: []any{kind.String()}, From: int64(first) + 1, To: int64(last) + 1})
	if err != nil {
		return nil, false, err
	}
	steps := make([][]rows.Moved, len(found))
	for i, m := range found {
		if steps[i], err = m.Moved(); err != nil {
			return nil, false, err
		}
	}
	moved := rows.Through(steps)
	if later {
		moved = rows.Backward(moved)
	}
	return moved, true, nil
}

// sinceBefore returns how ratings of a kind in the list differ from those in the list published
// before.
func (b *Board) sinceBefore(r bureau.Reader, kind rating.Kind) ([]rows.Moved, error) {
	if b.before == nil {
		return nil, nil
	}
	moved, published, err := b.since(r, b.before, kind)
	if err == nil && !published {
		err = view.NoRows()
	}
	return moved, err
}

// mover is a player with what they are sorted by.
type mover struct {
	player uint32
	by     int
}

// greatest returns the lines of the players with the greatest figures, up to limit of them; of
// equal ones, the first ID first.
func (b *Board) greatest(r bureau.Reader, all []mover, limit int) ([]PageLine, error) {
	slices.SortFunc(all, func(x, y mover) int { return cmp.Compare(y.by, x.by) })
	end := min(limit, len(all))
	for end > 0 && end < len(all) && all[end].by == all[end-1].by {
		end++
	}
	all = all[:end]
	numbers := make([]uint32, len(all))
	for i, m := range all {
		numbers[i] = m.player
	}
	ids, err := view.IDsOf(r, numbers)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(x, y mover) int {
		return cmp.Or(cmp.Compare(y.by, x.by), strings.Compare(ids[x.player], ids[y.player]))
	})
	players := make([]uint32, min(limit, len(all)))
	for i := range players {
		players[i] = all[i].player
	}
	lines, err := b.linesOf(r, players)
	if err != nil {
		return nil, err
	}
	return b.named(r, lines)
}
