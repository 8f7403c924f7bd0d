package season_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/test/oracle"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/season"
)

// Each reading of a regulation belongs to a clause of one of its editions, except
// the general ones.
func TestReadingsBelongToClauses(t *testing.T) {
	belongs := map[string]bool{} // by authority and reading
	for _, e := range catalog.Editions() {
		about := e.About()
		for _, c := range about.Clauses {
			for _, r := range c.Readings {
				belongs[about.Authority+" "+r] = true
				if !slices.Contains(about.Readings, r) {
					t.Errorf("%s: clause %s has the reading %s, which the edition lacks", about.ID, c.ID, r)
				}
			}
		}
	}
	for _, e := range catalog.Editions() {
		about := e.About()
		for _, r := range about.Readings {
			if !belongs[about.Authority+" "+r] && !strings.HasPrefix(r, "G") {
				t.Errorf("%s: to which clause does the reading %s belong?", about.ID, r)
			}
		}
	}
}

// Every step that cites a clause with a reading cites one of that clause.
func TestStepsCiteReadingsOfTheirClauses(t *testing.T) {
	const seasons = 40
	for _, id := range catalog.EditionIDs() {
		told := map[string]bool{}
		for seed := range uint64(seasons) {
			for _, p := range rateWithEngine(t, id, oracle.Generate(id, seed), season.TraceAll) {
				about := p.Edition.About()
				for _, s := range p.Trace.Steps {
					pair := s.Clause + "; " + s.Reading
					if s.Clause == "" || s.Reading == "" || told[pair] {
						continue
					}
					told[pair] = true
					if !slices.Contains(about.ReadingsOf(s.Clause), s.Reading) {
						t.Errorf("%s: the %s step cites [%s]; clause %s has the readings %v", id, s.What, pair, s.Clause, about.ReadingsOf(s.Clause))
					}
				}
			}
		}
		if len(told) == 0 {
			t.Errorf("%s: no step cites a reading", id)
		}
	}
}
