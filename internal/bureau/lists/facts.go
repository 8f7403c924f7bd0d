// Package lists holds the rating lists of a bureau: calculation periods, the runs that make lists, and publications.
package lists

import (
	"encoding/binary"
	"fmt"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// Fact is what a player's rating depends on besides the list. It is small,
// because a period needs those of all players at once. Of the birth it keeps
// what the regulations ask: the year, and whether the player was born on its
// first day (age on 1 January).
type Fact struct {
	BirthYear      uint16 // zero: unknown
	NewYear        bool   // born on 1 January, or only the year is known
	YearOnly       bool
	Reported       bool // the birth: no register knows it, or no more than the year
	Disputed       bool // reports contradict each other about the birth
	EnteredUnrated bool
	Fide           [rating.Kinds]rating.Rating
}

// First returns a birth in January of a year, on the given day.
func First(year, day int) civil.Birth {
	b, _ := civil.NewBirth(year, 1, day)
	return b
}

// Fill copies the fact to a player, in the form that a regulation reads.
func (f *Fact) Fill(p *roster.Player) {
	p.EnteredUnrated, p.Fide, p.Birth = f.EnteredUnrated, f.Fide, f.birth()
}

// birth returns the birth in the form that a regulation reads.
func (f *Fact) birth() civil.Birth {
	switch {
	case f.BirthYear == 0:
		return 0
	case f.YearOnly:
		return civil.BirthIn(int(f.BirthYear))
	case f.NewYear:
		return First(int(f.BirthYear), 1)
	}
	return First(int(f.BirthYear), 2)
}

// SetBirth sets what the regulations ask of a birth.
func (f *Fact) SetBirth(birth civil.Birth) {
	f.BirthYear, f.YearOnly = uint16(birth.Year()), birth.YearOnly()
	f.NewYear = birth != 0 && !f.YearOnly && birth == First(birth.Year(), 1)
}

// take sets the birth, and where it is known from.
func (f *Fact) take(birth civil.Birth, from season.Origin) {
	f.SetBirth(birth)
	f.Reported, f.Disputed = from == season.FromReport, from == season.Disputed
}

const factSize = 3 + 2*rating.Kinds

func (f *Fact) append(to []byte) []byte {
	to = binary.LittleEndian.AppendUint16(to, f.BirthYear)
	flags := uint8(0)
	for i, set := range []bool{f.NewYear, f.YearOnly, f.EnteredUnrated, f.Reported, f.Disputed} {
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
		Reported: data[2]&8 != 0, Disputed: data[2]&16 != 0,
	}
	for k := range f.Fide {
		f.Fide[k] = rating.Rating(binary.LittleEndian.Uint16(data[3+2*k:]))
	}
	return f
}

// FactWriter writes the packed facts of players, some hundred to a document.
type FactWriter struct {
	tx     *bureau.Tx
	chunks map[uint32][]byte
}

const (
	// FactsKind is the kind of the packed facts about players.
	FactsKind = "facts"
	factChunk = 512 // players per document
)

// WriteFacts returns a writer of players' facts, which must be closed.
func WriteFacts(tx *bureau.Tx) *FactWriter { return &FactWriter{tx, map[uint32][]byte{}} }

// Set sets the fact of a player.
func (f *FactWriter) Set(player uint32, fact Fact) error {
	n := player / factChunk
	chunk, loaded := f.chunks[n]
	if !loaded {
		stored, err := f.tx.Get(FactsKind, NumberKey(n))
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

// Close writes the facts that were set.
func (f *FactWriter) Close() error {
	for n, chunk := range f.chunks {
		if err := f.tx.Put(FactsKind, NumberKey(n), chunk); err != nil {
			return err
		}
	}
	return nil
}

// WithoutBirths returns packed facts of players as they are when nobody's birth is known.
func WithoutBirths(chunk []byte) []byte {
	without := make([]byte, 0, len(chunk))
	for ; len(chunk) >= factSize; chunk = chunk[factSize:] {
		f := unpackFact(chunk)
		f.take(0, season.Unknown)
		without = f.append(without)
	}
	return without
}

// AllFacts returns the facts of all players indexed by number; players is a
// capacity hint.
func AllFacts(r bureau.Reader, players int) ([]Fact, error) {
	all := make([]Fact, 0, players)
	err := r.Scan(FactsKind, "", "", func(key string, chunk []byte) (bool, error) {
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
