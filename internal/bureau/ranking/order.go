package ranking

import (
	"math"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/rating"
)

// order is an order of players. Those with the same figure are sorted by ID.
type order struct {
	sorted   []uint32 // all players, if they are sorted by no figure
	figures  []int32  // by player, the greatest first
	byID     []uint32 // all players
	backward bool
}

// orderOf returns the order of a selection that has a kind.
func (b *Board) orderOf(r bureau.Reader, s *Selection) (*order, error) {
	d := b.Directory
	o := &order{byID: d.byID, backward: s.Backward}
	switch {
	case s.Sort.ofKind():
		o.figures = make([]int32, len(d.members))
		return o, b.figures(r, s.Sort, s.Kind, o.figures)
	case s.Sort == ByName:
		o.sorted = d.byName
	case s.Sort == ByReading:
		o.sorted = d.byReading
	default:
		o.sorted = d.byID
	}
	return o, nil
}

// figures sets the figures of a kind by which players are sorted, by player. That of others is zero.
func (b *Board) figures(r bureau.Reader, by Sort, kind rating.Kind, all []int32) error {
	set := func(player uint32, figure int) {
		if int(player) < len(all) {
			all[player] = int32(figure)
		}
	}
	switch by {
	case ByRating:
		now, err := b.ratingsOf(r, kind)
		if err != nil {
			return err
		}
		for player, now := range now.byPlayer {
			set(uint32(player), int(now))
		}
		return nil
	case ByGames:
		return b.games(r, kind, all)
	case ByChange:
		moved, err := b.sinceBefore(r, kind)
		for _, m := range moved {
			set(m.Player, m.Change())
		}
		return err
	}
	moved, err := b.since(r, b.longAgo, kind)
	for _, m := range moved {
		if by == ByGain {
			set(m.Player, m.Change())
		} else {
			set(m.Player, counted(m.Games))
		}
	}
	return err
}

// games sets the games counted of a kind, by player: those of a landmark, and those of the publications
// after it.
func (b *Board) games(r bureau.Reader, kind rating.Kind, all []int32) error {
	bands, err := b.bands(r, kind)
	if err != nil || len(bands) == 0 {
		return err
	}
	before, err := b.Landmarks.gamesAt(r, landmark{kind, bands[0].Since})
	if err != nil {
		return err
	}
	before.copyTo(all)
	steps, err := b.Landmarks.steps(r, kind, bands[0].Since, b.Publication.Seq)
	for _, step := range steps {
		for _, m := range step {
			if int(m.Player) < len(all) {
				all[m.Player] += m.Games
			}
		}
	}
	for player, games := range all { // between has room for each figure
		all[player] = int32(counted(games))
	}
	return err
}

// counted returns a number of counted games within the bounds of a figure.
func counted(games int32) int { return int(min(max(games, 0), math.MaxUint16)) }

// part returns those of some players who have the places from one up to another one.
func (o *order) part(of playerSet, from, to int) []uint32 {
	if !o.backward {
		return o.forward(of, from, to)
	}
	count := of.count()
	players := o.forward(of, count-to, count-from)
	slices.Reverse(players)
	return players
}

// forward returns the slice in ascending order.
func (o *order) forward(of playerSet, from, to int) []uint32 {
	switch {
	case from >= to:
		return nil
	case o.figures == nil:
		return among(o.sorted, of, from, to)
	}
	greatest, least, before := o.between(of, from, to)
	with := of.those(func(player uint32) bool { return least <= o.figures[player] && o.figures[player] <= greatest })
	some := sortedBy(among(o.byID, with, 0, with.count()), o.figures)
	return some[from-before : to-before]
}

// among returns those of sorted players who are in a set, from one place among them up to another one.
func among(sorted []uint32, of playerSet, from, to int) []uint32 {
	players := make([]uint32, 0, to-from)
	n := 0
	for _, player := range sorted {
		if !of.has(player) {
			continue
		}
		if n >= from {
			players = append(players, player)
		}
		if n++; n == to {
			break
		}
	}
	return players
}

// between returns the greatest and the least figure that some players have at the places from one up to
// another one, and how many of them have a greater one than these.
func (o *order) between(of playerSet, from, to int) (greatest, least int32, before int) {
	least, greatest = slices.Min(o.figures), slices.Max(o.figures)
	with := make([]int, greatest-least+1) // players with the least figure and the next ones
	of.each(func(player uint32) { with[o.figures[player]-least]++ })
	at := len(with) - 1
	for ; before+with[at] <= from; at-- {
		before += with[at]
	}
	greatest = least + int32(at)
	for n := before + with[at]; n < to; n += with[at] {
		at--
	}
	return greatest, least + int32(at), before
}

// sortedBy returns players by their figures, the greatest first, and those with the same figure as they
// were. There is room for a count of each figure from the least to the greatest.
func sortedBy(players []uint32, figures []int32) []uint32 {
	least, greatest := int32(math.MaxInt32), int32(math.MinInt32)
	for _, player := range players {
		least, greatest = min(least, figures[player]), max(greatest, figures[player])
	}
	if len(players) == 0 || least == greatest {
		return players
	}
	next := make([]uint32, greatest-least+2) // where the next player with a figure comes
	for _, player := range players {
		next[greatest-figures[player]+1]++
	}
	for i := range next[1:] {
		next[i+1] += next[i]
	}
	sorted := make([]uint32, len(players))
	for _, player := range players {
		at := &next[greatest-figures[player]]
		sorted[*at] = player
		*at++
	}
	return sorted
}
