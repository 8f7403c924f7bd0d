package adoption

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/season"
)

// mostWays is how many ways are found, each on top of those before it.
const mostWays = 3

// fewest is how many numbers a way must explain, and breaks how many of these it may
// cost one number that agrees.
const (
	fewest = 3
	breaks = 4
)

// ways finds what the old bureau did in another way for everybody, as long as that
// explains much, and returns the season rated in these ways.
func (c *comparison) ways(spans []*span) ([]*span, error) {
	for len(c.result.Ways) < mostWays && len(c.open) >= fewest {
		best, in, err := c.bestWay(spans)
		if err != nil {
			return nil, err
		}
		if best == nil {
			break
		}
		for _, at := range best.at {
			d := c.open[at]
			d.Because = append(d.Because, best.Cause)
			delete(c.open, at)
		}
		c.result.Ways = append(c.result.Ways, best.Way)
		if in == nil { // not a way to rate
			continue
		}
		c.in = *in
		if spans, _, err = c.spans(c.in); err != nil {
			return nil, err
		}
	}
	return spans, nil
}

// tried is a way with the numbers that it explains.
type tried struct {
	Way
	at []key
}

// good reports whether a way may be what the old bureau did.
func (t *tried) good() bool { return t.Explains >= fewest && breaks*t.Breaks <= t.Explains }

// better reports whether a way explains more than another.
func (t *tried) better(other *tried) bool {
	return other == nil || t.Explains-t.Breaks > other.Explains-other.Breaks
}

// bestWay returns the way that explains most, nil if none explains much, and the season in
// this way, nil if it is a way to write a number.
func (c *comparison) bestWay(spans []*span) (*tried, *season.Input, error) {
	var best *tried
	var in *season.Input
	for _, t := range c.written(spans) {
		if t.good() && t.better(best) {
			best = t
		}
	}
	for _, change := range season.Changes(&c.in) {
		if change.What == season.NoReport { // reports are tried one by one, in their period
			continue
		}
		changed, ok, err := change.Apply(c.in)
		if err != nil {
			return nil, nil, err
		}
		if !ok {
			continue
		}
		t := &tried{Way: Way{Cause: Cause{Change: change}, Reading: c.readingOf(change)}}
		if _, err := c.rate(changed, func(s *span) { c.compare(t, spans[s.list-1], s) }); err != nil {
			return nil, nil, err
		}
		if t.good() && t.better(best) {
			best, in = t, &changed
		}
	}
	return best, in, nil
}

// compare counts what a span rated in another way explains and breaks.
func (c *comparison) compare(t *tried, usual, changed *span) {
	before := len(t.at)
	for n := range changed.players {
		for _, kind := range rating.AllKinds {
			theirs, listed := c.book.rating(changed.list, uint32(n), kind)
			if !listed {
				continue
			}
			at := key{changed.list, changed.players[n].ID, kind}
			switch now := changed.rating(uint32(n), kind); {
			case c.open[at] != nil:
				if now == theirs {
					t.at = append(t.at, at)
				}
			case now != theirs && usual.rating(uint32(n), kind) == theirs:
				t.Breaks++
			}
		}
	}
	t.Explains = len(t.at)
	if t.Group == "" || t.Group == ByRule {
		t.Group = groupOf(usual, changed, t.at[before:])
	}
}

// written are ways to write a number that was calculated as we do: not at all, rounded
// otherwise, with another floor.
func (c *comparison) written(spans []*span) []*tried {
	byCause := map[Cause]*tried{}
	var order []*tried
	for _, s := range spans {
		for _, number := range s.numbers() {
			at := key{s.list, number.player.ID, number.kind}
			theirs, listed := c.book.rating(s.list, number.n, number.kind)
			if !listed {
				continue
			}
			for _, w := range number.written() {
				t := byCause[w.Cause]
				if t == nil {
					t = &tried{Way: Way{Cause: w.Cause}}
					byCause[w.Cause] = t
					order = append(order, t)
				}
				switch {
				case c.open[at] != nil && w.rating == theirs:
					t.at = append(t.at, at)
					t.Explains++
				case c.open[at] == nil && w.rating != theirs && number.ours == theirs:
					t.Breaks++
				}
			}
		}
	}
	return order
}

// readingOf returns the reading of an option.
func (c *comparison) readingOf(change season.Change) string {
	if change.What != season.OtherOption {
		return ""
	}
	for _, e := range c.in.Regulation.Editions {
		for _, o := range e.About().Options {
			if o.Name == change.Name {
				return o.Reading
			}
		}
	}
	return ""
}

// groupOf returns the group of a way, by the first step that it changes in the calculation
// of a number that it explains.
func groupOf(usual, changed *span, at []key) Group {
	if len(usual.periods) != len(changed.periods) {
		return ByRule
	}
	for _, k := range at {
		n, ok := usual.number(k.id)
		if !ok {
			continue
		}
		if g := differs(usual.steps(n, k.kind), changed.steps(n, k.kind)); g != "" {
			return g
		}
	}
	return ByRule
}

// likely orders the causes of a number that explain as much, the likeliest first.
func likely(a, b Cause) int {
	return cmp.Or(cmp.Compare(slices.Index(likelier, a.Group), slices.Index(likelier, b.Group)),
		cmp.Compare(a.What, b.What), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Value, b.Value), cmp.Compare(a.Game.Round, b.Game.Round))
}

var likelier = []Group{ByReport, ByFloor, ByK, ByTyping, ByRounding, ByGame}
