package ranking

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
)

// Distribution is how many players of a selection have which rating.
type Distribution struct {
	Publication *rows.Publication
	Kind        rating.Kind
	Bands       []Band // of 100 ratings each, without gaps, the lowest first
	players     map[rating.Rating]int
}

// Band is a hundred ratings.
type Band struct {
	From, To rating.Rating // both inclusive
	Players  int
	Below    int // players with a rating below the band
}

// bandWidth is how many ratings a band has.
const bandWidth = 100

// Distribution returns the distribution of the ratings of a selection.
func (b *Board) Distribution(r bureau.Reader, s Selection) (*Distribution, error) {
	s.Sort = ByRating
	c, err := b.choose(r, s)
	if err != nil {
		return nil, err
	}
	d := &Distribution{Publication: b.Publication, Kind: c.s.Kind}
	if c.none {
		return d, nil
	}
	if err := c.count(); err != nil || len(c.counts) == 0 {
		return d, err
	}
	d.players = c.counts
	all := slices.Sorted(maps.Keys(c.counts))
	lowest, highest := all[0], all[len(all)-1]
	first := lowest - lowest%bandWidth
	for from := first; from <= highest; from += bandWidth {
		d.Bands = append(d.Bands, Band{From: from, To: from + bandWidth - 1})
	}
	for is, players := range c.counts {
		d.Bands[(is-first)/bandWidth].Players += players
	}
	below := 0
	for i := range d.Bands {
		d.Bands[i].Below = below
		below += d.Bands[i].Players
	}
	return d, nil
}

// Total returns the number of players.
func (d *Distribution) Total() (n int) {
	for _, players := range d.players {
		n += players
	}
	return n
}

// Below returns how many players have a lower rating.
func (d *Distribution) Below(r rating.Rating) (n int) {
	for is, players := range d.players {
		if is < r {
			n += players
		}
	}
	return n
}

// Percent returns the share of players with a lower rating, in per cent, rounded down to
// a tenth; empty if there are no players.
func (d *Distribution) Percent(r rating.Rating) string { return percentOf(d.Below(r), d.Total()) }

// percentOf returns a share in per cent, rounded down to a tenth; empty if it is of nothing.
func percentOf(part, of int) string {
	if of == 0 {
		return ""
	}
	tenths := 1000 * part / of
	return strings.TrimSuffix(fmt.Sprintf("%d.%d", tenths/10, tenths%10), ".0")
}

// Movers are the players of a selection whose ratings changed the most.
type Movers struct {
	Publication   *rows.Publication
	Kind          rating.Kind
	Gains, Losses []rows.Line // the greatest first
}

// Place returns the place of a rating on the list.
func (b *Board) Place(r bureau.Reader, kind rating.Kind, is rating.Rating) (int, error) {
	lister, err := rows.ListerOf(r)
	if err != nil {
		return 0, err
	}
	below, equal, total, err := lister.Compare(b.Publication.Seq, kind, is)
	return total - below - equal + 1, err
}

// Movers returns the greatest gains and losses of a selection, as many of each as its
// limit says.
func (b *Board) Movers(r bureau.Reader, s Selection) (*Movers, error) {
	s.Sort, s.Backward = ByChange, false
	c, err := b.choose(r, s)
	if err != nil {
		return nil, err
	}
	m := &Movers{Publication: b.Publication, Kind: c.s.Kind}
	if c.none {
		return m, nil
	}
	for _, part := range []struct {
		by    rows.By
		lines *[]rows.Line
	}{{rows.Risen, &m.Gains}, {rows.Lost, &m.Losses}} {
		c.of.By = part.by
		players, _, err := c.lister.Listed(c.of)
		if err != nil {
			return nil, err
		}
		if *part.lines, err = b.lines(r, b.run.Standings(r), players); err != nil {
			return nil, err
		}
	}
	return m, nil
}
