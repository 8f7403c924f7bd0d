package ranking

import (
	"cmp"
	"fmt"
	"sort"
	"strings"
	"sync"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
)

// Distribution is how many players of a selection have which rating.
type Distribution struct {
	Publication *rows.Publication
	Kind        rating.Kind
	Bands       []Band          // of 100 ratings each, without gaps, the lowest first
	ratings     []rating.Rating // the highest first
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
	d := &Distribution{Publication: b.Publication}
	var err error
	if d.ratings, err = b.ratingsIn(r, &s); err != nil {
		return nil, err
	}
	d.Kind = s.Kind
	if len(d.ratings) == 0 {
		return d, nil
	}
	d.Bands = hundreds(d.ratings[len(d.ratings)-1], d.ratings[0], d.Below)
	return d, nil
}

// Bands returns the distribution of all ratings of a kind, in bands of 100 points. Nothing but the
// counts of the stored order is read.
func (b *Board) Bands(r bureau.Reader, kind rating.Kind) ([]Band, error) {
	stored, err := b.bands(r, kind)
	if err != nil || len(stored) == 0 {
		return nil, err
	}
	below := func(r rating.Rating) (n int) {
		for _, band := range stored {
			if band.First < int(r) {
				n += band.Players
			}
		}
		return n
	}
	return hundreds(rating.Rating(stored[len(stored)-1].First), rating.Rating(stored[0].First), below), nil
}

// hundreds returns the bands from that of the lowest to that of the highest rating, given how many
// players are below the first rating of each.
func hundreds(lowest, highest rating.Rating, below func(rating.Rating) int) []Band {
	var all []Band
	for from := lowest - lowest%bandWidth; from <= highest; from += bandWidth {
		all = append(all, Band{from, from + bandWidth - 1, below(from+bandWidth) - below(from), below(from)})
	}
	return all
}

// ratingsIn returns the ratings of a selection, the highest first.
func (b *Board) ratingsIn(r bureau.Reader, s *Selection) (all []rating.Rating, err error) {
	if err := b.ofKind(s); err != nil {
		return nil, err
	}
	if s.plain() {
		bands, err := b.bands(r, s.Kind)
		for _, band := range bands {
			places, err := ordered(r, band)
			if err != nil {
				return nil, err
			}
			for _, p := range places {
				all = append(all, p.Rating)
			}
		}
		return all, err
	}
	chosen, err := b.choose(r, s)
	if err != nil {
		return nil, err
	}
	for _, player := range chosen.part(0, chosen.chosen.count()) {
		all = append(all, chosen.ratings.of(player))
	}
	return all, nil
}

// Total returns the number of players.
func (d *Distribution) Total() int { return len(d.ratings) }

// Below returns how many players have a lower rating.
func (d *Distribution) Below(r rating.Rating) int {
	return len(d.ratings) - sort.Search(len(d.ratings), func(i int) bool { return d.ratings[i] < r })
}

// Percent returns the share of players with a lower rating, in per cent, rounded down to
// a tenth; empty if there are no players.
func (d *Distribution) Percent(r rating.Rating) string {
	if len(d.ratings) == 0 {
		return ""
	}
	return percentOf(d.Below(r), len(d.ratings))
}

// Shares is which share of the players of a published list has a lower rating. Any number of
// pages can read it at the same time.
type Shares struct {
	bands []*rows.RatingBand // of all kinds

	mu     sync.Mutex                                    // guards what follows
	within map[*rows.RatingBand]*[rows.BandWidth + 1]int // players below each rating of a band, of the band
}

// SharesOf returns the shares of a published list.
func SharesOf(r bureau.Reader, seq int) (*Shares, error) {
	p, err := rows.Publications.One(r, int64(seq))
	if err != nil || p == nil {
		return nil, cmp.Or(err, view.NoRows())
	}
	s := &Shares{within: map[*rows.RatingBand]*[rows.BandWidth + 1]int{}}
	s.bands, err = rows.Bands.Select(r, bureau.Range{Is: []any{int64(seq)}})
	return s, err
}

// Percent returns the share of players with a rating below one in the list, as
// Distribution.Percent does, and the number of players. It reads the band of the rating
// when it is first asked for.
func (s *Shares) Percent(r bureau.Reader, kind rating.Kind, now rating.Rating) (percent string, total int, err error) {
	below, of := 0, kind.String()
	for _, b := range s.bands {
		if b.Kind != of {
			continue
		}
		total += b.Players
		switch above := int(now) - b.First; {
		case above >= rows.BandWidth:
			below += b.Players
		case above > 0:
			within, err := s.band(r, b)
			if err != nil {
				return "", 0, err
			}
			below += within[above]
		}
	}
	if total > 0 {
		percent = percentOf(below, total)
	}
	return percent, total, nil
}

// band returns how many players of a band are below each of its ratings.
func (s *Shares) band(r bureau.Reader, b *rows.RatingBand) (*[rows.BandWidth + 1]int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.within[b]; known != nil {
		return known, nil
	}
	places, err := b.Places(r)
	if err != nil {
		return nil, err
	}
	within := &[rows.BandWidth + 1]int{}
	for _, p := range places {
		within[int(p.Rating)-b.First+1]++
	}
	for i := range rows.BandWidth {
		within[i+1] += within[i]
	}
	s.within[b] = within
	return within, nil
}

// percentOf returns a share in per cent, rounded down to a tenth.
func percentOf(part, of int) string {
	tenths := 1000 * part / of
	return strings.TrimSuffix(fmt.Sprintf("%d.%d", tenths/10, tenths%10), ".0")
}

// Movers are the players of a selection whose ratings changed the most.
type Movers struct {
	Publication   *rows.Publication
	Kind          rating.Kind
	Gains, Losses []PageLine // the greatest first
}

// Movers returns the greatest gains and losses of a selection, as many of each as its
// limit says; of equal ones, the first ID first.
func (b *Board) Movers(r bureau.Reader, s Selection) (*Movers, error) {
	if err := b.ofKind(&s); err != nil {
		return nil, err
	}
	moved, err := b.sinceBefore(r, s.Kind)
	if err != nil {
		return nil, err
	}
	chosen, err := b.among(r, &s)
	if err != nil {
		return nil, err
	}
	var gains, losses []mover
	for _, m := range moved {
		switch by := m.Change(); {
		case by == 0 || !chosen(m.Player):
		case by > 0:
			gains = append(gains, mover{m.Player, by})
		default:
			losses = append(losses, mover{m.Player, -by})
		}
	}
	rose, err := b.greatest(r, gains, s.Limit)
	if err != nil {
		return nil, err
	}
	fell, err := b.greatest(r, losses, s.Limit)
	if err != nil {
		return nil, err
	}
	lines, err := b.groups(r, rose, fell)
	if err != nil {
		return nil, err
	}
	return &Movers{Publication: b.Publication, Kind: s.Kind, Gains: lines[0], Losses: lines[1]}, nil
}

// among returns whether a player is among those of a selection.
func (b *Board) among(r bureau.Reader, s *Selection) (func(player uint32) bool, error) {
	if s.ofAll(Selection{}) {
		return func(uint32) bool { return true }, nil
	}
	all, err := b.choose(r, s)
	if err != nil {
		return nil, err
	}
	return all.chosen.has, nil
}
