package bureau

import (
	"encoding/binary"
	"fmt"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Fact is what a rating depends on of a player beside the list: packed, so that
// a period has those of all its players at once. The birth is kept as closely
// as the regulations ask: the year, and whether it was the year's first day
// (age on 1 January).
type Fact struct {
	BirthYear      uint16 // zero: not known
	NewYear        bool   // born on 1 January, or no more than the year is known
	YearOnly       bool
	EnteredUnrated bool
	Fide           [rating.Kinds]rating.Rating
}

func factsOf(p *Player, person *Person) Fact {
	f := Fact{EnteredUnrated: p.EnteredUnrated, Fide: p.Fide, BirthYear: uint16(person.Birth.Year()), YearOnly: person.Birth.YearOnly()}
	if birth := person.Birth; birth != 0 && !f.YearOnly {
		f.NewYear = birth == first(birth.Year(), 1)
	}
	return f
}

// first gives the birth on a day of January.
func first(year, day int) civil.Birth {
	b, _ := civil.NewBirth(year, 1, day)
	return b
}

// fill tells a player what the fact says, as a regulation reads it.
func (f *Fact) fill(p *roster.Player) {
	p.EnteredUnrated, p.Fide = f.EnteredUnrated, f.Fide
	switch {
	case f.BirthYear == 0:
	case f.YearOnly:
		p.Birth = civil.BirthIn(int(f.BirthYear))
	case f.NewYear:
		p.Birth = first(int(f.BirthYear), 1)
	default:
		p.Birth = first(int(f.BirthYear), 2)
	}
}

const factSize = 3 + 2*rating.Kinds

func (f *Fact) append(to []byte) []byte {
	to = binary.LittleEndian.AppendUint16(to, f.BirthYear)
	flags := uint8(0)
	for i, set := range []bool{f.NewYear, f.YearOnly, f.EnteredUnrated} {
		if set {
			flags |= 1 << i
		}
	}
	to = append(to, flags)
	for _, r := range f.Fide {
		to = binary.LittleEndian.AppendUint16(to, uint16(r))
	}
	return to
}

func unpackFact(data []byte) Fact {
	f := Fact{
		BirthYear: binary.LittleEndian.Uint16(data),
		NewYear:   data[2]&1 != 0, YearOnly: data[2]&2 != 0, EnteredUnrated: data[2]&4 != 0,
	}
	for k := range f.Fide {
		f.Fide[k] = rating.Rating(binary.LittleEndian.Uint16(data[3+2*k:]))
	}
	return f
}

// facts is the packed facts of all players, in documents of some hundred each.
type facts struct {
	change *Tx
	chunks map[uint32][]byte
}

const (
	factsKind = "facts"
	factChunk = 512 // players in a document
)

func (tx *Tx) facts() *facts { return &facts{tx, map[uint32][]byte{}} }

// set sets the fact of a player.
func (f *facts) set(player uint32, fact Fact) error {
	n := player / factChunk
	chunk, loaded := f.chunks[n]
	if !loaded {
		stored, err := f.change.Get(factsKind, numberKey(n))
		if err != nil {
			return err
		}
		chunk = append([]byte{}, stored...)
	}
	at := int(player%factChunk) * factSize
	for len(chunk) < at+factSize {
		chunk = append(chunk, make([]byte, factSize)...)
	}
	fact.append(chunk[:at])
	f.chunks[n] = chunk
	return nil
}

// close keeps what was set.
func (f *facts) close() error {
	for n, chunk := range f.chunks {
		if err := f.change.Put(factsKind, numberKey(n), chunk); err != nil {
			return err
		}
	}
	return nil
}

// allFacts gives the facts of all players, by number, of whom there are about so
// many.
func allFacts(r Reader, players int) ([]Fact, error) {
	all := make([]Fact, 0, players)
	err := r.Scan(factsKind, "", "", func(key string, chunk []byte) (bool, error) {
		if len(chunk)%factSize != 0 {
			return false, fmt.Errorf("facts %s: %d bytes are no whole number of players", key, len(chunk))
		}
		for ; len(chunk) > 0; chunk = chunk[factSize:] {
			all = append(all, unpackFact(chunk))
		}
		return true, nil
	})
	return all, err
}
