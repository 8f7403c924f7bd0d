package ranking

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// plain reports whether a selection is of all players, the highest rating first: the order
// that is stored with each list.
func (s *Selection) plain() bool {
	return *s == Selection{Kind: s.Kind, Sort: ByRating, Officer: s.Officer, Offset: s.Offset, Limit: s.Limit}
}

// ranked returns a page of the stored order. It reads no more of the list than that, and the
// players who have the ratings of its first and last line.
func (b *Board) ranked(r bureau.Reader, s Selection) (*Page, error) {
	page := &Page{Board: b, Kind: s.Kind}
	var err error
	if page.Total, err = b.total(r, s.Kind); err != nil {
		return nil, err
	}
	from := max(0, s.Offset)
	to := min(from+s.Limit, page.Total)
	if from >= to {
		return page, nil
	}
	first := from / rows.RankingSize * rows.RankingSize
	places, err := b.places(r, s.Kind, first, to)
	for err == nil && first > 0 && places[0].Rating == places[from-first].Rating {
		var before []rows.Place
		first -= rows.RankingSize
		before, err = b.places(r, s.Kind, first, first+1)
		places = append(before, places...)
	}
	for err == nil && first+len(places) < page.Total && places[len(places)-1].Rating == places[to-first-1].Rating {
		var after []rows.Place
		next := first + len(places)
		after, err = b.places(r, s.Kind, next, next+1)
		places = append(places, after...)
	}
	if err != nil {
		return nil, err
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
	numbers := make([]any, len(same))
	for i, p := range same {
		numbers[i] = int64(p.Player)
	}
	who, err := view.PlayersOf(r, numbers)
	if err != nil {
		return nil, err
	}
	id := func(p rows.Place) string {
		if player, _ := who(p.Player); player != nil {
			return player.ID
		}
		return ""
	}
	slices.SortFunc(same, func(a, b rows.Place) int {
		return cmp.Or(cmp.Compare(b.Rating, a.Rating), strings.Compare(id(a), id(b)))
	})
	shown := places[from-first : to-first]
	lines, err := b.linesOf(r, shown)
	if err != nil {
		return nil, err
	}
	all, err := b.pageLines(lines, who)
	for i := range all {
		place := first + start + slices.IndexFunc(same, func(p rows.Place) bool { return p.Rating == shown[i].Rating })
		all[i].Place = place + 1
	}
	return all, err
}

// total returns how many players have a rating of a kind.
func (b *Board) total(r bureau.Reader, kind rating.Kind) (int, error) {
	last, err := rows.Rankings.Select(r, bureau.Range{Is: []any{int64(b.Publication.Seq), kind.String()}, Backward: true, Limit: 1})
	if err != nil || len(last) == 0 {
		return 0, err
	}
	places, err := last[0].Places()
	return last[0].First + len(places), err
}

// places returns the rankings that begin at some places, to exclusive.
func (b *Board) places(r bureau.Reader, kind rating.Kind, from, to int) (all []rows.Place, err error) {
	found, err := rows.Rankings.Select(r, bureau.Range{Is: []any{int64(b.Publication.Seq), kind.String()}, From: int64(from), To: int64(to)})
	for _, ranking := range found {
		places, err := ranking.Places()
		if err != nil {
			return nil, err
		}
		all = append(all, places...)
	}
	return all, err
}

// linesOf returns the lines of some players.
func (b *Board) linesOf(r bureau.Reader, places []rows.Place) ([]*boardLine, error) {
	players, numbers := make([]uint32, len(places)), make([]any, len(places))
	for i, p := range places {
		players[i], numbers[i] = p.Player, int64(p.Player)
	}
	ks, err := b.ks(r, bureau.Range{Any: numbers})
	if err != nil {
		return nil, err
	}
	var of [4][]roster.Standing
	for i, head := range []*lists.Head{b.now, b.before, b.base, b.longAgo} {
		of[i] = make([]roster.Standing, len(players))
		if head != nil {
			if of[i], err = head.Standings(r).Of(players...); err != nil {
				return nil, err
			}
		}
	}
	all := make([]*boardLine, len(players))
	for i, n := range players {
		line := lineOf(n, of[0][i], of[1][i], of[2][i], of[3][i], ks[n])
		all[i] = &line
	}
	return all, nil
}
