package rows_test

import (
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// What moved comes back as it was packed; what cannot be is damaged. Two steps are one.
func TestMovementsComeBack(t *testing.T) {
	t.Parallel()
	first := []rows.Moved{{Player: 0, Before: 1500, After: 1480, Games: 3, Played: true}, {Player: 7, After: 1200, Games: 9}, {Player: 300000, Before: 2000, Games: -9, Played: true}}
	second := []rows.Moved{{Player: 7, Before: 1200, After: 1300, Games: 2, Played: true}, {Player: 8, Before: 1, After: 4000}}
	steps := [][]rows.Moved{nil, first, second}
	for _, moved := range steps {
		row := &rows.Movement{}
		row.Pack(moved)
		got, err := row.Moved()
		if diff := gocmp.Diff(moved, got, cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Error(diff, err)
		}
		if diff := gocmp.Diff(got, rows.Through([][]rows.Moved{got}, 8)); diff != "" {
			t.Error(diff)
		}
	}
	want := []rows.Moved{
		{Player: 0, Before: 1500, After: 1480, Games: 3}, {Player: 7, After: 1300, Games: 11, Played: true}, {Player: 8, Before: 1, After: 4000},
		{Player: 300000, Before: 2000, Games: -9},
	}
	got := rows.Through(steps, 8)
	if diff := gocmp.Diff(want, got, cmpopts.SortSlices(func(a, b rows.Moved) bool { return a.Player < b.Player })); diff != "" {
		t.Error(diff)
	}
	beyond := rows.Movement{}
	beyond.Pack([]rows.Moved{{Player: 1 << 31, After: 1200}})
	for _, text := range []string{beyond.Players, "?", "AA", "AAAA", "AAAB", strings.Repeat("//", 8), "AICAAgAA", "BwACAv///////////wEAAgI"} {
		damaged := &rows.Movement{Players: text}
		if got, err := damaged.Moved(); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}
