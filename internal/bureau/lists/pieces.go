package lists

import (
	"fmt"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/roster"
)

// pieces are the packed standings of a list, of which some are unpacked: those of a month in which few
// played change few of them.
type pieces struct {
	packed   [][]byte
	players  int
	unpacked map[int][]roster.Standing // by index
}

// readPieces reads the pieces of the list that a run made.
func readPieces(r bureau.Reader, run *Head) (*pieces, error) {
	p := &pieces{players: run.Players, unpacked: map[int][]roster.Standing{}}
	prefix := bureau.SeqKey(run.ID) + "/"
	err := r.Scan(StateKind, prefix, bureau.KeyAfter(prefix), func(_ string, piece []byte) (bool, error) {
		p.packed = append(p.packed, piece)
		return true, nil
	})
	if err == nil && len(p.packed)*pieceSize < run.Players {
		err = fmt.Errorf("run %d is missing", run.ID)
	}
	return p, err
}

// grow adds players without a rating at the end.
func (p *pieces) grow(players int) error {
	for ; p.players < players; p.players++ {
		if p.players%pieceSize == 0 {
			p.packed = append(p.packed, nil)
		}
		n := p.players / pieceSize
		some, err := p.piece(n)
		if err != nil {
			return err
		}
		p.unpacked[n] = append(some, roster.Standing{})
	}
	return nil
}

func (p *pieces) piece(n int) (some []roster.Standing, err error) {
	some, known := p.unpacked[n]
	if !known {
		if some, err = roster.UnpackPiece(p.packed[n]); err == nil && len(some) != min(pieceSize, max(0, p.players-n*pieceSize)) {
			err = roster.ErrDamaged
		}
		p.unpacked[n] = some
	}
	return some, err
}

// of returns the standing of a player. What is written to it is packed again.
func (p *pieces) of(player uint32) (*roster.Standing, error) {
	some, err := p.piece(int(player / pieceSize))
	if err != nil {
		return nil, err
	}
	return &some[player%pieceSize], nil
}

// pack returns all pieces.
func (p *pieces) pack() [][]byte {
	for n, some := range p.unpacked {
		p.packed[n] = roster.AppendPiece(nil, some)
	}
	return p.packed
}
