package ranking

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"github.com/arpadchess/arpad/bureau"
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

// players yields the players, by number.
func (s playerSet) players() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(uint32(64*i + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

// setsKept is how many sets of players a board keeps.
const setsKept = 64

// where returns the players who have something. The set has a name under which it is kept.
func (b *Board) where(name string, has func(player uint32) bool) playerSet {
	if known := b.sets[name]; known != nil {
		return known
	}
	set := newPlayerSet(len(b.Directory.members))
	for player := range b.Directory.known.players() {
		if has(player) {
			set.add(player)
		}
	}
	if b.sets == nil || len(b.sets) == setsKept {
		b.sets = map[string]playerSet{}
	}
	b.sets[name] = set
	return set
}

// rated returns the players whom a selection sorts: those who are rated in its kind, or in any if they
// are not sorted by a figure of a kind.
func (b *Board) rated(r bureau.Reader, s *Selection) (playerSet, error) {
	if s.Sort.ofKind() {
		all, err := b.ratingsOf(r, s.Kind)
		if err != nil {
			return nil, err
		}
		return b.where("rated "+s.Kind.String(), func(player uint32) bool { return all.of(player).Rated() }), nil
	}
	for _, kind := range rating.AllKinds {
		if _, err := b.ratingsOf(r, kind); err != nil {
			return nil, err
		}
	}
	return b.where("rated", func(player uint32) bool {
		return slices.ContainsFunc(b.ratings[:], func(all ratings) bool { return all.of(player).Rated() })
	}), nil
}

// choice is the players of a selection, and their order.
type choice struct {
	chosen  playerSet
	order   *order
	ratings ratings // of the kind of the selection
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
	all, err := b.rated(r, s)
	if err != nil {
		return nil, err
	}
	c := &choice{chosen: slices.Clone(all)}
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
	only := func(has func(player uint32) bool, name ...any) {
		for i, word := range b.where(fmt.Sprint(name...), has) {
			c.chosen[i] &= word
		}
	}
	word := func(known words, said, name string, of func(*member) uint32) {
		if at := known[said]; said != "" {
			only(func(player uint32) bool { return at != 0 && of(&d.members[player]) == at }, name, " ", at)
		}
	}
	word(d.clubs, report.FoldName(s.Club), "club", func(m *member) uint32 { return m.club })
	word(d.regions, report.FoldName(s.Region), "region", func(m *member) uint32 { return m.region })
	word(d.titles, s.Title, "title", func(m *member) uint32 { return m.title })
	word(d.sexes, s.Sex, "sex", func(m *member) uint32 { return m.sex })
	if s.Min != 0 || s.Max != 0 || s.Active {
		only(func(player uint32) bool { return c.ratings.of(player).Rated() }, "rated ", s.Kind)
	}
	if s.Active {
		active, err := b.active(r, s.Kind)
		if err != nil {
			return err
		}
		only(active.has, "active ", s.Kind)
	}
	if s.Min != 0 {
		only(func(player uint32) bool { return c.ratings.of(player) >= s.Min }, "from ", int(s.Min), s.Kind)
	}
	if s.Max != 0 {
		only(func(player uint32) bool { return c.ratings.of(player) <= s.Max }, "to ", int(s.Max), s.Kind)
	}
	if s.Under != 0 {
		only(func(player uint32) bool {
			born := int(d.members[player].born)
			return born != 0 && b.year-born <= s.Under
		}, "under ", s.Under)
	}
	return nil
}

// active returns who has a counted game of a kind in the last 12 lists.
func (b *Board) active(r bureau.Reader, kind rating.Kind) (playerSet, error) {
	if known := b.sets["active "+kind.String()]; known != nil {
		return known, nil
	}
	moved, err := b.since(r, b.longAgo, kind)
	set := newPlayerSet(len(b.Directory.members))
	for _, m := range moved {
		if m.Games > 0 {
			set.add(m.Player)
		}
	}
	return set, err
}

// part returns the players at the places from one up to another one.
func (c *choice) part(from, to int) []uint32 { return c.order.part(c.chosen, from, to) }

// placesOf returns the places by rating of players in their order, the first of whom has a place among
// all, counted from zero: those with the same rating have the same.
func (c *choice) placesOf(players []uint32, first int) []int {
	places := make([]int, len(players))
	for i, player := range players {
		now := c.ratings.of(player)
		switch {
		case i == 0:
			places[i] = 1
			for other := range c.chosen.players() {
				if c.ratings.of(other) > now {
					places[i]++
				}
			}
		case now == c.ratings.of(players[i-1]):
			places[i] = places[i-1]
		default:
			places[i] = first + i + 1
		}
	}
	return places
}
