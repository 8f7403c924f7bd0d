package season_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/test/oracle"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/season"
)

// birthSeasons is the number of seasons rated with births only, by regulation.
var birthSeasons = uint64(soak.Of(15, 60))

// A period has the same result if the players' births are replaced by the ones
// that its edition names, and unknown births for everybody else. If an edition
// has an age rule, some number depends on it.
func TestBirthsAreEnough(t *testing.T) {
	t.Parallel()
	for _, id := range catalog.IDs() {
		decided := 0
		for seed := range birthSeasons {
			for _, p := range rateWithEngine(t, id, oracle.Generate(id, seed), season.TraceNone) {
				births := p.Edition.Births(p.Period, p.Batch)
				told := ratedWith(p, func(b civil.Birth) civil.Birth { return oldestLike(births, b) })
				own := ratedWith(p, func(b civil.Birth) civil.Birth { return b })
				if !reflect.DeepEqual(told, own) {
					t.Fatalf("%s, seed %d, period %s: with %v the list is another", id, seed, p.Label, births)
				}
				if nothing := ratedWith(p, func(civil.Birth) civil.Birth { return 0 }); !reflect.DeepEqual(nothing, own) {
					decided++
				}
			}
		}
		if (decided == 0) != (id == "nscl") {
			t.Errorf("%s: in %d periods an age decided something", id, decided)
		}
	}
}

// ratedWith rates a period again with other births.
func ratedWith(p *season.Period, born func(civil.Birth) civil.Birth) regulation.Outcome {
	players := slices.Clone(p.Players)
	for i := range players {
		players[i].Birth = born(players[i].Birth)
	}
	return p.Edition.Rate(p.Period, regulation.Past{Players: players, List: p.Before}, p.Batch, nil)
}

// oldestLike returns the last of the births that is not after b, zero if there
// is none.
func oldestLike(births []civil.Birth, b civil.Birth) civil.Birth {
	var like civil.Birth
	for _, other := range births {
		if b != 0 && other.Date() <= b.Date() {
			like = other
		}
	}
	return like
}
