package adoption_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/adoption"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/season"
)

// ways are what an old bureau may do in another way for everybody, and how that is named.
var ways = []struct {
	name       string
	regulation string
	country    synth.Country
	do         func(t *testing.T, b *bureau)
	want       []adoption.Cause
}{
	{"shared K", "jcf-2023", synth.Japan, with("k_scope", "shared"), []adoption.Cause{named(adoption.ByK, season.OtherOption, "k_scope", "shared")}},
	{"one K", "jcf-2023", synth.Japan, leave("5(1) K"), []adoption.Cause{named(adoption.ByK, season.NoClause, "5(1) K", "")}},
	{"the formula", "jcf-2023", synth.Japan, leave("Table 1"), []adoption.Cause{named(adoption.ByTable, season.NoClause, "Table 1", "")}},
	{"towards zero", "jcf-2023", synth.Japan, leave("5(2)"), []adoption.Cause{named(adoption.ByRounding, adoption.OtherRounding, "", "towards-zero")}},
	{"no cap", "jcf-2023", synth.Japan, leave("5(4)"), []adoption.Cause{named(adoption.ByTable, season.NoClause, "5(4)", "")}},
	{"no floor", "jcf-2023", synth.Japan, leave("5(5)"), []adoption.Cause{named(adoption.ByFloor, season.NoClause, "5(5)", "")}},
	{"another edition", "ncs-2022", synth.Japan, func(t *testing.T, b *bureau) { b.regulation = find(t, "jcf-2023") },
		[]adoption.Cause{named(adoption.ByK, season.OtherOption, "k_scope", "per-list")}},
	{"down", "jcf-2023", synth.Japan, func(_ *testing.T, b *bureau) {
		b.round = func(before rating.Rating, exact rating.Points) rating.Rating {
			whole := exact.Truncate()
			if exact < 0 && exact%rating.Point != 0 {
				whole--
			}
			return max(400, before+rating.Rating(whole))
		}
	}, []adoption.Cause{named(adoption.ByRounding, adoption.OtherRounding, "", "down")}},
	{"shared K and the formula", "jcf-2023", synth.Japan, func(t *testing.T, b *bureau) {
		leave("Table 1")(t, b)
		with("k_scope", "shared")(t, b)
	}, []adoption.Cause{named(adoption.ByTable, season.NoClause, "Table 1", ""), named(adoption.ByK, season.OtherOption, "k_scope", "shared")}},
	{"South Africa, the formula", "chessa-2015", synth.SouthAfrica, leave("Table 2"), []adoption.Cause{named(adoption.ByTable, season.NoClause, "Table 2", "")}},
	{"South Africa, K may rise", "chessa-2015", synth.SouthAfrica, leave("K-Factor 3"), []adoption.Cause{named(adoption.ByK, season.NoClause, "K-Factor 3", "")}},
	{"FIDE, the formula", "fide-2024", synth.Japan, leave("8.1.2"), []adoption.Cause{named(adoption.ByTable, season.NoClause, "8.1.2", "")}},
}

func named(group adoption.Group, what season.CauseKind, name, value string) adoption.Cause {
	return adoption.Cause{Group: group, Change: season.Change{What: what, Name: name, Value: value}}
}

func with(option, value string) func(t *testing.T, b *bureau) {
	return func(t *testing.T, b *bureau) {
		t.Helper()
		var err error
		if b.regulation, err = b.regulation.With(option, value); err != nil {
			t.Fatal(err)
		}
	}
}

func leave(clause string) func(t *testing.T, b *bureau) {
	return func(t *testing.T, b *bureau) {
		t.Helper()
		var ok bool
		if b.regulation, ok = b.regulation.Without(clause); !ok {
			t.Fatalf("clause %s decides nothing", clause)
		}
	}
}

func find(t *testing.T, id string) catalog.Regulation {
	t.Helper()
	r, err := catalog.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWaysAreNamed(t *testing.T) {
	for i, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			b := newBureau(t, uint64(100+i), way.regulation, way.country)
			way.do(t, b)
			b.publish(t)
			found := b.compare(t)
			var got []adoption.Cause
			for _, w := range found.Ways {
				got = append(got, w.Cause)
			}
			differ, explained := 0, 0
			for _, p := range found.Periods {
				for _, d := range p.Differences {
					differ++
					if slices.Contains(way.want, d.Because[0]) {
						explained++
					} else {
						t.Logf("%s %+v", p.List, d)
					}
				}
			}
			if !slices.Equal(got, way.want) {
				t.Errorf("ways are %+v, want %+v", found.Ways, way.want)
			}
			if differ < 3 || 100*explained < 95*differ {
				t.Errorf("%d of %d differences are explained by it", explained, differ)
			}
		})
	}
}

// A bureau that rates as we do differs in nothing, although its lists have no games, peaks
// and pools.
func TestHonestBureauAgrees(t *testing.T) {
	t.Parallel()
	for i, at := range under {
		b := newBureau(t, uint64(200+i), at.regulation, at.country)
		b.publish(t)
		found := b.compare(t)
		agree := 0
		for _, p := range found.Periods {
			agree += p.Moved
			for _, d := range p.Differences {
				t.Errorf("%s, %s: %+v", at.regulation, p.List, d)
			}
		}
		if len(found.Ways)+len(found.Causes) > 0 || len(found.Periods) < 10 || agree < 300 {
			t.Errorf("%s: ways %+v, causes %+v, %d periods, %d ratings with games agree", at.regulation, found.Ways, found.Causes, len(found.Periods), agree)
		}
	}
}
