package twin

import (
	"encoding/binary"
	"hash/fnv"
)

// Marks returns a mark for each game of some sections, four bytes each, by which
// other reports of the same game are found. A mark is the same for the same
// players, colours and result; other games may have it, too.
func Marks(sections []Section) []byte {
	var marks []byte
	for i := range sections {
		for j := range sections[i].Games {
			marks = binary.LittleEndian.AppendUint32(marks, sections[i].Games[j].Mark())
		}
	}
	return marks
}

// Mark returns the mark of a game.
func (g *Game) Mark() uint32 {
	h := fnv.New32a()
	var b [9]byte
	binary.LittleEndian.PutUint32(b[:], g.White)
	binary.LittleEndian.PutUint32(b[4:], g.Black)
	b[8] = byte(g.Result)
	_, _ = h.Write(b[:]) // which never fails
	return h.Sum32()
}

// Marked is a set of marks. Of the many marks that are asked for few are in it. So there is a bit for the lower half
// of each, which is looked up faster than a map.
type Marked struct {
	all   map[uint32]bool
	lower [1 << 16 / 64]uint64 // bit n: all has a mark with the lower half n
}

// MarkedOf returns the marks of some sections as a set.
func MarkedOf(sections []Section) *Marked {
	set := &Marked{all: map[uint32]bool{}}
	for marks := Marks(sections); len(marks) >= 4; marks = marks[4:] {
		mark := binary.LittleEndian.Uint32(marks)
		set.all[mark] = true
		set.lower[uint16(mark)/64] |= 1 << (mark % 64)
	}
	return set
}

// Any reports whether one of some marks is in the set.
func (m *Marked) Any(marks []byte) bool {
	for ; len(marks) >= 4; marks = marks[4:] {
		mark := binary.LittleEndian.Uint32(marks)
		if m.lower[uint16(mark)/64]&(1<<(mark%64)) != 0 && m.all[mark] {
			return true
		}
	}
	return false
}
