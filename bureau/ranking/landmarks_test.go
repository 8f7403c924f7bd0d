package ranking

import (
	"testing"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// The oldest landmarks are dropped for others, and one that is kept is not read again.
func TestLandmarksKept(t *testing.T) {
	var all map[landmark]int
	read := 0
	get := func(seq int) {
		t.Helper()
		got, err := kept(&all, landmark{rating.Standard, seq}, func() (int, error) {
			read++
			return seq, nil
		})
		if got != seq || err != nil {
			t.Errorf("landmark %d is %d, %v", seq, got, err)
		}
	}
	for seq := range landmarksKept + 3 {
		get(seq)
		get(seq)
	}
	if read != landmarksKept+3 || len(all) != landmarksKept {
		t.Errorf("%d landmarks were read and %d are kept", read, len(all))
	}
	get(landmarksKept + 2)
	get(0)
	get(0)
	if _, oldest := all[landmark{rating.Standard, 3}]; oldest || read != landmarksKept+4 || len(all) != landmarksKept {
		t.Errorf("after one that was dropped, %d landmarks were read and %d are kept", read, len(all))
	}
}

// Any number of games comes back.
func TestGameCounts(t *testing.T) {
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
