package ranking

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Player is a player as of a list: of the newest one, as of today. Pages, calculators and programs show this.
type Player struct {
	*rows.Line
	List  *rows.Publication
	About regulation.About

	kinds [rating.Kinds]Ranked
}

// Ranked is a rating of a kind as of a list.
type Ranked struct {
	*rows.Figure
	Place, Below, Total int               // of the rating in the list, and how many players have a lower one, and any; zero: unrated
	Unchanged           *rows.Publication // the list since which rating and number of games are what they are; nil: unrated
	Highest             rating.Rating     // ever published up to the list
	HighestIn           *rows.Publication // the first list that had it; nil: none
}

// Of returns the rating of a kind.
func (p *Player) Of(kind rating.Kind) *Ranked { return &p.kinds[kind-1] }

// Percent returns the share of players with a lower rating, in per cent, rounded down to a tenth.
func (c *Ranked) Percent() string { return percentOf(c.Below, c.Total) }

// Top returns the share of players who do not have a lower rating, in per cent.
func (c *Ranked) Top() int { return max(1, (100*c.Place+c.Total-1)/max(1, c.Total)) }

// Player returns a player as of the list, by number.
func (b *Board) Player(r bureau.Reader, number uint32) (*Player, error) {
	lister, err := rows.ListerOf(r)
	if err != nil {
		return nil, err
	}
	lines, err := b.lines(r, b.run.Standings(r), []uint32{number})
	if err != nil {
		return nil, err
	}
	states, err := rows.StandingsOf(r, number)
	if err != nil {
		return nil, err
	}
	p := &Player{Line: &lines[0], List: b.Publication, About: b.About}
	for _, kind := range b.About.Lists {
		c := p.Of(kind)
		c.Figure = p.Line.Of(kind)
		highestIn := 0
		for _, s := range states[kind-1] {
			if is := rating.Rating(s.Rating); is > c.Highest && int(s.Since) <= b.Publication.Seq {
				c.Highest, highestIn = is, int(s.Since)
			}
		}
		if c.HighestIn, err = published(r, highestIn); err != nil || !c.Rating.Rated() {
			if err != nil {
				return nil, err
			}
			continue
		}
		if c.Unchanged, err = published(r, c.Since); err != nil {
			return nil, err
		}
		below, equal, total, err := lister.Compare(b.Publication.Seq, kind, c.Rating)
		if err != nil {
			return nil, err
		}
		c.Place, c.Below, c.Total = total-below-equal+1, below, total
	}
	return p, nil
}

// published returns a publication by its seq; nil for zero.
func published(r bureau.Reader, seq int) (*rows.Publication, error) {
	if seq == 0 {
		return nil, nil
	}
	p, err := rows.Publications.One(r, int64(seq))
	if err == nil && p == nil {
		err = view.NoRows()
	}
	return p, err
}
