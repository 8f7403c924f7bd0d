package ranking

import (
	"sync"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Landmarks are the ratings and the games of all players with some publications, those whose order was
// kept whole. What they are with a publication after a landmark follows from what moved since. Boards
// can share landmarks, because what was published stays as it is. The zero value is ready for use.
type Landmarks struct {
	mu      sync.Mutex // held while some are read
	ratings map[landmark][]rating.Rating
	games   map[landmark]*gameCounts
}

// landmark is a kind of rating with a publication.
type landmark struct {
	kind rating.Kind
	seq  int
}

// gameCounts are numbers of games by player: most of them are small.
type gameCounts struct {
	small []uint16
	large map[uint32]int32
}

func newGameCounts(list *roster.List, kind rating.Kind) *gameCounts {
	all := &gameCounts{make([]uint16, len(list.Standings)), map[uint32]int32{}}
	for player := range list.Standings {
		games := list.Standings[player].Of(kind).Games
		if all.small[player] = uint16(games); int32(all.small[player]) != games {
			all.large[uint32(player)] = games
		}
	}
	return all
}

// copyTo sets the numbers of games, by player.
func (all *gameCounts) copyTo(to []int32) {
	for player, games := range all.small[:min(len(all.small), len(to))] {
		to[player] = int32(games)
	}
	for player, games := range all.large {
		if int(player) < len(to) {
			to[player] = games
		}
	}
}

// landmarksKept is how many landmarks are kept: those of two kinds in about four years of monthly lists.
const landmarksKept = 8

// Load reads the landmarks of the newest lists, as many as are kept.
func (l *Landmarks) Load(r bureau.Reader) error {
	newest, err := rows.Publications.Select(r, bureau.Range{Backward: true, Limit: 1})
	if err != nil || len(newest) == 0 {
		return err
	}
	for seq, read := newest[0].Seq, 0; seq > 0 && read < landmarksKept; {
		before := 0
		for _, kind := range rating.AllKinds {
			bands, err := rows.Bands.Select(r, bureau.Range{Is: []any{int64(seq), kind.String()}, Limit: 1})
			if err != nil {
				return err
			}
			if len(bands) == 0 || read == landmarksKept {
				continue
			}
			at := landmark{kind, bands[0].Since}
			if _, err := l.ratingsAt(r, at); err != nil {
				return err
			}
			if _, err := l.gamesAt(r, at); err != nil {
				return err
			}
			before, read = max(before, at.seq-1), read+1
		}
		seq = before
	}
	return nil
}

// ratingsAt returns the ratings of a landmark.
func (l *Landmarks) ratingsAt(r bureau.Reader, at landmark) ([]rating.Rating, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return kept(&l.ratings, at, func() ([]rating.Rating, error) {
		bands, err := rows.Bands.Select(r, bureau.Range{Is: []any{int64(at.seq), at.kind.String()}})
		if err != nil {
			return nil, err
		}
		var all []rating.Rating
		for _, band := range bands {
			places, err := band.Places(r)
			if err != nil {
				return nil, err
			}
			for _, p := range places { // by number
				if more := int(p.Player) + 1 - len(all); more > 0 {
					all = append(all, make([]rating.Rating, more)...)
				}
				all[p.Player] = p.Rating
			}
		}
		return all, nil
	})
}

// gamesAt returns the games counted of a landmark.
func (l *Landmarks) gamesAt(r bureau.Reader, at landmark) (*gameCounts, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return kept(&l.games, at, func() (*gameCounts, error) {
		p, err := rows.Publications.One(r, int64(at.seq))
		if err != nil {
			return nil, err
		}
		if p == nil {
			return nil, view.NoRows()
		}
		list, err := lists.ListOf(r, p.Run)
		if err != nil {
			return nil, err
		}
		return newGameCounts(list, at.kind), nil
	})
}

// kept returns what is kept of a landmark, and reads it if nothing is. If there is no room, it drops the
// oldest landmark.
func kept[T any](all *map[landmark]T, at landmark, read func() (T, error)) (T, error) {
	if known, ok := (*all)[at]; ok {
		return known, nil
	}
	what, err := read()
	if err != nil {
		return what, err
	}
	if *all == nil {
		*all = map[landmark]T{}
	}
	if len(*all) == landmarksKept {
		oldest := at
		for other := range *all {
			if oldest == at || other.seq < oldest.seq {
				oldest = other
			}
		}
		delete(*all, oldest)
	}
	(*all)[at] = what
	return what, nil
}
