package catalog_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// The lowest published rating rests on a clause of the edition.
func TestLowestHasItsClause(t *testing.T) {
	for _, e := range catalog.Editions() {
		about := e.About()
		lowest := about.Lowest
		if !lowest.Rating.Rated() || !slices.ContainsFunc(about.Clauses, func(c regulation.Clause) bool { return c.ID == lowest.Clause }) {
			t.Errorf("%s: %+v", about.ID, lowest)
		}
		if lowest.Reading != "" && !slices.Contains(about.Readings, lowest.Reading) {
			t.Errorf("%s: no reading %s", about.ID, lowest.Reading)
		}
	}
}
