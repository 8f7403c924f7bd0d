package ranking

import (
	"fmt"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/rating"
)

// ratings are the ratings of a kind.
type ratings struct {
	byPlayer []rating.Rating
	rated    playerSet
}

// of returns the rating of a player; zero: unrated. Players after the list have none.
func (all *ratings) of(player uint32) rating.Rating {
	if int(player) >= len(all.byPlayer) {
		return 0
	}
	return all.byPlayer[player]
}

// ratingsOf returns the ratings of a kind: those of a landmark, and what moved in the publications after
// it.
func (b *Board) ratingsOf(r bureau.Reader, kind rating.Kind) (*ratings, error) {
	if known := b.ratings[kind-1]; known != nil {
		return known, nil
	}
	bands, err := b.bands(r, kind)
	if err != nil {
		return nil, err
	}
	all := &ratings{}
	if len(bands) > 0 { // else nobody is rated
		all.byPlayer = make([]rating.Rating, b.now.Players)
		before, err := b.Landmarks.ratingsAt(r, landmark{kind, bands[0].Since})
		if err != nil {
			return nil, err
		}
		copy(all.byPlayer, before)
		steps, err := b.Landmarks.steps(r, kind, bands[0].Since, b.Publication.Seq)
		if err != nil {
			return nil, err
		}
		for _, step := range steps {
			for _, m := range step {
				if int(m.Player) < len(all.byPlayer) {
					all.byPlayer[m.Player] = m.After
				}
			}
		}
	}
	all.rated = ratedOf(all.byPlayer)
	more := all.rated.count()
	for _, band := range bands {
		more -= band.Players
	}
	if more != 0 {
		return nil, fmt.Errorf("list %d has %d more players in %s than are counted", b.Publication.Seq, more, kind)
	}
	b.ratings[kind-1] = all
	b.size.Add(int64(2 * len(all.byPlayer)))
	return all, nil
}

// ratedOf returns the players who have a rating.
func ratedOf(all []rating.Rating) playerSet {
	rated := newPlayerSet(len(all))
	for i := range rated {
		var word uint64
		for j, now := range all[64*i : min(64*(i+1), len(all))] {
			var is uint64 // set without a branch: it could not be predicted
			if now.Rated() {
				is = 1
			}
			word |= is << j
		}
		rated[i] = word
	}
	return rated
}

// TakeRatings takes the ratings that an earlier board of the same publication has read, unless somebody
// reads some just now.
func (b *Board) TakeRatings(earlier *Board) {
	if !earlier.mu.TryLock() {
		return
	}
	defer earlier.mu.Unlock()
	b.ratings = earlier.ratings
	b.size.Store(earlier.size.Load())
}
