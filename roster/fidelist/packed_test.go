package fidelist

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/rating"
)

// A packed list has the same players as one for another authority, and finds each by FIDE ID.
func TestPackedIsTheSame(t *testing.T) {
	everybody := people()
	for name, data := range map[string][]byte{
		"blitz_list.txt": textOf(single, everybody), "list.txt": textOf(combined, everybody), "list.xml": xmlOf(3, everybody),
	} {
		players, list, _ := readBytes(data, name, wanted(everybody))
		Foreign(players, &list)
		packed, found := ReadPacked(bytes.NewReader(data), nil, int64(len(data)), name, Wanted{IDs: wanted(everybody)})
		if len(found) == 0 || packed.Len() != len(players.Players) {
			t.Errorf("%s: %d players, want %d; %v", name, packed.Len(), len(players.Players), found)
		}
		for i := range players.Players {
			want := &players.Players[i]
			n, ok := packed.ByFideID(want.FideID)
			if !ok {
				t.Fatalf("%s: %s is missing", name, want.FideID)
			}
			if diff := cmp.Diff(want, packed.Player(n)); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
		for _, other := range []string{"", "9", "90000018", "900000170"} {
			if _, ok := packed.ByFideID(other); ok {
				t.Errorf("%s: there is %q", name, other)
			}
		}
	}
}

// Each of many players takes few bytes.
func TestPackedIsSmall(t *testing.T) {
	const players, most = 10_000, 80
	packed := &Packed{}
	for n := range players {
		var e entry
		e.player.ID, e.player.Name, e.player.Federation, e.player.Title = fmt.Sprint(90_000_000+10*n), fmt.Sprintf("Family%d, Given%d", n, n), "JPN", "FM"
		for i := range e.standing {
			e.standing[i].Rating, e.standing[i].K = rating.Rating(1400+n%1300), 20
		}
		packed.add(&e)
	}
	packed.index()
	if got := (len(packed.entries) + 4*len(packed.starts) + 4*len(packed.byID)) / players; got > most {
		t.Errorf("%d bytes for a player, at most %d wanted", got, most)
	}
}
