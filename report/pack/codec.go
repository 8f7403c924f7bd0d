package pack

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/wire"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// The versions of the packed form. Each record states its own, so that old ones
// stay readable, and has the first that holds it.
const (
	format        = 1
	formatSurplus = 2 // each entry has its surplus, too
)

// gameSize is the size of a packed game in bytes: both entries, the days from
// the event's end, round, result, and the reason if it does not count.
const gameSize = 10

// ErrDamaged is returned for bytes that are not a packed batch.
var ErrDamaged = errors.New("the packed record is damaged")

// ErrTooLarge is returned for a batch that exceeds the packed form: more than
// 65,535 players in a section, or games more than 89 years from the end of the
// event.
var ErrTooLarge = errors.New("the event is too large for a packed record")

// AppendBinary appends the packed form of a batch, about ten bytes per game.
func (b *Batch) AppendBinary(to []byte) ([]byte, error) {
	version := b.format()
	to = append(to, version)
	to = binary.AppendUvarint(to, uint64(len(b.Events)))
	for i := range b.Events {
		to = b.Events[i].append(to)
	}
	to = binary.AppendUvarint(to, uint64(len(b.Sections)))
	places := make([]map[uint32]int, len(b.Sections)) // index of the entry, by player
	for i := range b.Sections {
		to = b.Sections[i].append(to, version)
		places[i] = b.Sections[i].places()
	}
	to = binary.AppendUvarint(to, uint64(len(b.Games)))
	for i := range b.Games {
		g := &b.Games[i]
		white, black := places[g.Section][g.White], places[g.Section][g.Black]
		days := int(b.Events[b.Sections[g.Section].Event].End - g.Date)
		if len(b.Sections) > 1<<16 || max(white, black) >= 1<<16 || days != int(int16(days)) {
			return nil, ErrTooLarge
		}
		to = binary.LittleEndian.AppendUint16(to, uint16(g.Section))
		to = binary.LittleEndian.AppendUint16(to, uint16(white))
		to = binary.LittleEndian.AppendUint16(to, uint16(black))
		to = binary.LittleEndian.AppendUint16(to, uint16(int16(days)))
		to = append(to, g.Round, uint8(g.Result)<<4|uint8(g.Out))
	}
	return to, nil
}

// format returns the version in which the batch is packed.
func (b *Batch) format() uint8 {
	for i := range b.Sections {
		if slices.ContainsFunc(b.Sections[i].Entries, func(e Entry) bool { return e.Surplus != 0 }) {
			return formatSurplus
		}
	}
	return format
}

// places returns the index of each player's entry.
func (s *Section) places() map[uint32]int {
	places := make(map[uint32]int, len(s.Entries))
	for i, e := range s.Entries {
		places[e.Player] = i
	}
	return places
}

func (e *Event) append(to []byte) []byte {
	to = wire.AppendText(to, e.Name)
	for _, day := range []civil.Date{e.Start, e.End, e.Received} {
		to = binary.AppendVarint(to, int64(day))
	}
	to = binary.AppendVarint(to, int64(e.AgeYear))
	return append(to, wire.Flag(e.Team, 1)|wire.Flag(e.Braille, 2)|wire.Flag(e.FIDE, 4), uint8(e.System))
}

func (s *Section) append(to []byte, version uint8) []byte {
	to = binary.AppendUvarint(to, uint64(s.Event))
	to = binary.AppendUvarint(to, uint64(s.Number))
	to = wire.AppendText(to, s.Name)
	to = append(to, uint8(s.Kind), uint8(s.Group), wire.Flag(s.Refused, 1))
	for _, n := range []int{s.Rounds, int(s.Floor), s.Unrated} {
		to = binary.AppendVarint(to, int64(n))
	}
	to = binary.AppendUvarint(to, uint64(len(s.Entries)))
	for _, e := range s.Entries {
		to = binary.AppendUvarint(to, uint64(e.Player))
		to = binary.AppendVarint(to, int64(e.Start))
		to = binary.AppendVarint(to, int64(e.Points))
		if version == formatSurplus {
			to = binary.AppendVarint(to, int64(e.Surplus))
		}
	}
	to = binary.AppendUvarint(to, uint64(len(s.Byes)))
	for _, bye := range s.Byes {
		to = binary.AppendUvarint(to, uint64(bye.Player))
		to = append(to, bye.Round, uint8(bye.Kind))
	}
	return to
}

// Unpack adds a packed batch, with a number for its reports, and returns the
// remaining bytes. The batch must be sorted afterwards.
func (b *Batch) Unpack(data []byte, number int) ([]byte, error) {
	r := &wire.Reader{Data: data}
	version := r.Byte()
	if version != format && version != formatSurplus {
		return nil, fmt.Errorf("%w: its form is %d, known are %d and %d", ErrDamaged, version, format, formatSurplus)
	}
	events, sections := len(b.Events), len(b.Sections)
	for range r.Count(1) {
		b.Events = append(b.Events, unpackEvent(r, number))
	}
	for range r.Count(1) {
		s := unpackSection(r, version)
		if s.Event < 0 || s.Event >= len(b.Events)-events {
			r.Fail()
		}
		s.Event += events
		b.Sections = append(b.Sections, s)
	}
	n := r.Count(gameSize)
	if r.Failed() {
		return nil, ErrDamaged
	}
	packed := r.Data[:n*gameSize]
	for ; len(packed) > 0; packed = packed[gameSize:] {
		in := int(binary.LittleEndian.Uint16(packed))
		if in >= len(b.Sections)-sections {
			return nil, ErrDamaged
		}
		s := &b.Sections[sections+in]
		white, black := int(binary.LittleEndian.Uint16(packed[2:])), int(binary.LittleEndian.Uint16(packed[4:]))
		if max(white, black) >= len(s.Entries) {
			return nil, ErrDamaged
		}
		result, out := report.Result(packed[9]>>4), Out(packed[9]&15)
		if result > report.DoubleForfeit || out > Held {
			return nil, ErrDamaged
		}
		b.Games = append(b.Games, Game{
			White: s.Entries[white].Player, Black: s.Entries[black].Player, Section: uint32(sections + in),
			Date:  b.Events[s.Event].End - civil.Date(int16(binary.LittleEndian.Uint16(packed[6:]))),
			Round: packed[8], Result: result, Kind: s.Kind, Out: out,
		})
	}
	return r.Data[n*gameSize:], nil
}

// What a packed word may be.
var (
	kinds   = append([]rating.Kind{0}, rating.AllKinds[:]...) // 0: of a section that is refused
	groups  = report.Groups()
	systems = report.Systems()
	byes    = report.ByeKinds()
)

// word reads one of an enumeration's words.
func word[T ~uint8](r *wire.Reader, all []T) T {
	which := T(r.Byte())
	if !slices.Contains(all, which) {
		r.Fail()
	}
	return which
}

func unpackEvent(r *wire.Reader, number int) Event {
	e := Event{Report: number, Name: r.Text()}
	e.Start, e.End, e.Received = civil.Date(r.Int()), civil.Date(r.Int()), civil.Date(r.Int())
	e.AgeYear = int(r.Int())
	flags := r.Byte()
	e.Team, e.Braille, e.FIDE = flags&1 != 0, flags&2 != 0, flags&4 != 0
	e.System = word(r, systems)
	return e
}

func unpackSection(r *wire.Reader, version uint8) Section {
	s := Section{Event: int(r.Uint()), Number: int(r.Uint()), Name: r.Text()}
	s.Kind, s.Group, s.Refused = word(r, kinds), word(r, groups), r.Byte() != 0
	s.Rounds, s.Floor, s.Unrated = int(r.Int()), rating.Rating(r.Int()), int(r.Int())
	s.Entries = make([]Entry, r.Count(3))
	for i := range s.Entries {
		s.Entries[i] = Entry{Player: uint32(r.Uint()), Start: int32(r.Int()), Points: rating.Score(r.Int())}
		if version == formatSurplus {
			s.Entries[i].Surplus = rating.Score(r.Int())
		}
	}
	s.Byes = make([]Bye, r.Count(3))
	for i := range s.Byes {
		s.Byes[i] = Bye{Player: uint32(r.Uint()), Round: r.Byte(), Kind: word(r, byes)}
	}
	return s
}
