package ranking

import (
	"math"
	"slices"

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

// Best returns so many women, and so many improvers and active players, at most. The list is not
// loaded, unless there are few women or the list 12 lists before was never published as it is now.
func (b *Board) Best(r bureau.Reader, kind rating.Kind, women, others int) (*Best, error) {
	best := &Best{}
	var known bool
	var err error
	if best.Women, known, err = b.firstOfSex(r, kind, "w", women); err == nil && !known {
		best.Women, err = b.linesBy(r, Selection{Kind: kind, Sort: ByRating, Sex: "w", Limit: women})
	}
	if err != nil {
		return nil, err
	}
	if known, err = b.risen(r, kind, best, others); err == nil && !known {
		err = b.risenOfLoaded(r, kind, best, others)
	}
	return best, err
}

// linesBy returns the lines of a selection.
func (b *Board) linesBy(r bureau.Reader, s Selection) ([]PageLine, error) {
	page, err := b.Page(r, s)
	if err != nil {
		return nil, err
	}
	return page.Lines, nil
}

// risenOfLoaded is risen of the loaded list.
func (b *Board) risenOfLoaded(r bureau.Reader, kind rating.Kind, best *Best, most int) (err error) {
	if best.Improvers, err = b.linesBy(r, Selection{Kind: kind, Sort: ByGain, Limit: most}); err != nil {
		return err
	}
	best.Improvers = slices.DeleteFunc(best.Improvers, func(l PageLine) bool { return l.Gain(kind) <= 0 })
	best.Active, err = b.linesBy(r, Selection{Kind: kind, Sort: ByActivity, Active: true, Limit: most})
	return err
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
		some, err := ofSex(r, sex, places)
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

// ofSex returns the players of one sex among some places, with their ratings.
func ofSex(r bureau.Reader, sex string, places []rows.Place) ([]mover, error) {
	numbers, ratings := make([]any, len(places)), make(map[uint32]rating.Rating, len(places))
	for i, p := range places {
		numbers[i], ratings[p.Player] = int64(p.Player), p.Rating
	}
	people, err := rows.Persons.Select(r, bureau.Range{Any: numbers, Columns: rows.Persons.Wanted("sex")})
	var all []mover
	for _, p := range people {
		if p.Sex == sex {
			all = append(all, mover{p.Number, int(ratings[p.Number])})
		}
	}
	return all, err
}

// risen finds the players with the greatest gains, and with the most games, in the last 12 lists. It
// returns false if the list 12 lists before was never published as it is now.
func (b *Board) risen(r bureau.Reader, kind rating.Kind, best *Best, most int) (bool, error) {
	moved, known, err := b.since(r, b.longAgo, kind)
	if err != nil || !known {
		return false, err
	}
	var gains, games []mover
	for _, m := range moved {
		if m.After.Rated() && m.Games > 0 {
			games = append(games, mover{m.Player, min(int(m.Games), math.MaxUint16)})
		}
		if m.Before.Rated() && m.After > m.Before {
			gains = append(gains, mover{m.Player, int(m.After - m.Before)})
		}
	}
	if best.Improvers, err = b.greatest(r, gains, most); err != nil {
		return false, err
	}
	best.Active, err = b.greatest(r, games, most)
	return true, err
}
