package ranking

import (
	"testing"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// What is kept is not read again. The oldest is dropped where there is no room, and what is too large is
// not kept.
func TestKeeping(t *testing.T) {
	t.Parallel()
	const most = 8
	var kept keeping[int]
	read := 0
	get := func(seq, size int) {
		t.Helper()
		got, err := kept.get(landmark{rating.Standard, seq}, most, func() (int, int, error) {
			read++
			return 10 * seq, size, nil
		})
		if got != 10*seq || err != nil {
			t.Errorf("landmark %d is %d, %v", seq, got, err)
		}
	}
	for _, step := range []struct{ seq, size, read, kept, sum int }{
		{5, 3, 1, 1, 3}, {5, 3, 1, 1, 3}, {6, 3, 2, 2, 6}, {7, 2, 3, 3, 8}, {6, 3, 3, 3, 8},
		{8, 0, 4, 4, 8},
		{9, 4, 5, 3, 6},                  // 5 and 6 are dropped
		{7, 2, 5, 3, 6}, {6, 3, 6, 3, 7}, // 7, the oldest of the others, is dropped
		{10, 9, 7, 3, 7}, {10, 9, 8, 3, 7}, // too large
		{11, 8, 9, 1, 8},
	} {
		get(step.seq, step.size)
		if read != step.read || len(kept.all) != step.kept || kept.size != step.sum {
			t.Errorf("after landmark %d, %d were read and %d of size %d are kept, want %+v", step.seq, read, len(kept.all), kept.size, step)
		}
	}
}

// Any number of games comes back.
func TestGameCounts(t *testing.T) {
	t.Parallel()
	want := []int32{0, 1, 65535, 65536, 1 << 30, -1}
	list := &roster.List{Standings: make([]roster.Standing, len(want))}
	for player, games := range want {
		list.Standings[player].Of(rating.Rapid).Games = games
	}
	for room := range len(want) + 2 {
		got := make([]int32, room)
		newGameCounts(list, rating.Rapid).copyTo(got)
		for player := range min(room, len(want)) {
			if got[player] != want[player] {
				t.Errorf("player %d of %d has %d games, want %d", player, room, got[player], want[player])
			}
		}
	}
}
