package rows_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// What a publication changed in a band comes back as it was packed; what cannot be is damaged.
func TestRankingsComeBack(t *testing.T) {
	t.Parallel()
	for _, places := range [][]rows.Place{
		nil,
		{{Player: 0, Rating: 1200}},
		{{Player: 0}, {Player: 1, Rating: 1224}, {Player: 300000, Rating: 1210}, {Player: 300001}},
	} {
		row := rows.Ranking{First: 1200}
		row.Pack(places)
		got, err := row.Changed()
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(places, got); diff != "" {
			t.Error(diff)
		}
	}
	for _, text := range []string{"?", "AA", "ABs", "gAE", "gICAgIABAQ", "gICAgICAgICAgAEB", "gICACAE", "BwH///////////8BAQ"} {
		if got, err := (&rows.Ranking{First: 1200, Players: text}).Changed(); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}
