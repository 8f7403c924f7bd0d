package work

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/internal/store"
)

// Limit is how many tries somebody has, and how many come back in an hour.
type Limit struct{ Tries, Hourly float64 }

// errNoTry ends a transaction in which somebody has no try left.
var errNoTry = errors.New("there is no try left")

// drained is the level of a place after what has come back by now. While the clock is behind nothing does.
const drained = `CASE WHEN $2 < throttle.at THEN throttle.level WHEN throttle.level > $3 * ($2 - throttle.at) / 3600.0 THEN throttle.level - $3 * ($2 - throttle.at) / 3600.0 ELSE 0 END`

// Try takes one try at each of some places, and reports whether there was one left at each. All servers of a bureau count together.
func (s *Store) Try(ctx context.Context, places map[uint16]Limit) (bool, error) {
	now := s.Now().Unix()
	err := s.db.Write(ctx, func(tx *store.WorkTx) error {
		for _, place := range slices.Sorted(maps.Keys(places)) { // in one order: nobody waits for whoever waits for them
			l := places[place]
			taken, err := tx.Exec(`INSERT INTO work.throttle (place, level, at) VALUES ($1, 1, $2)
				ON CONFLICT (place) DO UPDATE SET level = `+drained+` + 1, at = $2 WHERE `+drained+` + 1 <= $4`, int64(place), now, l.Hourly, l.Tries)
			if err != nil {
				return err
			}
			if taken == 0 {
				return errNoTry
			}
		}
		return nil
	})
	if errors.Is(err, errNoTry) {
		return false, nil
	}
	return err == nil, err
}

// GiveBack returns a try to each of some places: it was no guess.
func (s *Store) GiveBack(ctx context.Context, places map[uint16]Limit) error {
	return s.db.Write(ctx, func(tx *store.WorkTx) error {
		for _, place := range slices.Sorted(maps.Keys(places)) {
			if _, err := tx.Exec(`UPDATE work.throttle SET level = CASE WHEN level > 1 THEN level - 1 ELSE 0 END WHERE place = $1`, int64(place)); err != nil {
				return err
			}
		}
		return nil
	})
}
