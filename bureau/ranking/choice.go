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

// newPlayerSet returns a set that has room for the players of a directory.
func newPlayerSet(d *Directory) playerSet { return make(playerSet, (len(d.members)+63)/64) }

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

// setsKept is how many sets of players a board keeps.
const setsKept = 64

// where returns the players who have something. The set has a name under which it is kept.
func (b *Board) where(name string, has func(player uint32) bool) playerSet {
	if known := b.sets[name]; known != nil {
		return known
	}
	set := newPlayerSet(b.Directory)
	for _, player := range b.Directory.byID {
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

// rated returns the players of an order: those who are rated in its kind, or in any if it is not by a
// figure of a kind.
func (b *Board) rated(r bureau.Reader, o order) (playerSet, error) {
	if o.by.ofKind() {
		all, err := b.ratingsOf(r, o.kind)
		if err != nil {
			return nil, err
		}
		return b.where("rated "+o.kind.String(), func(player uint32) bool { return all.of(player).Rated() }), nil
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

// choice is the players of a selection, in its order.
type choice struct {
	order    []uint32 // with others
	chosen   playerSet
	backward bool
	ratings  ratings // of the kind of the selection
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
	of := s.order()
	all, err := b.rated(r, of)
	if err != nil {
		return nil, err
	}
	c := &choice{chosen: slices.Clone(all), backward: s.Backward}
	if c.ratings, err = b.ratingsOf(r, s.Kind); err != nil {
		return nil, err
	}
	if c.order, err = b.inOrder(r, of); err != nil {
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
	set := newPlayerSet(b.Directory)
	for _, m := range moved {
		if m.Games > 0 {
			set.add(m.Player)
		}
	}
	return set, err
}

// players yields the players.
func (c *choice) players() iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i := range c.order {
			player := c.order[i]
			if c.backward {
				player = c.order[len(c.order)-1-i]
			}
			if c.chosen.has(player) && !yield(player) {
				return
			}
		}
	}
}
