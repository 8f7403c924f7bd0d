package fidelist

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/wire"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Packed is players of a list, by number in the order of the list. Each takes about
// sixty bytes, so that those of a large federation fit into little memory.
type Packed struct {
	entries []byte
	starts  []uint32 // in entries, by number
	byID    []uint32 // the numbers, sorted by FIDE ID
	from    civil.Date
	kind    rating.Kind // of all ratings, which are packed as standard; zero: they are of all kinds
}

// Len returns the number of players.
func (l *Packed) Len() int { return len(l.starts) }

// add packs a player.
func (l *Packed) add(e *entry) {
	l.starts = append(l.starts, uint32(len(l.entries)))
	p := &e.player
	for _, text := range []string{p.ID, p.Name, p.Federation, p.Sex, p.Title} {
		l.entries = wire.AppendText(l.entries, text)
	}
	l.entries = binary.AppendVarint(l.entries, int64(p.Birth))
	l.entries = roster.AppendPiece(l.entries, []roster.Standing{e.standing})
}

// entry returns a player with the standing, both as if the list were of FIDE's own.
func (l *Packed) entry(n uint32) (p roster.Player, s roster.Standing) {
	from := &wire.Reader{Data: l.entries[l.starts[n]:]}
	for _, text := range []*string{&p.ID, &p.Name, &p.Federation, &p.Sex, &p.Title} {
		*text = from.Text()
	}
	p.FideID, p.Birth = p.ID, civil.Birth(from.Int())
	s, _ = roster.UnpackFromPiece(from.Data, 0)
	if l.kind != 0 {
		s[0], *s.Of(l.kind) = roster.State{}, s[0]
	}
	p.EnteredUnrated = !s.Rated()
	return p, s
}

// id returns the FIDE ID of a player.
func (l *Packed) id(n uint32) []byte {
	from := &wire.Reader{Data: l.entries[l.starts[n]:]}
	return from.Take(from.Count(1))
}

// index sorts the players by FIDE ID.
func (l *Packed) index() {
	l.byID = make([]uint32, len(l.starts))
	for n := range l.byID {
		l.byID[n] = uint32(n)
	}
	slices.SortFunc(l.byID, func(a, b uint32) int { return bytes.Compare(l.id(a), l.id(b)) })
}

// ByFideID finds a player by FIDE ID.
func (l *Packed) ByFideID(id string) (uint32, bool) {
	i, found := slices.BinarySearchFunc(l.byID, []byte(id), func(n uint32, id []byte) int { return bytes.Compare(l.id(n), id) })
	if !found {
		return 0, false
	}
	return l.byID[i], true
}

// Player returns a player for the register of another authority: the ratings of the
// list are the FIDE ratings.
func (l *Packed) Player(n uint32) *roster.Player {
	p, s := l.entry(n)
	for i := range s {
		p.Fide[i] = s[i].Rating
	}
	return &p
}

// unpack returns the players and their standings.
func (l *Packed) unpack() (*roster.Roster, roster.List) {
	players, list := roster.New(), roster.List{From: l.from}
	for n := range l.starts {
		p, s := l.entry(uint32(n))
		players.Add(p)
		list.Standings = append(list.Standings, s)
	}
	return players, list
}
