// Package ranking returns published lists as people look at them: sorted and filtered, page by
// page, how ratings are distributed, who moved, and what differs from the list before. Each
// answer is a few statements over the rows of lists, which rows.Lister writes in SQL.
package ranking

import (
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// Board is a published list, ready to be sorted and filtered. It holds nothing of the
// list.
type Board struct {
	Publication *rows.Publication
	About       regulation.About // the edition of the list

	before      *rows.Publication // the list published before; nil: none
	yearAgo     *rows.Publication // the list with which gain and activity are compared; nil: none
	playedAfter int               // who is active has played in a list with a higher seq
	year        int               // in which the list is in force
	run         *lists.Run        // that made the list
	nextK       func(*roster.Player, *roster.Standing, rating.Kind) rating.K
}

// NewBoard returns a published list. Revision zero means the newest revision, an
// empty label the newest list.
func NewBoard(r bureau.Reader, label string, revision int) (*Board, error) {
	published, err := lists.FindList(r, label, revision)
	if err != nil {
		return nil, err
	}
	run, err := lists.FindRun(r, published.Run)
	if err != nil {
		return nil, err
	}
	all, err := rows.Publications.Select(r, bureau.Range{})
	if err != nil {
		return nil, err
	}
	bySeq := func(seq int) *rows.Publication {
		if i := slices.IndexFunc(all, func(p *rows.Publication) bool { return p.Seq == seq }); i >= 0 {
			return all[i]
		}
		return nil
	}
	b := &Board{Publication: bySeq(published.Seq)}
	if b.Publication == nil {
		return nil, view.NoRows()
	}
	if b.year = published.At.Year(); run.List != 0 {
		b.year, _, _ = run.List.Split()
	}
	if b.About, err = lists.AboutEdition(r, b.Publication.Edition); err != nil {
		return nil, err
	}
	b.run = run
	if b.nextK, err = lists.NextK(r, run); err != nil {
		return nil, err
	}
	before, err := lists.PublishedBefore(r, published.Seq, run.Base)
	if err != nil {
		return nil, err
	}
	if before != nil {
		b.before = bySeq(before.Seq)
	}
	return b, b.lookBack(r, all)
}

// lookBack finds the list that is rows.ActiveLists before, or the first one if there are fewer.
func (b *Board) lookBack(r bureau.Reader, published []*rows.Publication) error {
	all, err := rows.Lists.Select(r, bureau.Range{Order: 1})
	if err != nil {
		return err
	}
	at := slices.IndexFunc(all, func(l *rows.List) bool { return l.Label == b.Publication.Label })
	if at < 0 {
		return view.NoRows()
	}
	label := all[max(0, at-rows.ActiveLists)].Label
	for _, p := range published {
		if p.Label != label || p.Seq > b.Publication.Seq {
			continue
		}
		if b.yearAgo = p; p.Revision == 1 {
			b.playedAfter = p.Seq
		}
	}
	return nil
}

// kindOf returns the kind of a selection, refusing one that cannot be made.
func (b *Board) kindOf(s *Selection) error {
	if s.Kind == 0 {
		s.Kind = b.About.Lists[0]
	}
	return b.check(s)
}
