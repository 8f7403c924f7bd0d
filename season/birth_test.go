package season_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/test/oracle"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/rating"
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

// The K that a calculator says somebody will have next is that with which their one game of the period is rated.
func TestNextKIsTheOneUsed(t *testing.T) {
	t.Parallel()
	for _, id := range catalog.IDs() {
		seen := map[rating.K]int{}
		for seed := range birthSeasons {
			for _, p := range rateWithEngine(t, id, oracle.Generate(id, seed), season.TraceNone) {
				counted, inYear := map[uint32]int{}, map[uint32]bool{}
				for i := range p.Batch.Games {
					for _, n := range []uint32{p.Batch.Games[i].White, p.Batch.Games[i].Black} {
						counted[n]++
						inYear[n] = p.Batch.Games[i].Date.Year() == p.Days.From.Year()
					}
				}
				for n, games := range counted {
					for _, kind := range rating.AllKinds {
						before, moved := p.Before.Standing(n), p.Row(n, kind).Move
						if games != 1 || moved.Games != 1 || !inYear[n] || !before.Of(kind).Rating.Rated() {
							continue
						}
						if k := p.Edition.Calculator().K(&p.Players[n], &before, kind, p.Days.From); k != moved.K {
							t.Errorf("%s, seed %d, period %s, %s %s: K %d, the game was rated with %d", id, seed, p.Label, p.Players[n].ID, kind, k, moved.K)
						}
						seen[moved.K]++
					}
				}
			}
		}
		if len(seen) < 2 && id != "nscl" {
			t.Errorf("%s: only %v were seen", id, seen)
		}
	}
}
