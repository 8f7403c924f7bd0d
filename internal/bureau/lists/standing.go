package lists

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/async"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/roster"
)

// The standings of a list are stored in pieces, so that those of a few players are read
// without those of all.

// pieceSize is how many standings a piece has.
const pieceSize = 64

func pieceKey(run, piece int) string { return bureau.SeqKey(run) + "/" + bureau.SeqKey(piece) }

// packedPieces returns standings as they are stored.
func packedPieces(standings []roster.Standing) (packed [][]byte) {
	for some := range slices.Chunk(standings, pieceSize) {
		packed = append(packed, roster.AppendPiece(nil, some))
	}
	return packed
}

// keepPieces stores the standings that a run made, and returns their digest.
func keepPieces(tx *bureau.Tx, run *Run, packed [][]byte) (digest string, err error) {
	sum := sha256.New()
	sum.Write(roster.AppendHead(nil, run.Players))
	for n, piece := range packed {
		sum.Write(piece)
		if err := tx.Put(StateKind, pieceKey(run.ID, n), piece); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// StandingsDigest returns the digest of the standings of a list: the SHA-256 of all pieces.
func StandingsDigest(standings []roster.Standing) string {
	sum := sha256.Sum256(roster.AppendStandings(nil, standings))
	return hex.EncodeToString(sum[:])
}

// PackedStandings returns the standings that a run made, as roster.AppendStandings packs
// them.
func PackedStandings(r bureau.Reader, run *Run) ([]byte, error) {
	packed, err := readPieces(r, run)
	if err != nil {
		return nil, err
	}
	return append(roster.AppendHead(nil, run.Players), bytes.Join(packed, nil)...), nil
}

// ListOf returns the list that a run made.
func ListOf(r bureau.Reader, id int) (*roster.List, error) {
	list, err := ReadList(r, id)
	if err != nil {
		return nil, err
	}
	return list()
}

// ReadList reads the list that a run made. It is unpacked beside the work of the caller; list
// waits for it.
func ReadList(r bureau.Reader, id int) (list func() (*roster.List, error), err error) {
	run, err := FindRun(r, id)
	if err != nil {
		return nil, err
	}
	data, err := PackedStandings(r, run)
	if err != nil {
		return nil, err
	}
	return async.Start(func() (*roster.List, error) {
		standings, err := roster.UnpackStandings(data)
		if err != nil {
			return nil, fmt.Errorf("run %d: %w", id, err)
		}
		return &roster.List{From: run.List, Standings: standings}, nil
	}), nil
}

// Standings are the standings that a run made, which are read when they are asked for. The
// zero value is those of no list.
type Standings struct {
	r      bureau.Reader
	run    *Run
	pieces map[int][]byte
}

// StandingsOf returns the standings that a run made.
func StandingsOf(r bureau.Reader, id int) (*Standings, error) {
	run, err := FindRun(r, id)
	if err != nil {
		return nil, err
	}
	return run.Standings(r), nil
}

// Standings returns the standings that the run made.
func (run *Run) Standings(r bureau.Reader) *Standings { return &Standings{r, run, map[int][]byte{}} }

// Of returns the standings of players. That of a later player is empty.
func (s *Standings) Of(players ...uint32) ([]roster.Standing, error) {
	if err := s.read(players); err != nil {
		return nil, err
	}
	some := make([]roster.Standing, len(players))
	for i, player := range players {
		if int(player) >= s.run.Players {
			continue
		}
		var err error
		if some[i], err = roster.UnpackFromPiece(s.pieces[int(player/pieceSize)], int(player%pieceSize)); err != nil {
			return nil, fmt.Errorf("run %d: %w", s.run.ID, err)
		}
	}
	return some, nil
}

// read reads the pieces with players, each once.
func (s *Standings) read(players []uint32) error {
	var wanted []int
	for _, player := range players {
		piece := int(player / pieceSize)
		if _, read := s.pieces[piece]; !read && int(player) < s.run.Players {
			s.pieces[piece] = nil
			wanted = append(wanted, piece)
		}
	}
	keys := make([]string, len(wanted))
	for i, piece := range wanted {
		keys[i] = pieceKey(s.run.ID, piece)
	}
	if err := bureau.Gather(s.r, StateKind, keys); err != nil {
		return err
	}
	for i, piece := range wanted {
		data, err := s.r.Get(StateKind, keys[i])
		if err != nil {
			return err
		}
		s.pieces[piece] = data
	}
	return nil
}

// None reports whether there is no list. A nil list, one that could not be read, is none.
func (s *Standings) None() bool { return s == nil || s.run == nil }

// Only returns a list of a few players, in their order.
func (s *Standings) Only(players []uint32) (*roster.List, error) {
	some, err := s.Of(players...)
	return &roster.List{From: s.From(), Standings: some}, err
}

// From returns the day on which the list comes into force.
func (s *Standings) From() civil.Date { return s.run.List }

// StandingIn returns a player's standing in the list of a run.
func StandingIn(r bureau.Reader, run int, player uint32) (roster.Standing, error) {
	s, err := StandingsOf(r, run)
	if err != nil {
		return roster.Standing{}, err
	}
	some, err := s.Of(player)
	if err != nil {
		return roster.Standing{}, err
	}
	return some[0], nil
}

// NewestStanding returns a player's standing in the list published last, with its
// corrections.
func NewestStanding(r bureau.Reader, player uint32) (roster.Standing, error) {
	id, err := LatestRun.Get(r, "")
	if err != nil || id == nil {
		return roster.Standing{}, err
	}
	return StandingIn(r, *id, player)
}
