package ranking

import (
	"math"
	"sync"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Landmarks caches full snapshots of some publications and the changes between them. Boards can share
// it, because a published list never changes. The zero value is ready for use.
type Landmarks struct {
	ratings keeping[[]rating.Rating]
	games   keeping[*gameCounts]
	moved   keeping[[]rows.Moved]
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

const (
	// landmarksKept is how many landmarks are kept: those of two kinds in about four years of monthly
	// lists.
	landmarksKept = 8
	// movedKept is how many moves of players there is room for: 8 MiB, two years of monthly lists in
	// which 10,000 players have games of two kinds each.
	movedKept = 1 << 19
)

// Load reads the landmarks of the newest lists and what moved since, as much as is kept.
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
			if _, err := l.steps(r, kind, at.seq-1, seq); err != nil {
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
	return l.ratings.get(at, landmarksKept, func() ([]rating.Rating, int, error) {
		bands, err := rows.Bands.Select(r, bureau.Range{Is: []any{int64(at.seq), at.kind.String()}})
		if err != nil {
			return nil, 0, err
		}
		var all []rating.Rating
		for _, band := range bands {
			places, err := band.Places(r)
			if err != nil {
				return nil, 0, err
			}
			for _, p := range places { // by number
				if more := int(p.Player) + 1 - len(all); more > 0 {
					all = append(all, make([]rating.Rating, more)...)
				}
				all[p.Player] = p.Rating
			}
		}
		return all, 1, nil
	})
}

// gamesAt returns the games counted of a landmark.
func (l *Landmarks) gamesAt(r bureau.Reader, at landmark) (*gameCounts, error) {
	return l.games.get(at, landmarksKept, func() (*gameCounts, int, error) {
		p, err := rows.Publications.One(r, int64(at.seq))
		if err != nil {
			return nil, 0, err
		}
		if p == nil {
			return nil, 0, view.NoRows()
		}
		list, err := lists.ListOf(r, p.Run)
		if err != nil {
			return nil, 0, err
		}
		return newGameCounts(list, at.kind), 1, nil
	})
}

// steps returns what moved in each publication after the first of some, up to the last.
func (l *Landmarks) steps(r bureau.Reader, kind rating.Kind, first, last int) (steps [][]rows.Moved, err error) {
	for seq := first + 1; seq <= last; seq++ {
		step, err := l.moved.get(landmark{kind, seq}, movedKept, func() ([]rows.Moved, int, error) {
			m, err := rows.Movements.One(r, kind.String(), int64(seq))
			if m == nil || err != nil {
				return nil, 0, err
			}
			moved, err := m.Moved()
			return moved, cap(moved), err
		})
		if err != nil {
			return nil, err
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// keeping is what is kept of landmarks. Several can use it at the same time. The zero value keeps nothing
// yet.
type keeping[T any] struct {
	mu   sync.Mutex // held while some are read
	all  map[landmark]weighed[T]
	size int // of all
}

type weighed[T any] struct {
	what T
	size int
}

// get returns what is kept of a landmark, and reads it if nothing is, with its size. The oldest landmarks
// are dropped for it so that what is kept is no larger than most.
func (k *keeping[T]) get(at landmark, most int, read func() (T, int, error)) (T, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if known, ok := k.all[at]; ok {
		return known.what, nil
	}
	what, size, err := read()
	if err != nil || size > most {
		return what, err
	}
	for k.size+size > most {
		k.drop()
	}
	if k.all == nil {
		k.all = map[landmark]weighed[T]{}
	}
	k.all[at] = weighed[T]{what, size}
	k.size += size
	return what, nil
}

// drop drops the oldest landmark.
func (k *keeping[T]) drop() {
	oldest := landmark{seq: math.MaxInt}
	for at := range k.all {
		if at.seq < oldest.seq {
			oldest = at
		}
	}
	k.size -= k.all[oldest].size
	delete(k.all, oldest)
}
