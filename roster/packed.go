package roster

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/wire"
	"github.com/arpadchess/arpad/rating"
)

// format is the version of packed standings.
const format = 3

// ErrDamaged is returned for bytes that are not packed standings.
var ErrDamaged = errors.New("the packed standings are damaged")

// The optional parts of a packed state, besides rating and games.
const (
	hasPeak = 1 << iota
	hasK
	hasLast
	hasPool
)

// AppendStandings appends the packed standings of a list: everything needed to
// rate from it, except the earlier lists.
func AppendStandings(to []byte, standings []Standing) []byte {
	return AppendPiece(AppendHead(to, len(standings)), standings)
}

// AppendHead appends how packed standings begin, given their number. Pieces follow it.
func AppendHead(to []byte, standings int) []byte {
	return binary.AppendUvarint(append(to, format), uint64(standings))
}

// AppendPiece appends some of the standings of a list.
func AppendPiece(to []byte, standings []Standing) []byte {
	for n := range standings {
		s := &standings[n]
		kinds := uint8(0)
		for k := range s {
			kinds |= wire.Flag(s[k] != State{}, 1<<k)
		}
		to = append(to, kinds)
		for k := range s {
			if s[k] != (State{}) {
				to = s[k].append(to)
			}
		}
	}
	return to
}

func (s *State) append(to []byte) []byte {
	to = append(to, wire.Flag(s.Peak != 0, hasPeak)|wire.Flag(s.K != 0, hasK)|wire.Flag(s.Last != 0, hasLast)|wire.Flag(s.Pool != nil, hasPool))
	to = binary.AppendUvarint(to, uint64(s.Rating))
	to = binary.AppendUvarint(to, uint64(s.Games))
	if s.Peak != 0 {
		to = binary.AppendUvarint(to, uint64(s.Peak))
	}
	if s.K != 0 {
		to = binary.AppendUvarint(to, uint64(s.K))
	}
	if s.Last != 0 {
		to = binary.AppendVarint(to, int64(s.Last))
	}
	if s.Pool != nil {
		to = s.Pool.append(to)
	}
	return to
}

func (p *Pool) append(to []byte) []byte {
	to = binary.AppendUvarint(to, uint64(len(p.Events)))
	for _, e := range p.Events {
		to = binary.AppendVarint(to, int64(e.First))
		to = binary.AppendVarint(to, int64(e.End))
		to = wire.AppendText(to, e.Order)
		to = binary.AppendUvarint(to, uint64(e.Floor))
		to = append(to, wire.Flag(e.Disregarded, 1))
		to = binary.AppendUvarint(to, uint64(len(e.Games)))
		for _, g := range e.Games {
			to = binary.AppendUvarint(to, uint64(g.Opponent))
			to = append(to, uint8(g.Score)|wire.Flag(g.Uncounted, 1<<7))
		}
	}
	return to
}

// UnpackStandings reads what AppendStandings wrote.
func UnpackStandings(data []byte) ([]Standing, error) {
	r := &wire.Reader{Data: data}
	if version := r.Byte(); version != format {
		return nil, fmt.Errorf("%w: their form is %d, known is %d", ErrDamaged, version, format)
	}
	n := r.Count(1)
	if r.Failed() {
		return nil, ErrDamaged
	}
	all := make([]Standing, 0, n)
	for range n {
		all = append(all, unpackStanding(r))
	}
	if r.Failed() || len(r.Data) > 0 {
		return nil, ErrDamaged
	}
	return all, nil
}

// ReplaceInPiece returns a piece with so many standings, of which some, by their sorted indexes, are
// others. Those that the piece has not yet are empty.
func ReplaceInPiece(data []byte, count int, at []int, by []Standing) ([]byte, error) {
	r := &wire.Reader{Data: data}
	to := make([]byte, 0, len(data)+16*len(at))
	for n := range count {
		rest := r.Data
		if len(rest) > 0 {
			skipStanding(r)
		}
		switch {
		case len(at) > 0 && at[0] == n:
			to = AppendPiece(to, by[:1])
			at, by = at[1:], by[1:]
		case len(rest) == 0:
			to = AppendPiece(to, make([]Standing, 1))
		default:
			to = append(to, rest[:len(rest)-len(r.Data)]...)
		}
	}
	if r.Failed() || len(r.Data) > 0 {
		return nil, ErrDamaged
	}
	return to, nil
}

// UnpackFromPiece returns one standing of a piece, counted from zero.
func UnpackFromPiece(data []byte, n int) (Standing, error) {
	r := &wire.Reader{Data: data}
	for range n {
		skipStanding(r)
	}
	s := unpackStanding(r)
	if r.Failed() {
		return Standing{}, ErrDamaged
	}
	return s, nil
}

func unpackStanding(r *wire.Reader) (s Standing) {
	kinds := r.Byte()
	for k := range rating.Kinds {
		if kinds&(1<<k) != 0 {
			s[k] = unpackState(r)
		}
	}
	return s
}

// skipStanding passes over a standing.
func skipStanding(r *wire.Reader) {
	for kinds := r.Byte() & (1<<rating.Kinds - 1); kinds != 0; kinds &= kinds - 1 {
		has := r.Byte()
		r.Skip(2 + bits.OnesCount8(has&(hasPeak|hasK|hasLast)))
		if has&hasPool != 0 {
			unpackPool(r)
		}
	}
}

func unpackState(r *wire.Reader) State {
	has := r.Byte()
	s := State{Rating: rating.Rating(r.Uint()), Games: int32(r.Uint())}
	if has&hasPeak != 0 {
		s.Peak = rating.Rating(r.Uint())
	}
	if has&hasK != 0 {
		s.K = rating.K(r.Uint())
	}
	if has&hasLast != 0 {
		s.Last = civil.Date(r.Int())
	}
	if has&hasPool != 0 {
		s.Pool = unpackPool(r)
	}
	return s
}

func unpackPool(r *wire.Reader) *Pool {
	p := &Pool{}
	for range r.Count(6) {
		e := PoolEvent{First: civil.Date(r.Int()), End: civil.Date(r.Int()), Order: r.Text(), Floor: rating.Rating(r.Uint()), Disregarded: r.Byte() != 0}
		for range r.Count(2) {
			opponent, score := rating.Rating(r.Uint()), r.Byte()
			e.Games = append(e.Games, PoolGame{Opponent: opponent, Uncounted: score&(1<<7) != 0, Score: rating.Score(score &^ (1 << 7))})
		}
		p.Events = append(p.Events, e)
	}
	return p
}
