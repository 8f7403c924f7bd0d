package rows

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/rating"
)

// BandWidth is how many ratings a RatingBand has.
const BandWidth = 25

// Place is a player with a rating in the order of a list: the highest rating first, and of
// equal ones the lowest number.
type Place struct {
	Player uint32
	Rating rating.Rating
}

// Pack sets the places that a publication changed in a band, by the numbers of the players,
// as base64: each number as a varint, less the one before, and a byte, how much higher the
// rating is than the one below the band. It is zero of a player who has left the band, whose
// place has no rating.
func (r *Ranking) Pack(changed []Place) {
	var packed []byte
	before := uint32(0)
	for _, p := range changed {
		above := byte(0)
		if p.Rating.Rated() {
			above = byte(int(p.Rating) - r.First + 1)
		}
		packed = append(binary.AppendUvarint(packed, uint64(p.Player-before)), above)
		before = p.Player
	}
	r.Players = base64.RawStdEncoding.EncodeToString(packed)
}

// Changed returns the places that a publication changed in a band.
func (r *Ranking) Changed() ([]Place, error) {
	packed, err := base64.RawStdEncoding.DecodeString(r.Players)
	if err != nil {
		return nil, r.damaged()
	}
	var changed []Place
	player := uint64(0)
	for len(packed) > 0 {
		more, n := binary.Uvarint(packed)
		if player += more; n <= 0 || n == len(packed) || max(more, player) >= mostPlayers || packed[n] > BandWidth {
			return nil, r.damaged()
		}
		p := Place{Player: uint32(player)}
		if above := packed[n]; above > 0 {
			p.Rating = rating.Rating(r.First + int(above) - 1)
		}
		changed, packed = append(changed, p), packed[n+1:]
	}
	return changed, nil
}

func (r *Ranking) damaged() error {
	return fmt.Errorf("ranking %s %d %d is damaged", r.Kind, r.First, r.Publication)
}

// Places returns the players of a band, by their numbers.
func (b *RatingBand) Places(r bureau.Reader) (places []Place, err error) {
	found, err := Rankings.Select(r, bureau.Range{Is: []any{b.Kind, int64(b.First)}, From: int64(b.Since), To: int64(b.Publication) + 1})
	for _, ranking := range found {
		changed, err := ranking.Changed()
		if err != nil {
			return nil, err
		}
		places = after(places, changed)
	}
	return places, err
}

// after returns places after some of them have changed. All are by the numbers of the
// players.
func after(places, changed []Place) []Place {
	if len(places) == 0 {
		return changed
	}
	all := make([]Place, 0, len(places)+len(changed))
	for len(places) > 0 || len(changed) > 0 {
		switch {
		case len(changed) == 0 || len(places) > 0 && places[0].Player < changed[0].Player:
			all, places = append(all, places[0]), places[1:]
			continue
		case len(places) > 0 && places[0].Player == changed[0].Player:
			places = places[1:]
		}
		if changed[0].Rating.Rated() {
			all = append(all, changed[0])
		}
		changed = changed[1:]
	}
	return all
}
