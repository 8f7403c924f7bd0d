package rows

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"github.com/arpadchess/arpad/rating"
)

// RankingSize is how many places a Ranking has; the last one of a list has fewer.
const RankingSize = 1000

// Place is a player in the order of a list: the highest rating first, and of equal ones the
// lowest number.
type Place struct {
	Player uint32
	Rating rating.Rating
}

// Pack sets the players of a ranking, as base64 of varints. Players with the same rating
// follow one another: how much lower it is than the rating before (of the first the rating
// itself), how many they are, and their numbers, each less the one before.
func (r *Ranking) Pack(places []Place) {
	var packed []byte
	last := rating.Rating(0)
	for len(places) > 0 {
		same := 1
		for same < len(places) && places[same].Rating == places[0].Rating {
			same++
		}
		lower := last - places[0].Rating
		if last == 0 {
			lower = places[0].Rating
		}
		packed = binary.AppendUvarint(packed, uint64(lower))
		packed = binary.AppendUvarint(packed, uint64(same))
		before := uint32(0)
		for _, p := range places[:same] {
			packed = binary.AppendUvarint(packed, uint64(p.Player-before))
			before = p.Player
		}
		last, places = places[0].Rating, places[same:]
	}
	r.Players = base64.RawStdEncoding.EncodeToString(packed)
}

// Places returns the players of a ranking.
func (r *Ranking) Places() ([]Place, error) {
	packed, err := base64.RawStdEncoding.DecodeString(r.Players)
	if err != nil {
		return nil, r.damaged()
	}
	bad := false
	next := func() uint64 {
		v, n := binary.Uvarint(packed)
		if n <= 0 || v > 1<<32-1 {
			bad, packed = true, nil
			return 0
		}
		packed = packed[n:]
		return v
	}
	var places []Place
	now := rating.Rating(0)
	for len(packed) > 0 && !bad {
		if lower := rating.Rating(next()); len(places) == 0 {
			now = lower
		} else {
			now -= lower
		}
		same := next()
		if same > RankingSize {
			return nil, r.damaged()
		}
		player := uint32(0)
		for range same {
			player += uint32(next())
			places = append(places, Place{player, now})
		}
	}
	if bad {
		return nil, r.damaged()
	}
	return places, nil
}

func (r *Ranking) damaged() error {
	return fmt.Errorf("ranking %d %s %d is damaged", r.Publication, r.Kind, r.First)
}
