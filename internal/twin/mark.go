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
			marks = sections[i].Games[j].AppendMark(marks)
		}
	}
	return marks
}

// AppendMark appends the mark of a game.
func (g *Game) AppendMark(to []byte) []byte { return binary.LittleEndian.AppendUint32(to, g.Mark()) }

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

// Marked is a set of marks.
type Marked map[uint32]bool

// MarkedOf returns the marks of some sections as a set.
func MarkedOf(sections []Section) Marked {
	set := Marked{}
	for marks := Marks(sections); len(marks) >= 4; marks = marks[4:] {
		set[binary.LittleEndian.Uint32(marks)] = true
	}
	return set
}

// Any reports whether one of some marks is in the set.
func (m Marked) Any(marks []byte) bool {
	for ; len(marks) >= 4; marks = marks[4:] {
		if m[binary.LittleEndian.Uint32(marks)] {
			return true
		}
	}
	return false
}
