package ranking

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
)

// Records are the records of a kind of rating in all published lists, each the highest first, with
// one of each player. Of a list that was corrected the last revision counts.
type Records struct {
	Ratings      []Record
	Rises        []Record // in one list, with games
	Performances []Record // in one event
}

// Record is a record of a player.
type Record struct {
	rows.Line
	Figure int
	List   *rows.Publication // of a rating or a rise: the first one
	Event  *rows.Report      // of a performance
}

// performanceGames is how many games a performance needs to be a record.
const performanceGames = 5

// Records returns the records of a kind, so many of each at most.
func (b *Board) Records(r bureau.Reader, kind rating.Kind, most int) (*Records, error) {
	lister, err := rows.ListerOf(r)
	if err != nil {
		return nil, err
	}
	published, err := rows.Publications.Select(r, bureau.Range{})
	if err != nil {
		return nil, err
	}
	last := map[string]int{}
	for _, p := range published {
		last[p.Label] = p.Seq
	}
	published = slices.DeleteFunc(published, func(p *rows.Publication) bool { return last[p.Label] != p.Seq })
	found := &Records{}
	if found.Ratings, err = highest(lister, published, kind, most); err != nil {
		return nil, err
	}
	if found.Rises, err = rises(r, lister, published, kind, most); err != nil {
		return nil, err
	}
	if found.Performances, err = performances(r, kind, most); err != nil {
		return nil, err
	}
	for _, some := range [][]Record{found.Ratings, found.Rises, found.Performances} {
		if err := b.name(lister, some); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// highest returns the players with the highest ratings.
func highest(lister rows.Lister, published []*rows.Publication, kind rating.Kind, most int) ([]Record, error) {
	var all []Record
	for _, held := range []bool{true, false} {
		seen := map[uint32]bool{}
		err := lister.Highest(kind, held, func(s *rows.ListPast) bool {
			// The first list that has it, unless it was replaced in each of them.
			n := slices.IndexFunc(published, func(p *rows.Publication) bool { return p.Seq >= int(s.Since) })
			if n >= 0 && (held || published[n].Seq < int(s.Until)) && !seen[s.Player] {
				seen[s.Player] = true
				all = append(all, Record{rows.Line{Number: s.Player}, int(s.Rating), published[n], nil})
			}
			return len(seen) < most
		})
		if err != nil {
			return nil, err
		}
	}
	return first(all, most), nil
}

// rises returns the players who rose the most in one list.
func rises(r bureau.Reader, lister rows.Lister, published []*rows.Publication, kind rating.Kind, most int) (all []Record, err error) {
	for _, p := range published {
		players, _, err := lister.Listed(&rows.Listing{Publication: p.Seq, Kind: kind, By: rows.Risen, Limit: most})
		if err != nil {
			return nil, err
		}
		for _, player := range players {
			c, err := rows.Changes.One(r, int64(p.Seq), int64(kind), int64(player))
			if err != nil {
				return nil, err
			}
			if len(all) == most && int(c.Change) <= all[most-1].Figure {
				break
			}
			if c.Played > 0 {
				all = first(append(all, Record{rows.Line{Number: player}, int(c.Change), p, nil}), most)
			}
		}
	}
	return all, nil
}

// performances returns the players with the best performances in events that were neither won
// nor lost outright: of those no number is known.
func performances(r bureau.Reader, kind rating.Kind, most int) (all []Record, err error) {
	seen := map[uint32]bool{}
	return all, r.Rows(&rows.Entries.Relation, bureau.Range{Order: 2, Backward: true}, func(row bureau.Row) (bool, error) {
		e, err := rows.Entries.Value(row)
		if err != nil || seen[e.Player] || !e.InList || e.Games < performanceGames || e.Score == 0 || e.Score == 2*e.Games {
			return true, err
		}
		section, err := rows.Sections.One(r, e.Ref, int64(e.Section))
		if err != nil || section.Kind != kind.String() {
			return true, err
		}
		event, err := rows.Reports.One(r, e.Ref)
		if err == nil && event.State == string(lists.Rated) {
			seen[e.Player] = true
			all = append(all, Record{rows.Line{Number: e.Player}, e.Performance, nil, event})
		}
		return len(all) < most, err
	})
}

// first returns the best records, one of each player.
func first(all []Record, most int) []Record {
	slices.SortStableFunc(all, func(a, b Record) int { return cmp.Compare(b.Figure, a.Figure) })
	seen := map[uint32]bool{}
	all = slices.DeleteFunc(all, func(r Record) bool {
		again := seen[r.Number]
		seen[r.Number] = true
		return again
	})
	return all[:min(most, len(all))]
}

// name completes the lines of records.
func (b *Board) name(lister rows.Lister, some []Record) error {
	var numbers []uint32
	for i := range some {
		numbers = append(numbers, some[i].Number)
	}
	lines, err := lister.Lines(&rows.Listing{Publication: b.Publication.Seq}, nil, numbers)
	for i := range some {
		if n := slices.IndexFunc(lines, func(l rows.Line) bool { return l.Number == some[i].Number }); n >= 0 {
			some[i].Line = lines[n]
		}
	}
	return err
}
