package ranking

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// plain reports whether a selection is of all players, the highest rating first: the order
// that is stored with each list.
func (s *Selection) plain() bool { return s.Sort == ByRating && s.ofAll(Selection{}) }

// ofAll reports whether a selection is of all players but for some filters.
func (s *Selection) ofAll(but Selection) bool {
	but.Kind, but.Sort, but.Rated, but.Officer, but.Offset, but.Limit = s.Kind, s.Sort, s.Rated, s.Officer, s.Offset, s.Limit
	return *s == but
}

// MostKnown is how many lines a page of the stored order has at most, and one that knows since when
// ratings hold.
const MostKnown = 1000

// ranked returns a page of the stored order. It reads no more of the list than the bands of
// ratings in which the page is.
func (b *Board) ranked(r bureau.Reader, s Selection) (*Page, error) {
	page := &Page{Board: b, Kind: s.Kind, r: r}
	bands, err := b.bands(r, s.Kind)
	if err != nil {
		return nil, err
	}
	for _, band := range bands {
		page.Total += band.Players
	}
	from := max(0, s.Offset)
	to := min(from+s.Limit, page.Total)
	if from >= to {
		return page, nil
	}
	first := 0
	for len(bands) > 0 && first+bands[0].Players <= from {
		first, bands = first+bands[0].Players, bands[1:]
	}
	var places []rows.Place
	for first+len(places) < to {
		some, err := ordered(r, bands[0])
		if err != nil {
			return nil, err
		}
		places, bands = append(places, some...), bands[1:]
	}
	page.Lines, err = b.linesAt(r, places, first, from, to)
	return page, err
}

// linesAt returns the lines at some places of a list. places are from first on, and have all
// players with the ratings of these lines.
func (b *Board) linesAt(r bureau.Reader, places []rows.Place, first, from, to int) ([]PageLine, error) {
	start := slices.IndexFunc(places, func(p rows.Place) bool { return p.Rating == places[from-first].Rating })
	end := to - first
	for end < len(places) && places[end].Rating == places[to-first-1].Rating {
		end++
	}
	same := places[start:end]
	all := make([]uint32, len(same))
	for i, p := range same {
		all[i] = p.Player
	}
	byID, err := b.byID(r, all)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(same, func(x, y rows.Place) int {
		return cmp.Or(cmp.Compare(y.Rating, x.Rating), byID(x.Player, y.Player))
	})
	shown := places[from-first : to-first]
	players := make([]uint32, len(shown))
	for i, p := range shown {
		players[i] = p.Player
	}
	lines, err := b.linesOf(r, players)
	if err != nil {
		return nil, err
	}
	page, err := b.named(r, lines)
	for i := range page {
		place := first + start + slices.IndexFunc(same, func(p rows.Place) bool { return p.Rating == shown[i].Rating })
		page[i].Place = place + 1
	}
	return page, err
}

// bands returns the bands of ratings of a kind, the highest first.
func (b *Board) bands(r bureau.Reader, kind rating.Kind) ([]*rows.RatingBand, error) {
	return rows.Bands.Select(r, bureau.Range{Is: []any{int64(b.Publication.Seq), kind.String()}, Backward: true})
}

// ordered returns the places of a band in their order.
func ordered(r bureau.Reader, band *rows.RatingBand) ([]rows.Place, error) {
	places, err := band.Places(r)
	if err == nil && len(places) != band.Players {
		err = fmt.Errorf("list %d has %d players from %d on in %s, but %d are counted", band.Publication, len(places), band.First, band.Kind, band.Players)
	}
	slices.SortFunc(places, func(a, b rows.Place) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), cmp.Compare(a.Player, b.Player))
	})
	return places, err
}

// linesOf returns the lines of some players. If there are many, the lists are read as a whole.
func (b *Board) linesOf(r bureau.Reader, players []uint32) ([]boardLine, error) {
	if len(players) == 0 {
		return nil, nil
	}
	few := len(players) <= MostKnown
	within := bureau.Range{Order: 1, Is: []any{int64(b.Publication.Seq)}}
	if few {
		within = bureau.Range{Any: make([]any, len(players)), Held: rows.StatesHeld(b.oldest(), b.Publication.Seq)}
		for i, n := range players {
			within.Any[i] = int64(n)
		}
	}
	states, err := rows.States.Select(r, within)
	if err != nil {
		return nil, err
	}
	all := make([]boardLine, len(players))
	for i, n := range players {
		all[i].number = n
	}
	if err := b.takeStates(states, all); err != nil {
		return nil, err
	}
	for from, head := range b.sources() {
		if head == nil {
			continue
		}
		if few {
			err = b.takeFew(r, source(from), head, states, all)
		} else {
			err = takeMany(r, source(from), head, all)
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// oldest returns the first publication of which lines are made.
func (b *Board) oldest() int {
	first := b.Publication.Seq
	for _, head := range b.sources() {
		if head == nil {
			continue
		}
		if seq, published := b.seqs[head.ID]; published {
			first = min(first, seq)
		}
	}
	return first
}

// takeFew has lines take what a list says, given the states of their players.
func (b *Board) takeFew(r bureau.Reader, from source, head *lists.Head, states []*rows.State, all []boardLine) error {
	players := make([]uint32, len(all))
	for i := range all {
		players[i] = all[i].number
	}
	standings, err := b.standings(r, head, players, states)
	for i := range standings {
		all[i].take(from, &standings[i])
	}
	return err
}

// takeMany has lines take what a list says, which is read.
func takeMany(r bureau.Reader, from source, head *lists.Head, all []boardLine) error {
	list, err := lists.ListOf(r, head.ID)
	if err != nil {
		return err
	}
	for i := range all {
		standing := list.Standing(all[i].number)
		all[i].take(from, &standing)
	}
	return nil
}

// standings returns the ratings and games of some players in a list, given the states of these
// players: a list that was published is in them.
func (b *Board) standings(r bureau.Reader, head *lists.Head, players []uint32, states []*rows.State) ([]roster.Standing, error) {
	all := make([]roster.Standing, len(players))
	seq, published := b.seqs[head.ID]
	if !published {
		return head.Standings(r).Of(players...)
	}
	index := make(map[uint32]int, len(players))
	for i, n := range players {
		index[n] = i
	}
	for _, s := range states {
		if s.Since > seq || s.Until != 0 && s.Until <= seq {
			continue
		}
		kind, err := rating.ParseKind(s.Kind)
		if err != nil {
			return nil, err
		}
		all[index[s.Player]][kind-1] = roster.State{Rating: rating.Rating(s.Rating), Games: int32(s.Games)}
	}
	return all, nil
}
