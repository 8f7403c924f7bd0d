package ranking

import (
	"math"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/rating"
)

// keys returns by what the players are sorted, by number, the smallest first; nil: by nothing but the
// ID.
func (b *Board) keys(r bureau.Reader, o order) ([]int32, error) {
	switch {
	case o.by == ByName:
		return b.Directory.byName, nil
	case o.by == ByReading:
		return b.Directory.byReading, nil
	case !o.by.ofKind():
		return nil, nil
	}
	keys := make([]int32, len(b.Directory.members))
	return keys, b.figures(r, o, func(player uint32, figure int) {
		if int(player) < len(keys) {
			keys[player] = -int32(figure)
		}
	})
}

// figures calls each with the figure of a kind by which the players are sorted, the greatest first.
// That of others is zero.
func (b *Board) figures(r bureau.Reader, o order, each func(player uint32, figure int)) error {
	switch o.by {
	case ByRating:
		all, err := b.ratingsOf(r, o.kind)
		for player, now := range all {
			each(uint32(player), int(now))
		}
		return err
	case ByGames:
		list, err := lists.ListOf(r, b.now.ID)
		if err != nil {
			return err
		}
		for player := range list.Standings {
			each(uint32(player), counted(list.Standings[player].Of(o.kind).Games))
		}
		return nil
	case ByChange:
		moved, err := b.sinceBefore(r, o.kind)
		for _, m := range moved {
			each(m.Player, m.Change())
		}
		return err
	}
	moved, err := b.since(r, b.longAgo, o.kind)
	for _, m := range moved {
		if o.by == ByGain {
			each(m.Player, m.Change())
		} else {
			each(m.Player, counted(m.Games))
		}
	}
	return err
}

// counted returns a number of counted games as lines have it.
func counted(games int32) int { return int(min(max(games, 0), math.MaxUint16)) }

// inOrder returns the rated players in an order, which is found out once; of equal ones, the first
// ID first. An order by a figure of a kind has those who are rated in it.
func (b *Board) inOrder(r bureau.Reader, o order) ([]uint32, error) {
	if known := b.orders[o]; known != nil {
		return known, nil
	}
	rated, err := b.rated(r, o)
	if err != nil {
		return nil, err
	}
	keys, err := b.keys(r, o)
	if err != nil {
		return nil, err
	}
	players := make([]uint32, 0, rated.count())
	for _, player := range b.Directory.byID {
		if rated.has(player) {
			players = append(players, player)
		}
	}
	if keys != nil {
		players = sortedBy(players, keys)
	}
	if b.orders == nil {
		b.orders = map[order][]uint32{}
	}
	b.orders[o] = players
	b.size.Add(int64(4 * len(players)))
	return players, nil
}

// IsSorted reports whether the list was sorted by something of a kind of rating. It does not wait
// while somebody sorts it.
func (b *Board) IsSorted(by Sort, kind rating.Kind) bool {
	if !b.mu.TryLock() {
		return false
	}
	defer b.mu.Unlock()
	return b.orders[order{by, kind}] != nil
}

// Size returns how many bytes the list holds in memory, about.
func (b *Board) Size() int { return int(b.size.Load()) }

// sortedBy returns players by their keys, the smallest first, and those with the same key as they
// were. There is room for a count of each key from the smallest to the greatest.
func sortedBy(players []uint32, keys []int32) []uint32 {
	least, most := int32(math.MaxInt32), int32(math.MinInt32)
	for _, player := range players {
		least, most = min(least, keys[player]), max(most, keys[player])
	}
	if len(players) == 0 || least == most {
		return players
	}
	next := make([]uint32, most-least+2) // where the next player with a key comes
	for _, player := range players {
		next[keys[player]-least+1]++
	}
	for i := range next[1:] {
		next[i+1] += next[i]
	}
	sorted := make([]uint32, len(players))
	for _, player := range players {
		at := &next[keys[player]-least]
		sorted[*at] = player
		*at++
	}
	return sorted
}
