package pack

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// format is the version of the packed form. A record says which one it has, so
// that old ones stay readable.
const format = 1

// gameSize is the bytes of a packed game: both entries, the days from the
// event's end, round, result, and why it does not count.
const gameSize = 10

// ErrDamaged says that bytes are no packed batch.
var ErrDamaged = errors.New("the packed record is damaged")

// ErrTooLarge says that a batch exceeds what the packed form can hold: 65,535
// players in a section, or games more than 89 years from the end of the event.
var ErrTooLarge = errors.New("the event is too large for a packed record")

// AppendBinary appends the packed form of a batch: what the report of an event
// came to, about ten bytes a game.
func (b *Batch) AppendBinary(to []byte) ([]byte, error) {
	to = append(to, format)
	to = binary.AppendUvarint(to, uint64(len(b.Events)))
	for i := range b.Events {
		to = b.Events[i].append(to)
	}
	to = binary.AppendUvarint(to, uint64(len(b.Sections)))
	places := make([]map[uint32]int, len(b.Sections)) // of the entries, by player
	for i := range b.Sections {
		to = b.Sections[i].append(to)
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

// places gives the places of the players among the entries.
func (s *Section) places() map[uint32]int {
	places := make(map[uint32]int, len(s.Entries))
	for i, e := range s.Entries {
		places[e.Player] = i
	}
	return places
}

func (e *Event) append(to []byte) []byte {
	to = appendText(to, e.Name)
	for _, day := range []civil.Date{e.Start, e.End, e.Received} {
		to = binary.AppendVarint(to, int64(day))
	}
	to = binary.AppendVarint(to, int64(e.AgeYear))
	return append(to, flag(e.Team, 1)|flag(e.Braille, 2)|flag(e.FIDE, 4), uint8(e.System))
}

func (s *Section) append(to []byte) []byte {
	to = binary.AppendUvarint(to, uint64(s.Event))
	to = binary.AppendUvarint(to, uint64(s.Number))
	to = appendText(to, s.Name)
	to = append(to, uint8(s.Kind), uint8(s.Group), flag(s.Refused, 1))
	for _, n := range []int{s.Rounds, int(s.Floor), s.Unrated} {
		to = binary.AppendVarint(to, int64(n))
	}
	to = binary.AppendUvarint(to, uint64(len(s.Entries)))
	for _, e := range s.Entries {
		to = binary.AppendUvarint(to, uint64(e.Player))
		to = binary.AppendVarint(to, int64(e.Start))
		to = binary.AppendVarint(to, int64(e.Points))
	}
	to = binary.AppendUvarint(to, uint64(len(s.Byes)))
	for _, bye := range s.Byes {
		to = binary.AppendUvarint(to, uint64(bye.Player))
		to = append(to, bye.Round, uint8(bye.Kind))
	}
	return to
}

func appendText(to []byte, text string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

func flag(set bool, bit uint8) uint8 {
	if set {
		return bit
	}
	return 0
}

// Unpack adds to the batch what a packed form holds, with a number for its
// reports, and gives what follows it in the bytes. The batch has then to be
// sorted.
func (b *Batch) Unpack(data []byte, number int) ([]byte, error) {
	r := &reader{data: data}
	if version := r.byte(); version != format {
		return nil, fmt.Errorf("%w: its form is %d, known is %d", ErrDamaged, version, format)
	}
	events, sections := len(b.Events), len(b.Sections)
	for range r.count(1) {
		b.Events = append(b.Events, r.event(number))
	}
	for range r.count(1) {
		s := r.section()
		if s.Event += events; s.Event >= len(b.Events) {
			r.failed = true
		}
		b.Sections = append(b.Sections, s)
	}
	n := r.count(gameSize)
	if r.failed {
		return nil, ErrDamaged
	}
	packed := r.data[:n*gameSize]
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
		b.Games = append(b.Games, Game{
			White: s.Entries[white].Player, Black: s.Entries[black].Player, Section: uint32(sections + in),
			Date:  b.Events[s.Event].End - civil.Date(int16(binary.LittleEndian.Uint16(packed[6:]))),
			Round: packed[8], Result: report.Result(packed[9] >> 4), Kind: s.Kind, Out: Out(packed[9] & 15),
		})
	}
	return r.data[n*gameSize:], nil
}

// reader reads what was packed. Once something was wrong, it has failed.
type reader struct {
	data   []byte
	failed bool
}

func (r *reader) take(n int) []byte {
	if n > len(r.data) {
		r.data, r.failed = nil, true
		return nil
	}
	taken := r.data[:n]
	r.data = r.data[n:]
	return taken
}

func (r *reader) byte() uint8 {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) unsigned() uint64 {
	v, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.data, r.failed = nil, true
		return 0
	}
	r.data = r.data[n:]
	return v
}

func (r *reader) signed() int64 {
	v, n := binary.Varint(r.data)
	if n <= 0 {
		r.data, r.failed = nil, true
		return 0
	}
	r.data = r.data[n:]
	return v
}

// count gives how many things of at least a size follow.
func (r *reader) count(size int) int {
	n := r.unsigned()
	if n > uint64(len(r.data)/size) {
		r.data, r.failed = nil, true
		return 0
	}
	return int(n)
}

func (r *reader) text() string { return string(r.take(r.count(1))) }

func (r *reader) event(number int) Event {
	e := Event{Report: number, Name: r.text()}
	e.Start, e.End, e.Received = civil.Date(r.signed()), civil.Date(r.signed()), civil.Date(r.signed())
	e.AgeYear = int(r.signed())
	flags := r.byte()
	e.Team, e.Braille, e.FIDE = flags&1 != 0, flags&2 != 0, flags&4 != 0
	e.System = report.System(r.byte())
	return e
}

func (r *reader) section() Section {
	s := Section{Event: int(r.unsigned()), Number: int(r.unsigned()), Name: r.text()}
	s.Kind, s.Group, s.Refused = rating.Kind(r.byte()), report.Group(r.byte()), r.byte() != 0
	s.Rounds, s.Floor, s.Unrated = int(r.signed()), rating.Rating(r.signed()), int(r.signed())
	s.Entries = make([]Entry, r.count(3))
	for i := range s.Entries {
		s.Entries[i] = Entry{Player: uint32(r.unsigned()), Start: int32(r.signed()), Points: rating.Score(r.signed())}
	}
	s.Byes = make([]Bye, r.count(3))
	for i := range s.Byes {
		s.Byes[i] = Bye{Player: uint32(r.unsigned()), Round: r.byte(), Kind: report.ByeKind(r.byte())}
	}
	return s
}
