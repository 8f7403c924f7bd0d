package roster

import (
	"bytes"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

func drawState(t *rapid.T) State {
	if rapid.Bool().Draw(t, "empty") {
		return State{}
	}
	s := State{
		Rating: rating.Rating(rapid.IntRange(0, 3000).Draw(t, "rating")), Peak: rating.Rating(rapid.IntRange(0, 3000).Draw(t, "peak")),
		Games: int32(rapid.IntRange(0, 5000).Draw(t, "games")), K: rating.K(rapid.IntRange(0, 40).Draw(t, "k")),
		Last: civil.Date(rapid.IntRange(0, 800_000).Draw(t, "last")),
	}
	for range rapid.IntRange(0, 3).Draw(t, "events") {
		e := PoolEvent{
			End: civil.Date(rapid.IntRange(1, 800_000).Draw(t, "end")), Floor: rating.Rating(rapid.IntRange(0, 900).Draw(t, "floor")),
			Disregarded: rapid.Bool().Draw(t, "disregarded"),
		}
		for range rapid.IntRange(0, 3).Draw(t, "pooled") {
			e.Games = append(e.Games, PoolGame{
				Opponent: rating.Rating(rapid.IntRange(1, 3000).Draw(t, "opponent")), Uncounted: rapid.Bool().Draw(t, "uncounted"),
				Score: rating.Score(rapid.IntRange(0, 2).Draw(t, "score")),
			})
		}
		s.Pool = s.Pool.With(e)
	}
	return s
}

// Unpacking returns what was packed.
func TestStandingsArePacked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		standings := make([]Standing, rapid.IntRange(0, 5).Draw(t, "players"))
		for n := range standings {
			for k := range standings[n] {
				standings[n][k] = drawState(t)
			}
		}
		packed := AppendStandings(nil, standings)
		got, err := UnpackStandings(packed)
		if err != nil || !reflect.DeepEqual(got, standings) {
			t.Fatalf("%+v is unpacked as %+v, %v", standings, got, err)
		}
		at := rapid.IntRange(0, len(standings)).Draw(t, "at")
		pieces := AppendPiece(AppendPiece(AppendHead(nil, len(standings)), standings[:at]), standings[at:])
		if !bytes.Equal(pieces, packed) {
			t.Fatalf("%+v is packed as %x, and in pieces as %x", standings, packed, pieces)
		}
	})
}

// Whatever the bytes, unpacking returns standings that are packed to the same
// bytes, or an error.
// A piece in which some standings are replaced is that of the standings with these.
func TestReplaceInPiece(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		draw := func() (s Standing) {
			for k := range s {
				s[k] = drawState(t)
			}
			return s
		}
		var all []Standing
		for range rapid.IntRange(0, 9).Draw(t, "standings") {
			all = append(all, draw())
		}
		piece := AppendPiece(nil, all)
		all = append(all, make([]Standing, rapid.IntRange(0, 3).Draw(t, "later"))...)
		var at []int
		var by []Standing
		for n := range all {
			if rapid.Bool().Draw(t, "replaced") {
				all[n] = draw()
				at, by = append(at, n), append(by, all[n])
			}
		}
		got, err := ReplaceInPiece(piece, len(all), at, by)
		if want := AppendPiece(nil, all); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%x, %v, want %x", got, err, want)
		}
	})
}

func FuzzStandings(f *testing.F) {
	f.Add(AppendStandings(nil, []Standing{{{Rating: 1500, Games: 3}}, {{}, {Pool: &Pool{Events: []PoolEvent{{End: 5, Games: []PoolGame{{Opponent: 1200, Score: 1}}}}}}}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		standings, err := UnpackStandings(data)
		if err != nil {
			return
		}
		again, err := UnpackStandings(AppendStandings(nil, standings))
		if err != nil || !reflect.DeepEqual(again, standings) {
			t.Fatalf("%x: %+v, then %+v, %v", data, standings, again, err)
		}
	})
}
