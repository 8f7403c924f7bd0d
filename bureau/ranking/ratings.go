package ranking

import (
	"fmt"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/rating"
)

// ratings are ratings by player.
type ratings []rating.Rating

// of returns the rating of a player; zero: unrated. Players after the list have none.
func (all ratings) of(player uint32) rating.Rating {
	if int(player) >= len(all) {
		return 0
	}
	return all[player]
}

func (all ratings) set(player uint32, now rating.Rating) {
	if int(player) < len(all) {
		all[player] = now
	}
}

// ratingsOf returns the ratings of a kind: those of a landmark, and what moved in the publications after
// it.
func (b *Board) ratingsOf(r bureau.Reader, kind rating.Kind) (ratings, error) {
	if known := b.ratings[kind-1]; known != nil {
		return known, nil
	}
	bands, err := b.bands(r, kind)
	if err != nil {
		return nil, err
	}
	all, rated := make(ratings, b.now.Players), 0
	if len(bands) > 0 {
		before, err := b.Landmarks.ratingsAt(r, landmark{kind, bands[0].Since})
		if err != nil {
			return nil, err
		}
		copy(all, before)
		steps, err := steps(r, kind, bands[0].Since, b.Publication.Seq)
		if err != nil {
			return nil, err
		}
		for _, step := range steps {
			for _, m := range step {
				all.set(m.Player, m.After)
			}
		}
	}
	for _, now := range all {
		if now.Rated() {
			rated++
		}
	}
	for _, band := range bands {
		rated -= band.Players
	}
	if rated != 0 {
		return nil, fmt.Errorf("list %d has %d more players in %s than are counted", b.Publication.Seq, rated, kind)
	}
	b.ratings[kind-1] = all
	b.size.Add(int64(2 * len(all)))
	return all, nil
}

// TakeRatings takes the ratings that an earlier board of the same publication has read, unless somebody
// reads some just now.
func (b *Board) TakeRatings(earlier *Board) {
	if !earlier.mu.TryLock() {
		return
	}
	defer earlier.mu.Unlock()
	b.ratings = earlier.ratings
	for _, all := range b.ratings {
		b.size.Add(int64(2 * len(all)))
	}
}
