package ranking

import (
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
	Created, Dropped    []rows.Line       // by ID
	Unplayed            []Unplayed        // ratings that changed although no game of the period counted, by ID
	NewCount, GoneCount int               // all created and dropped ratings, of which a few may be shown
	UnplayedCount       int
}

// Unplayed is a rating that changed without a game, and why.
type Unplayed struct {
	rows.Line
	Corrections []string // numbers
	Converted   bool     // with all others, by a transition of the regulation
}

// Changes compares the list with the one published before, and returns up to limit lines of
// each sort; zero: all.
func (b *Board) Changes(r bureau.Reader, kind rating.Kind, limit int) (*Changes, error) {
	c := &Changes{Board: b, Kind: kind, Previous: b.before}
	if b.before == nil {
		return c, nil
	}
	lister, err := rows.ListerOf(r)
	if err != nil {
		return nil, err
	}
	t, err := b.totals(r, kind)
	if err != nil {
		return nil, err
	}
	c.Rose, c.Fell, c.Same = int(t.Rose), int(t.Fell), int(t.Rated-t.Rose-t.Fell-t.Created)
	part := func(by rows.By) (lines []rows.Line, count int, err error) {
		of, err := b.listing(r, kind)
		if err != nil {
			return nil, 0, err
		}
		of.By = by
		players, _, err := lister.Listed(of)
		if err != nil {
			return nil, 0, err
		}
		count = len(players)
		if limit > 0 {
			players = players[:min(limit, count)]
		}
		lines, err = b.lines(r, b.run.Standings(r), players)
		return lines, count, err
	}
	if c.Created, c.NewCount, err = part(rows.Created); err != nil {
		return nil, err
	}
	if c.Dropped, c.GoneCount, err = part(rows.Dropped); err != nil {
		return nil, err
	}
	unplayed, count, err := part(rows.Unplayed)
	if c.UnplayedCount = count; err != nil {
		return nil, err
	}
	c.Unplayed, err = b.unplayed(r, kind, unplayed)
	return c, err
}

// unplayed returns lines that changed without a game, with the reasons.
func (b *Board) unplayed(r bureau.Reader, kind rating.Kind, shown []rows.Line) ([]Unplayed, error) {
	if len(shown) == 0 {
		return nil, nil
	}
	run, err := lists.FindRun(r, b.Publication.Run)
	if err != nil {
		return nil, err
	}
	base, err := lists.FindRun(r, run.Base)
	if err != nil {
		return nil, err
	}
	converts, err := run.Converts(base.List)
	if err != nil {
		return nil, err
	}
	all := make([]Unplayed, len(shown))
	for i := range shown {
		all[i] = Unplayed{Line: shown[i], Converted: converts}
		number := shown[i].Number
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
