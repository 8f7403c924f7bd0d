package projection

import (
	"slices"

	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// rankings writes the order of a published list by the ratings of each kind.
func (p *projecting) rankings(published *lists.Publication, list *roster.List) error {
	made := batchOf(p, rows.Rankings)
	for _, kind := range rating.AllKinds {
		first := 0
		for some := range slices.Chunk(ranked(list, kind), rows.RankingSize) {
			row := rows.Ranking{Publication: published.Seq, Kind: kind.String(), First: first}
			row.Pack(some)
			if err := made.add(row); err != nil {
				return err
			}
			first += len(some)
		}
	}
	return made.write()
}

// ranked returns the rated players of a list in the order of their ratings. They are sorted
// by counting.
func ranked(list *roster.List, kind rating.Kind) []rows.Place {
	var next [rating.Max + 2]int // where the next player with a rating goes; before that, how many there are
	all := 0
	for n := range list.Standings {
		if now := list.Standings[n].Of(kind).Rating; now.Rated() {
			next[now]++
			all++
		}
	}
	above := 0
	for now := rating.Max; now > 0; now-- {
		next[now], above = above, above+next[now]
	}
	places := make([]rows.Place, all)
	for n := range list.Standings {
		if now := list.Standings[n].Of(kind).Rating; now.Rated() {
			places[next[now]] = rows.Place{Player: uint32(n), Rating: now}
			next[now]++
		}
	}
	return places
}
