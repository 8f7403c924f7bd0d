package casefile

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/rating"
)

// Change is what becomes of a player's rating.
type Change struct {
	ID, Name string
	Kind     string        // the key of its name
	From, To rating.Rating // zero: unrated
	By       int           // of both
}

// mostChanges are the changes that a page shows.
const mostChanges = 300

// Changes returns changes of ratings, the largest first, and how many more there are than a page shows.
func Changes(all []trial.Change) (some []Change, more int) {
	for _, c := range all {
		one := Change{ID: c.ID, Name: cmp.Or(c.Name, c.ID), Kind: "word." + c.Kind.String(), From: c.From, To: c.To}
		if c.From.Rated() && c.To.Rated() {
			one.By = int(c.To) - int(c.From)
		}
		some = append(some, one)
	}
	slices.SortStableFunc(some, func(a, b Change) int { return cmp.Compare(max(b.By, -b.By), max(a.By, -a.By)) })
	more = max(len(some)-mostChanges, 0)
	return some[:len(some)-more], more
}
