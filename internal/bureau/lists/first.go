package lists

import (
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
)

// FirstRating is the first rating that an officer has given to an unrated player, where the text has
// none (Reading N13).
type FirstRating struct {
	Player uint32        `json:"player"`
	Rating rating.Rating `json:"rating"`
	Reason string        `json:"reason"`
}

// FirstRatings are the first ratings that were given, by the player's number.
var FirstRatings = bureau.Table[FirstRating]{Kind: "first-rating"}

// TakeFirsts has a new run start from the first ratings that were given to those who are in its games.
func (run *Run) TakeFirsts(r bureau.Reader, batch *pack.Batch) error {
	run.First = nil
	var players []uint32
	return FirstRatings.Scan(r, "", "", func(_ string, f *FirstRating) (bool, error) {
		if players == nil { // most bureaus have no first ratings
			players = batch.Players()
		}
		if _, plays := slices.BinarySearch(players, f.Player); plays {
			run.First = append(run.First, *f)
		}
		return true, nil
	})
}

// HighEnough refuses a rating below the lowest that is published.
func HighEnough(about *regulation.About, r rating.Rating) error {
	lowest := about.Lowest
	if !r.Rated() || r >= lowest.Rating {
		return nil
	}
	return bureau.WithClause(finding.Refuse("rating-too-low", finding.Text("rating", r.String()), finding.Text("lowest", lowest.Rating.String())), lowest.Clause, lowest.Reading)
}
