package ranking

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
)

// Best are the players of a list who stand out in a kind of rating.
type Best struct {
	Women     []BestLine // by rating
	Improvers []BestLine // by the gain in the last 12 lists
	Active    []BestLine // by the games counted in the last 12 lists
}

// BestLine is one of the best. The figure is the gain or the games in the last 12 lists, and for women
// the change since the list published before.
type BestLine struct {
	PageLine
	Figure int
}

// Best returns so many women, and so many improvers and active players, at most, with their places among
// these. The players are not sorted, unless there are few women.
func (b *Board) Best(r bureau.Reader, kind rating.Kind, women, others int) (*Best, error) {
	first, known, err := b.firstOfSex(r, kind, "w", women)
	if err != nil {
		return nil, err
	}
	improvers, active, err := b.risen(r, kind, others)
	if err != nil {
		return nil, err
	}
	lines, err := b.groups(r, first, improvers, active)
	if err != nil {
		return nil, err
	}
	if !known {
		page, err := b.Page(r, Selection{Kind: kind, Sort: ByRating, Sex: "w", Limit: women})
		if err != nil {
			return nil, err
		}
		lines[0] = page.Lines
	}
	best := &Best{make([]BestLine, len(lines[0])), bestLines(lines[1], improvers), bestLines(lines[2], active)}
	for i := range lines[0] {
		line := &best.Women[i]
		line.PageLine, line.Place = lines[0][i], i+1
		if i > 0 && line.Standing.Of(kind).Rating == best.Women[i-1].Standing.Of(kind).Rating {
			line.Place = best.Women[i-1].Place
		}
		if change, known := line.Change(kind); known {
			line.Figure = change
		}
	}
	return best, nil
}

// bestLines returns lines with the figures of their players, and their places by these.
func bestLines(lines []PageLine, of []mover) []BestLine {
	all := make([]BestLine, len(lines))
	for i := range lines {
		all[i] = BestLine{lines[i], of[i].by}
		all[i].Place = i + 1
		if i > 0 && all[i].Figure == all[i-1].Figure {
			all[i].Place = all[i-1].Place
		}
	}
	return all
}

// mostPlaces is how many places of the stored order are read before the list is sorted.
const mostPlaces = 3000

// firstOfSex returns the first players of one sex by rating, and false if they are not among the
// first of the list. It reads the stored order as far as they are in it.
func (b *Board) firstOfSex(r bureau.Reader, kind rating.Kind, sex string, most int) (first []mover, known bool, err error) {
	bands, err := b.bands(r, kind)
	if err != nil {
		return nil, false, err
	}
	var all []mover
	for read := 0; len(bands) > 0 && len(all) < most; bands = bands[1:] {
		if read += bands[0].Players; read > mostPlaces {
			return nil, false, nil
		}
		places, err := bands[0].Places(r)
		if err != nil {
			return nil, false, err
		}
		some, err := b.ofSex(r, sex, places)
		if err != nil {
			return nil, false, err
		}
		all = append(all, some...)
	}
	first, err = b.greatest(r, all, most)
	return first, true, err
}

// ofSex returns the players of one sex among some places, with their ratings. The directory is asked
// if it was read.
func (b *Board) ofSex(r bureau.Reader, sex string, places []rows.Place) (all []mover, err error) {
	var unknown []any
	ratings := make(map[uint32]rating.Rating)
	for _, p := range places {
		if has, known := b.Directory.hasSex(p.Player, sex); has {
			all = append(all, mover{p.Player, int(p.Rating)})
		} else if !known {
			unknown = append(unknown, int64(p.Player))
			ratings[p.Player] = p.Rating
		}
	}
	if len(unknown) == 0 {
		return all, nil
	}
	people, err := rows.Persons.Select(r, bureau.Range{Any: unknown, Columns: rows.Persons.Wanted("sex")})
	for _, p := range people {
		if p.Sex == sex {
			all = append(all, mover{p.Number, int(ratings[p.Number])})
		}
	}
	return all, err
}

// risen finds the players with the greatest gains, and with the most games, in the last 12 lists.
func (b *Board) risen(r bureau.Reader, kind rating.Kind, most int) (improvers, active []mover, err error) {
	moved, err := b.since(r, b.longAgo, kind)
	if err != nil {
		return nil, nil, err
	}
	var gains, games []mover
	for _, m := range moved {
		if m.After.Rated() && m.Games > 0 {
			games = append(games, mover{m.Player, counted(m.Games)})
		}
		if m.Change() > 0 {
			gains = append(gains, mover{m.Player, m.Change()})
		}
	}
	if improvers, err = b.greatest(r, gains, most); err != nil {
		return nil, nil, err
	}
	active, err = b.greatest(r, games, most)
	return improvers, active, err
}
