package ranking

import (
	"slices"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/bureau/view"
	"github.com/arpadchess/arpad/civil"
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
	err := b.Load(r)
	if err != nil {
		return nil, err
	}
	if c.Previous, err = b.previous(r); err != nil {
		return nil, err
	}
	k := kind - 1
	var created, dropped, unplayed []*boardLine
	for _, all := range [][]boardLine{b.lines, b.gone} {
		for i := range all {
			line := &all[i]
			now, before := line.rating[k], line.before[k]
			switch {
			case now.Rated() && !before.Rated():
				created = append(created, line)
			case before.Rated() && !now.Rated():
				dropped = append(dropped, line)
			case now > before:
				c.Rose++
			case now < before:
				c.Fell++
			case now.Rated():
				c.Same++
			}
			if now.Rated() && before.Rated() && now != before && line.played[k] == 0 {
				unplayed = append(unplayed, line)
			}
		}
	}
	c.NewCount, c.GoneCount, c.UnplayedCount = len(created), len(dropped), len(unplayed)
	if c.Created, err = b.named(r, first(created, limit)); err != nil {
		return nil, err
	}
	if c.Dropped, err = b.named(r, first(dropped, limit)); err != nil {
		return nil, err
	}
	c.Unplayed, err = b.unplayed(r, kind, first(unplayed, limit))
	return c, err
}

// first returns the first elements, all if the limit is zero.
func first[T any](all []T, limit int) []T {
	if limit == 0 {
		return all
	}
	return all[:min(limit, len(all))]
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
func (b *Board) unplayed(r bureau.Reader, kind rating.Kind, chosen []*boardLine) ([]Unplayed, error) {
	if len(chosen) == 0 {
		return nil, nil
	}
	shown, err := b.named(r, chosen)
	if err != nil {
		return nil, err
	}
	run, err := lists.FindRun(r, b.Publication.Run)
	if err != nil {
		return nil, err
	}
	base, err := lists.FindHead(r, run.Base)
	if err != nil {
		return nil, err
	}
	converts, err := converts(run, base.List)
	if err != nil {
		return nil, err
	}
	all := make([]Unplayed, len(shown))
	for i := range shown {
		all[i] = Unplayed{PageLine: shown[i], Converted: converts}
		number := chosen[i].number
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

// converts reports whether a transition of the regulation lies between two lists.
func converts(run *lists.Run, base civil.Date) (bool, error) {
	rules, err := run.Rules()
	if err != nil {
		return false, err
	}
	for _, t := range rules.Transitions() {
		if t.On > base && t.On <= run.List {
			return true, nil
		}
	}
	return false, nil
}
