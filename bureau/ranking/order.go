package ranking

import (
	"fmt"
	"iter"
	"math"
	"math/bits"
	"slices"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// ratings are ratings by player.
type ratings []rating.Rating

// of returns the rating of a player; zero: unrated. Players after the list have none.
func (all ratings) of(player uint32) rating.Rating {
	if int(player) >= len(all) {
		return 0
	}
	return all[player]
}

func (all ratings) set(player uint32, now rating.Rating) {
	if int(player) < len(all) {
		all[player] = now
	}
}

// ratingsOf returns the ratings of a kind. The stored order has those of the last publication whose
// order was kept whole; what moved in the publications after it follows.
func (b *Board) ratingsOf(r bureau.Reader, kind rating.Kind) (ratings, error) {
	if known := b.ratings[kind-1]; known != nil {
		return known, nil
	}
	bands, err := b.bands(r, kind)
	if err != nil {
		return nil, err
	}
	all, rated := ratings{}, 0
	if len(bands) > 0 {
		if all, err = b.ratingsSince(r, kind, bands[0].Since); err != nil {
			return nil, err
		}
	}
	for _, now := range all {
		if now.Rated() {
			rated++
		}
	}
	for _, band := range bands {
		rated -= band.Players
	}
	if rated != 0 {
		return nil, fmt.Errorf("list %d has %d more players in %s than are counted", b.Publication.Seq, rated, kind)
	}
	b.ratings[kind-1] = all
	b.size.Add(int64(2 * len(all)))
	return all, nil
}

// ratingsSince returns the ratings of a kind, given a publication before whose order was kept whole.
func (b *Board) ratingsSince(r bureau.Reader, kind rating.Kind, first int) (ratings, error) {
	bands, err := rows.Bands.Select(r, bureau.Range{Is: []any{int64(first), kind.String()}})
	if err != nil {
		return nil, err
	}
	all := make(ratings, b.now.Players)
	for _, band := range bands {
		places, err := band.Places(r)
		if err != nil {
			return nil, err
		}
		for _, p := range places {
			all.set(p.Player, p.Rating)
		}
	}
	steps, err := steps(r, kind, first, b.Publication.Seq)
	for _, step := range steps {
		for _, m := range step {
			all.set(m.Player, m.After)
		}
	}
	return all, err
}

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

// TakeRatings takes the ratings that an earlier board of the same publication has read.
func (b *Board) TakeRatings(earlier *Board) {
	earlier.mu.Lock()
	defer earlier.mu.Unlock()
	b.ratings = earlier.ratings
	for _, all := range b.ratings {
		b.size.Add(int64(2 * len(all)))
	}
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
	b.mu.Lock()
	defer b.mu.Unlock()
	of := order{s.Sort, s.Kind}
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
