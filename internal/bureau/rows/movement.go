package rows

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/arpadchess/arpad/rating"
)

// Moved is how a player's rating of a kind differs between two published lists.
type Moved struct {
	Player        uint32
	Before, After rating.Rating // zero: unrated
	Games         int32         // how many more are counted after it
	Played        bool          // games of the period of the later list counted
}

// Change returns the change of the rating; zero if the player is unrated in one of the lists.
func (m *Moved) Change() int {
	by, _ := m.After.Since(m.Before)
	return by
}

// Pack sets what moved, by the numbers of the players, as base64. Each number, how much it is
// above the one before, the rating before, the change and the games are varints; the last bit of
// the games says whether some of the period counted.
func (m *Movement) Pack(moved []Moved) {
	var packed []byte
	before := uint32(0)
	for _, p := range moved {
		games := int64(p.Games) << 1
		if p.Played {
			games |= 1
		}
		packed = binary.AppendUvarint(packed, uint64(p.Player-before))
		packed = binary.AppendUvarint(packed, uint64(p.Before))
		packed = binary.AppendVarint(packed, int64(p.After-p.Before))
		packed = binary.AppendVarint(packed, games)
		before = p.Player
	}
	m.Players = base64.RawStdEncoding.EncodeToString(packed)
}

// mostPlayers is more than any federation has: the number of a player is below it. Who reads what moved
// has memory for each number up to the highest.
const mostPlayers = 1 << 24

// Moved returns what moved, by the numbers of the players.
func (m *Movement) Moved() ([]Moved, error) {
	packed, err := base64.RawStdEncoding.DecodeString(m.Players)
	if err != nil {
		return nil, m.damaged()
	}
	all := make([]Moved, 0, len(packed)/4) // one takes four bytes or more
	player := uint64(0)
	for len(packed) > 0 {
		more, a := binary.Uvarint(packed)
		before, b := binary.Uvarint(packed[max(a, 0):])
		change, c := binary.Varint(packed[max(a, 0)+max(b, 0):])
		games, d := binary.Varint(packed[max(a, 0)+max(b, 0)+max(c, 0):])
		player += more
		after := int64(before) + change
		if min(a, b, c, d) <= 0 || max(more, player) >= mostPlayers || before > math.MaxInt16 || after < 0 || after > math.MaxInt16 {
			return nil, m.damaged()
		}
		all = append(all, Moved{uint32(player), rating.Rating(before), rating.Rating(after), int32(games >> 1), games&1 == 1})
		packed = packed[a+b+c+d:]
	}
	return all, nil
}

func (m *Movement) damaged() error {
	return fmt.Errorf("movement %s %d is damaged", m.Kind, m.Publication)
}

// Backward returns what moved from the later list to the earlier one.
func Backward(moved []Moved) []Moved {
	all := make([]Moved, len(moved))
	for i, p := range moved {
		all[i] = Moved{Player: p.Player, Before: p.After, After: p.Before, Games: -p.Games}
	}
	return all
}

// Through returns what moved from the first of some lists to the last, in any order, given what
// moved from each to the next, and how many players there are, about. What moved in a single step is
// returned as it is.
func Through(steps [][]Moved, players int) []Moved {
	if len(steps) == 1 {
		return steps[0]
	}
	most := 0
	for _, step := range steps {
		most += len(step)
	}
	all := make([]Moved, 0, most)
	places := make([]uint32, players) // in all by player, from one
	for i, step := range steps {
		last := i == len(steps)-1
		for _, m := range step {
			m.Played = m.Played && last
			if more := int(m.Player) + 1 - len(places); more > 0 {
				places = append(places, make([]uint32, more)...)
			}
			place := &places[m.Player]
			if *place == 0 {
				all = append(all, m)
				*place = uint32(len(all))
				continue
			}
			p := &all[*place-1]
			p.After, p.Games, p.Played = m.After, p.Games+m.Games, m.Played
		}
	}
	return all
}
