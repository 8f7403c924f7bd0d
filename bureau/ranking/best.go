package ranking

import (
	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/rating"
)

// Best are the players of a list who stand out in a kind of rating.
type Best struct {
	Women     []PageLine // by rating
	Improvers []PageLine // by the gain in the last 12 lists
	Active    []PageLine // by the games counted in the last 12 lists
}

// Best returns so many women, and so many improvers and active players, at most. The players are not
// sorted, unless there are few women.
func (b *Board) Best(r bureau.Reader, kind rating.Kind, women, others int) (*Best, error) {
	best := &Best{}
	var known bool
	var err error
	if best.Women, known, err = b.firstOfSex(r, kind, "w", women); err != nil {
		return nil, err
	}
	if !known {
		page, err := b.Page(r, Selection{Kind: kind, Sort: ByRating, Sex: "w", Limit: women})
		if err != nil {
			return nil, err
		}
		best.Women = page.Lines
	}
	return best, b.risen(r, kind, best, others)
}

// mostPlaces is how many places of the stored order are read before the whole list is.
const mostPlaces = 20_000

// firstOfSex returns the first players of one sex by rating, and false if they are not among the
// first of the list. It reads the stored order as far as they are in it.
func (b *Board) firstOfSex(r bureau.Reader, kind rating.Kind, sex string, most int) ([]PageLine, bool, error) {
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
	lines, err := b.greatest(r, all, most)
	for i := range lines {
		lines[i].Place = i + 1
		if i > 0 && lines[i].Standing.Of(kind).Rating == lines[i-1].Standing.Of(kind).Rating {
			lines[i].Place = lines[i-1].Place
		}
	}
	return lines, true, err
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
func (b *Board) risen(r bureau.Reader, kind rating.Kind, best *Best, most int) error {
	moved, err := b.since(r, b.longAgo, kind)
	if err != nil {
		return err
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
	if best.Improvers, err = b.greatest(r, gains, most); err != nil {
		return err
	}
	best.Active, err = b.greatest(r, games, most)
	return err
}
