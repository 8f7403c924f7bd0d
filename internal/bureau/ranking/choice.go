package ranking

import (
	"fmt"
	"math/bits"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// playerSet is a set of players, a bit for each number.
type playerSet []uint64

// newPlayerSet returns a set that has room for some players, by number.
func newPlayerSet(players int) playerSet { return make(playerSet, (players+63)/64) }

func (s playerSet) add(player uint32) {
	if int(player/64) < len(s) {
		s[player/64] |= 1 << (player % 64)
	}
}

func (s playerSet) has(player uint32) bool {
	return int(player/64) < len(s) && s[player/64]&(1<<(player%64)) != 0
}

func (s playerSet) count() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// each calls f for the players, by number.
func (s playerSet) each(f func(player uint32)) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			f(uint32(64*i + bits.TrailingZeros64(word)))
		}
	}
}

// those returns the players who have something.
func (s playerSet) those(have func(player uint32) bool) playerSet {
	some := make(playerSet, len(s))
	s.each(func(player uint32) {
		if have(player) {
			some[player/64] |= 1 << (player % 64)
		}
	})
	return some
}

// and leaves those who are in another set, too.
func (s playerSet) and(other playerSet) {
	for i := range s {
		if i < len(other) {
			s[i] &= other[i]
		} else {
			s[i] = 0
		}
	}
}

// or adds those who are in another set.
func (s playerSet) or(other playerSet) {
	for i := range min(len(s), len(other)) {
		s[i] |= other[i]
	}
}

// rated returns the players whom a selection sorts: those who are rated in its kind, or in any if it
// does not ask for that and they are not sorted by a figure of a kind.
func (b *Board) rated(r bureau.Reader, s *Selection) (playerSet, error) {
	all := make(playerSet, len(b.Directory.known))
	for _, kind := range rating.AllKinds {
		if (s.Rated || s.Sort.ofKind()) && kind != s.Kind {
			continue
		}
		now, err := b.ratingsOf(r, kind)
		if err != nil {
			return nil, err
		}
		all.or(now.rated)
	}
	all.and(b.Directory.known)
	return all, nil
}

// choice is the players of a selection, and their order.
type choice struct {
	chosen  playerSet
	order   *order
	ratings *ratings // of the kind of the selection
}

// choose returns the players of a selection, and sets its kind if it has none.
func (b *Board) choose(r bureau.Reader, s *Selection) (*choice, error) {
	if err := b.ofKind(s); err != nil {
		return nil, err
	}
	load := b.Directory.Load
	if s.Sort == ByName || s.Sort == ByReading {
		load = b.Directory.LoadNames
	}
	if err := load(r); err != nil {
		return nil, err
	}
	if !b.Directory.Knows(b) { // somebody has read it as of an earlier moment
		return nil, fmt.Errorf("the directory of the players is older than list %d", b.Publication.Seq)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	c := &choice{}
	var err error
	if c.chosen, err = b.rated(r, s); err != nil {
		return nil, err
	}
	if c.ratings, err = b.ratingsOf(r, s.Kind); err != nil {
		return nil, err
	}
	if c.order, err = b.orderOf(r, s); err != nil {
		return nil, err
	}
	return c, b.filter(r, s, c)
}

// filter leaves the players whom the filters of a selection leave.
func (b *Board) filter(r bureau.Reader, s *Selection, c *choice) error {
	d := b.Directory
	word := func(known words, said, name string, of func(*member) uint32) {
		if said != "" {
			c.chosen.and(d.with(known[said], name, of))
		}
	}
	word(d.clubs, report.FoldName(s.Club), "club", func(m *member) uint32 { return m.club })
	word(d.regions, report.FoldName(s.Region), "region", func(m *member) uint32 { return m.region })
	word(d.titles, s.Title, "title", func(m *member) uint32 { return m.title })
	word(d.sexes, s.Sex, "sex", func(m *member) uint32 { return m.sex })
	if s.Min != 0 || s.Max != 0 || s.Active {
		c.chosen.and(c.ratings.rated)
	}
	if s.Active {
		active, err := b.activeOf(r, s.Kind)
		if err != nil {
			return err
		}
		c.chosen.and(active)
	}
	if s.Min != 0 || s.Max != 0 {
		c.chosen = c.chosen.those(func(player uint32) bool {
			now := c.ratings.of(player)
			return now >= s.Min && (s.Max == 0 || now <= s.Max)
		})
	}
	if s.Under != 0 {
		c.chosen = c.chosen.those(func(player uint32) bool {
			born := int(d.members[player].born)
			return born != 0 && b.year-born <= s.Under
		})
	}
	return nil
}

// activeOf returns who has a counted game of a kind in the last 12 lists.
func (b *Board) activeOf(r bureau.Reader, kind rating.Kind) (playerSet, error) {
	if known := b.active[kind-1]; known != nil {
		return known, nil
	}
	moved, err := b.since(r, b.longAgo, kind)
	if err != nil {
		return nil, err
	}
	set := newPlayerSet(b.now.Players)
	for _, m := range moved {
		if m.Games > 0 {
			set.add(m.Player)
		}
	}
	b.active[kind-1] = set
	return set, nil
}

// part returns the players at the places from one up to another one.
func (c *choice) part(from, to int) []uint32 { return c.order.part(c.chosen, from, to) }

// placesOf returns the places of players by rating, given in their order. Players with the same rating
// have the same place. The first of them is at index first of the choice.
func (c *choice) placesOf(players []uint32, first int) []int {
	places := make([]int, len(players))
	for i, player := range players {
		now := c.ratings.of(player)
		switch {
		case i == 0:
			places[i] = 1
			c.chosen.each(func(other uint32) {
				if c.ratings.of(other) > now {
					places[i]++
				}
			})
		case now == c.ratings.of(players[i-1]):
			places[i] = places[i-1]
		default:
			places[i] = first + i + 1
		}
	}
	return places
}
