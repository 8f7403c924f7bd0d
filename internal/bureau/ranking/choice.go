package ranking

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// choice is a selection as it is asked for in SQL.
type choice struct {
	b      *Board
	r      bureau.Reader
	lister rows.Lister
	s      Selection
	of     *rows.Listing
	totals *rows.ListTotal       // of a selection without filters; nil: not read yet
	counts map[rating.Rating]int // of one with filters; nil: not read yet
	none   bool                  // nobody can be in it
}

// listing returns a listing of the board.
func (b *Board) listing(r bureau.Reader, kind rating.Kind) (*rows.Listing, error) {
	last, err := rows.Publications.Select(r, bureau.Range{Backward: true, Limit: 1})
	if err != nil {
		return nil, err
	}
	l := &rows.Listing{Publication: b.Publication.Seq, Newest: last[0].Seq == b.Publication.Seq, Kind: kind}
	if b.yearAgo != nil {
		l.Before = b.yearAgo.Seq
	}
	if b.before != nil {
		l.Previous = b.before.Seq
	}
	return l, nil
}

// choose returns a selection as it is asked for.
func (b *Board) choose(r bureau.Reader, s Selection) (*choice, error) {
	if err := b.kindOf(&s); err != nil {
		return nil, err
	}
	lister, err := rows.ListerOf(r)
	if err != nil {
		return nil, err
	}
	of, err := b.listing(r, s.Kind)
	if err != nil {
		return nil, err
	}
	c := &choice{b: b, r: r, lister: lister, s: s, of: of}
	if !s.ofOneKind() {
		c.of.Kind = 0
	}
	c.of.By, c.of.Backward, c.of.Sex, c.of.Title, c.of.Min, c.of.Max, c.of.Offset, c.of.Limit = cmp.Or(s.Sort, ByID), s.Backward, s.Sex, s.Title, s.Min, s.Max, max(0, s.Offset), s.Limit
	if s.Active {
		c.of.PlayedAfter = b.playedAfter
	}
	if s.Under != 0 {
		c.of.BornFrom = b.year - s.Under
	}
	c.of.Clubs, err = clubsOf(r, &s)
	c.none = c.of.Clubs != nil && len(c.of.Clubs) == 0
	return c, err
}

// clubsOf returns the folded names of the clubs of a selection; nil: all.
func clubsOf(r bureau.Reader, s *Selection) ([]string, error) {
	if s.Club == "" && s.Region == "" {
		return nil, nil
	}
	all, err := rows.Clubs.Select(r, bureau.Range{})
	if err != nil {
		return nil, err
	}
	called := []string{}
	if s.Region == "" {
		called = append(called, report.FoldName(s.Club)) // also of a club that is not registered
	}
	if s.Club != "" {
		all = rows.ClubsCalled(all, s.Club)
	}
	for _, c := range all {
		if s.Region == "" || report.FoldName(c.Region) == report.FoldName(s.Region) {
			called = append(called, c.Called()...)
		}
	}
	return called, nil
}

// total returns how many players are selected.
func (c *choice) total() (n int, err error) {
	all := c.s
	if all.Active = false; all.plain() {
		t, err := c.whole()
		if c.s.Active {
			return int(t.Active), err
		}
		return int(t.Rated), err
	}
	err = c.count()
	for _, players := range c.counts {
		n += players
	}
	return n, err
}

// whole returns what the list has in all.
func (c *choice) whole() (*rows.ListTotal, error) {
	if c.totals != nil {
		return c.totals, nil
	}
	t, err := c.b.totals(c.r, c.of.Kind)
	c.totals = t
	return t, err
}

// totals returns what the list has in all of a kind; zero: of any.
func (b *Board) totals(r bureau.Reader, kind rating.Kind) (*rows.ListTotal, error) {
	t, err := rows.Totals.One(r, int64(b.Publication.Seq), int64(kind))
	if t == nil {
		t = &rows.ListTotal{}
	}
	return t, err
}

// count counts the selected players by rating.
func (c *choice) count() (err error) {
	if c.counts == nil {
		c.counts, err = c.lister.CountListed(c.of)
	}
	return err
}

// players returns the numbers of the players of the page, in their order, and by rating
// also their ratings.
func (c *choice) players() ([]uint32, []rating.Rating, error) {
	switch {
	case c.s.Sort == ByChange && c.s.plain():
		all, err := c.byChange()
		return all, nil, err
	case c.s.Sort == ByRating && c.s.plain() && c.s.Limit > 0 && !c.s.Backward:
		return c.between()
	}
	total, err := c.total()
	if err != nil {
		return nil, nil, err
	}
	return c.listed(*c.of, total)
}

// listed returns the players of one page of a listing, and their ratings. The listing has
// total players; the database skips those before the page or those after it, whoever are fewer.
func (c *choice) listed(of rows.Listing, total int) ([]uint32, []rating.Rating, error) {
	if of.Offset >= total {
		return nil, nil, nil
	}
	limit := min(of.Limit, total-of.Offset)
	if after := total - of.Offset - limit; limit > 0 && after < of.Offset {
		of.Backward, of.Offset, of.Limit = !of.Backward, after, limit
		players, ratings, err := c.lister.Listed(&of)
		slices.Reverse(players)
		slices.Reverse(ratings)
		return players, ratings, err
	}
	return c.lister.Listed(&of)
}

// between returns the players of a page by rating: the counts say between which ratings it
// is.
func (c *choice) between() ([]uint32, []rating.Rating, error) {
	total, err := c.total()
	if err != nil || c.of.Offset >= total {
		return nil, nil, err
	}
	first, above, err := c.lister.RatingAt(c.of.Publication, c.of.Kind, c.of.Offset)
	if err != nil {
		return nil, nil, err
	}
	last, _, err := c.lister.RatingAt(c.of.Publication, c.of.Kind, min(c.of.Offset+c.of.Limit, total)-1)
	if err != nil {
		return nil, nil, err
	}
	of := *c.of
	of.HighestAt, of.LastAt, of.Offset = first, last, c.of.Offset-above
	return c.lister.Listed(&of)
}

// byChange returns the players of a page by change: those who rose, those who did not
// move, and those who fell.
func (c *choice) byChange() (all []uint32, err error) {
	t, err := c.whole()
	if err != nil {
		return nil, err
	}
	parts := []struct {
		by      rows.By
		players int
	}{{rows.Risen, int(t.Rose)}, {rows.Unmoved, int(t.Rated - t.Rose - t.Fell)}, {rows.Fallen, int(t.Fell)}}
	if c.s.Backward {
		slices.Reverse(parts)
	}
	from, to := c.of.Offset, int(t.Rated)
	if c.of.Limit > 0 {
		to = min(to, from+c.of.Limit)
	}
	for _, part := range parts {
		if first, last := max(from, 0), min(to, part.players); first < last {
			of := *c.of
			of.By, of.Offset, of.Limit = part.by, first, last-first
			some, _, err := c.listed(of, part.players)
			if err != nil {
				return nil, err
			}
			all = append(all, some...)
		}
		from, to = from-part.players, to-part.players
	}
	return all, nil
}

// places returns the places of players by their ratings, the highest first. Players with
// the same rating have the same place.
func (c *choice) places(ratings []rating.Rating) (places []int, err error) {
	if len(ratings) == 0 {
		return nil, nil
	}
	places = make([]int, len(ratings))
	if places[0], err = c.placeOf(ratings[0]); err != nil {
		return nil, err
	}
	for i := range ratings[1:] {
		if places[i+1] = c.of.Offset + i + 2; ratings[i+1] == ratings[i] {
			places[i+1] = places[i]
		}
	}
	return places, nil
}

// placeOf returns the place of a rating among the selected players.
func (c *choice) placeOf(is rating.Rating) (int, error) {
	if c.of.Offset == 0 {
		return 1, nil
	}
	if c.s.plain() {
		below, equal, total, err := c.lister.Compare(c.of.Publication, c.of.Kind, is)
		return total - below - equal + 1, err
	}
	place := 1
	err := c.count()
	for other, players := range c.counts {
		if other > is {
			place += players
		}
	}
	return place, err
}
