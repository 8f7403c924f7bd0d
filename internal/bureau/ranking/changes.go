package ranking

import (
	"math"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
)

// Changes is how the ratings of a kind in a published list differ from those in the list
// published before.
type Changes struct {
	Board               *Board
	Kind                rating.Kind
	Previous            *rows.Publication // nil: it is the first list
	Rose, Fell, Same    int               // players who have a rating in both
	Created, Dropped    []PageLine        // by ID
	Unplayed            []Unplayed        // ratings that changed although no game of the period counted, by ID
	NewCount, GoneCount int               // all created and dropped ratings, of which a few may be shown
	UnplayedCount       int
}

// Unplayed is a rating that changed without a game, and why.
type Unplayed struct {
	PageLine
	Corrections []string // numbers
	Converted   bool     // with all others, by a transition of the regulation
}

// Changes compares the list with the one published before, and returns up to limit lines of
// each sort; zero: all.
func (b *Board) Changes(r bureau.Reader, kind rating.Kind, limit int) (*Changes, error) {
	c := &Changes{Board: b, Kind: kind}
	if b.base == nil {
		return c, nil
	}
	var err error
	if c.Previous, err = b.previous(r); err != nil {
		return nil, err
	}
	moved, err := b.sinceBefore(r, kind)
	if err != nil {
		return nil, err
	}
	var created, dropped, unplayed []mover // all by ID
	for _, m := range moved {
		who := mover{player: m.Player}
		switch {
		case !m.Before.Rated() && !m.After.Rated():
		case !m.Before.Rated():
			created = append(created, who)
		case !m.After.Rated():
			dropped = append(dropped, who)
		case m.After > m.Before:
			c.Rose++
		case m.After < m.Before:
			c.Fell++
		}
		if m.After.Rated() && m.Before.Rated() && m.After != m.Before && !m.Played {
			unplayed = append(unplayed, who)
		}
	}
	bands, err := b.bands(r, kind)
	if err != nil {
		return nil, err
	}
	for _, band := range bands {
		c.Same += band.Players
	}
	c.Same -= c.Rose + c.Fell + len(created)
	if limit == 0 {
		limit = math.MaxInt
	}
	c.NewCount, c.GoneCount, c.UnplayedCount = len(created), len(dropped), len(unplayed)
	var shown [3][]mover
	for i, all := range [][]mover{created, dropped, unplayed} {
		if shown[i], err = b.greatest(r, all, limit); err != nil {
			return nil, err
		}
	}
	lines, err := b.groups(r, shown[:]...)
	if err != nil {
		return nil, err
	}
	c.Created, c.Dropped = lines[0], lines[1]
	c.Unplayed, err = b.unplayed(r, kind, lines[2])
	return c, err
}

// previous returns the publication of the list before, nil if that was never published.
func (b *Board) previous(r bureau.Reader) (*rows.Publication, error) {
	out, err := view.OutBefore(r, b.Publication.Seq, b.base.ID)
	if err != nil {
		return nil, err
	}
	all, err := rows.Publications.Select(r, bureau.Range{})
	if err != nil {
		return nil, err
	}
	n := slices.IndexFunc(all, func(p *rows.Publication) bool { return p.Run == out })
	if n < 0 {
		return nil, nil
	}
	return all[n], nil
}

// unplayed returns lines that changed without a game, with the reasons.
func (b *Board) unplayed(r bureau.Reader, kind rating.Kind, shown []PageLine) ([]Unplayed, error) {
	if len(shown) == 0 {
		return nil, nil
	}
	run, err := lists.FindRun(r, b.Publication.Run)
	if err != nil {
		return nil, err
	}
	base, err := lists.FindHead(r, run.Base)
	if err != nil {
		return nil, err
	}
	converts, err := run.Converts(base.List)
	if err != nil {
		return nil, err
	}
	all := make([]Unplayed, len(shown))
	for i := range shown {
		all[i] = Unplayed{PageLine: shown[i], Converted: converts}
		number := shown[i].Player.Number
		rows, err := view.CorrectionsBefore(r, b.Publication.Seq, base, number, kind)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			all[i].Corrections = append(all[i].Corrections, row.Cause)
		}
		for _, o := range run.Overrides {
			if o.Player == number && o.Kind == kind {
				all[i].Corrections = append(all[i].Corrections, o.Correction)
			}
		}
	}
	return all, nil
}
