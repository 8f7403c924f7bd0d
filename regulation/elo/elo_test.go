package elo

import (
	"testing"

	"github.com/arpadchess/arpad/rating"
)

// The rows of table 8.1.2 printed in the text of JA22.
func TestExpected(t *testing.T) {
	for _, c := range []struct{ difference, want int }{
		{0, 50}, {3, 50}, {4, 51}, {10, 51}, {11, 52}, {53, 57}, {54, 58}, {83, 61}, {84, 62}, {91, 62},
		{92, 63}, {197, 75}, {198, 76}, {206, 76}, {329, 88}, {344, 88}, {345, 89}, {349, 89}, {391, 91},
		{392, 92}, {400, 92}, {411, 92}, {412, 93}, {619, 98}, {620, 99}, {735, 99}, {736, 100}, {3000, 100},
	} {
		if got := Table.Expected(c.difference); int(got) != c.want {
			t.Errorf("H of %d: %v, want .%d", c.difference, got, c.want)
		}
		if got := Table.Expected(-c.difference); c.difference > 3 && int(got) != 100-c.want {
			t.Errorf("L of %d: %v, want .%d", c.difference, got, 100-c.want)
		}
	}
}

// The lookup equals the table, for every difference.
func TestLookup(t *testing.T) {
	l := Table.Lookup(func(d int) int { return d })
	for d := -4000; d <= 4000; d++ {
		if got, want := l.Of(d), Table.Expected(d); got != want {
			t.Fatalf("%d: %v, want %v", d, got, want)
		}
	}
	capped := Table.Lookup(func(d int) int { return max(-400, min(400, d)) })
	if capped.Of(900) != 92 || capped.Of(-900) != 8 {
		t.Errorf("capped: %v, %v; want 0.92, 0.08", capped.Of(900), capped.Of(-900))
	}
}

func TestDifference(t *testing.T) {
	for _, c := range []struct{ percent, want int }{{50, 0}, {51, 7}, {71, 158}, {63, 95}, {99, 677}, {25, -193}, {36, -102}, {1, -677}} {
		if got := Difference(c.percent); got != c.want {
			t.Errorf("dp of %d %%: %d, want %d", c.percent, got, c.want)
		}
	}
}

// Answers of FIDE's calculator.
func TestFirst(t *testing.T) {
	for _, c := range []struct {
		average int
		score   rating.Score // in half points
		games   int
		want    int
	}{
		{2000, 6, 5, 2020},
		{2000, 4, 5, 1928},
		{2000, 5, 5, 2000},
		{1600, 2, 5, 1360},
	} {
		if got := First(c.average, c.score, c.games); got.Rating != c.want {
			t.Errorf("%v: %d, want %d", c, got.Rating, c.want)
		}
	}
}
