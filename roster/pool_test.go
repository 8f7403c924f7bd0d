package roster

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

func poolOf(t *testing.T, text string) *Pool {
	t.Helper()
	p, err := ParsePool(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Old events are dropped; in Since the first event remains the first, without
// games.
func TestPoolWithoutOldEvents(t *testing.T) {
	pool := poolOf(t, `2023-01-01 "2022-12-30 Open" 1400:0; 2023-03-01 1500:1; 2023-04-01 1300:0.5`)
	march := civil.Of(2023, 3, 1)
	if got, want := pool.Since(march).String(), `2023-01-01 "2022-12-30 Open" -; 2023-03-01 1500:1; 2023-04-01 1300:0.5`; got != want {
		t.Errorf("since: %s, want %s", got, want)
	}
	if got, want := pool.Within(march).String(), "2023-03-01 1500:1; 2023-04-01 1300:0.5"; got != want {
		t.Errorf("within: %s, want %s", got, want)
	}
	if got := pool.Since(civil.Of(2023, 1, 1)); got != pool {
		t.Errorf("nothing is too old: %s", got)
	}
	if got := pool.Within(civil.Of(2023, 5, 1)); got != nil {
		t.Errorf("all is too old: %s", got)
	}
}

// The first event is disregarded while it is the first and has no point; an
// earlier one takes its place.
func TestPoolDisregardsTheFirstEvent(t *testing.T) {
	pool := (*Pool)(nil).Insert(PoolEvent{End: civil.Of(2023, 2, 8), Order: "2023-02-08 February", Games: []PoolGame{{Opponent: 1500}}}).DisregardFirst()
	if got, want := pool.String(), `2023-02-08 "2023-02-08 February" - 1500:0`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if sum := pool.Sum(); sum != (Sum{}) {
		t.Errorf("a disregarded event adds up to %+v", sum)
	}
	pool = pool.Insert(PoolEvent{First: civil.Of(2023, 1, 20), End: civil.Of(2023, 3, 1), Order: "2023-01-01 League", Games: []PoolGame{{Opponent: 1600, Score: rating.Win}}}).DisregardFirst()
	if got, want := pool.String(), `2023-01-20/2023-03-01 "2023-01-01 League" 1600:1; 2023-02-08 1500:0`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if sum := pool.Sum(); sum.Games != 2 {
		t.Errorf("%d games, want 2", sum.Games)
	}
}

var anyEvent = rapid.Custom(func(t *rapid.T) PoolEvent {
	e := PoolEvent{End: civil.Of(2023, 1, 1) + civil.Date(rapid.IntRange(0, 4).Draw(t, "end"))}
	if rapid.Bool().Draw(t, "earlier") {
		e.First = e.End - civil.Date(rapid.IntRange(1, 3).Draw(t, "first"))
	}
	e.Order = "2022-12-01 " + rapid.StringN(0, 6, 12).Draw(t, "name")
	for range rapid.IntRange(1, 3).Draw(t, "games") {
		e.Games = append(e.Games, PoolGame{
			Opponent: rating.Rating(rapid.IntRange(1000, 1002).Draw(t, "opponent")), Score: rating.Score(rapid.IntRange(0, 2).Draw(t, "score")), Uncounted: rapid.Bool().Draw(t, "uncounted"),
		})
	}
	return e
})

// The first event and the sum of a pool do not depend on the order in which the
// events were reported, and String can be parsed back.
func TestPoolIsOrderFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		events := rapid.SliceOfNDistinct(anyEvent, 1, 5, func(e PoolEvent) string { return e.Order }).Draw(t, "events")
		var pool, other *Pool
		for _, e := range events {
			pool = pool.Insert(e).DisregardFirst()
		}
		for _, e := range rapid.Permutation(slices.Clone(events)).Draw(t, "shuffled") {
			other = other.Insert(e).DisregardFirst()
		}
		if diff := cmp.Diff(pool.Events[0], other.Events[0]); diff != "" {
			t.Fatalf("another first event: %s", diff)
		}
		if a, b := pool.Sum(), other.Sum(); a != b {
			t.Fatalf("%+v and %+v", a, b)
		}
		again, err := ParsePool(pool.String())
		if diff := cmp.Diff(pool, again); err != nil || diff != "" {
			t.Fatalf("%s: %v %s", pool, err, diff)
		}
		var unpacked []Standing
		if unpacked, err = UnpackStandings(AppendStandings(nil, []Standing{{State{Pool: pool}}})); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(pool, unpacked[0][0].Pool); diff != "" {
			t.Fatal(diff)
		}
	})
}

// What is not a pool is refused.
func TestParsePoolRefuses(t *testing.T) {
	for _, text := range []string{
		"2023-01-01", "2023-01-01 1500", "2023-01-01 1500:2", "2023-01-01/ 1500:1", "2023-13-01 1500:1", `2023-01-01 "open 1500:1`, `2023-01-01 "" 1500:1`, "2023-01-01 1500:1;",
	} {
		if p, err := ParsePool(text); err == nil {
			t.Errorf("%q was taken for the pool %s", text, p)
		}
	}
}
