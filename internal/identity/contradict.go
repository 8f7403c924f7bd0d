package identity

import (
	"strings"

	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Doubt is the evidence that an entry is not the player with its ID, because their name or birth
// contradicts what is known about the player. The zero Doubt is none.
//
// Names are compared word by word, in any order, as people write them: with a title, a comma or an
// ID, in Latin letters, kanji or kana, in any romanisation. A name that is missing, or in a script in
// which the player's name is unknown, contradicts nothing.
//
// TestContradictions measures this on synth, with names as people write them. Of 33,000 entries with
// the right ID none is doubted. Of 31,000 with the ID of another entry of the section all but 5 are
// doubted, of 3,400 with two digits transposed all, and of 40,000 with one wrong digit all but 11.
// See docs/decisions.md.
type Doubt uint8

// The doubts.
const (
	NoDoubt      Doubt = 0
	NameDiffers  Doubt = 1
	BirthDiffers Doubt = 2
	FideDiffers  Doubt = 4 // their FIDE ID is another player's: whoever has all players finds that
)

// Fields returns the contradicting fields by their JSON names, separated by
// commas; empty for none.
func (d Doubt) Fields() string {
	var fields []string
	for i, field := range [...]string{"name", "birth", "fide_id"} {
		if d&(1<<i) != 0 {
			fields = append(fields, field)
		}
	}
	return strings.Join(fields, ",")
}

// Contradicts returns the evidence that an entry is not the player. An impossible
// birth counts as stated; a caller that considers it unknown must leave it out.
//
// One typing error in a word of the name is a contradiction only if the birth is one.
func Contradicts(entry *report.Player, player *Person) Doubt {
	birth := compareBirths(entry.Birth, player.Birth)
	if entry.Name != "" && birth != birthDiffers && roster.PlainName(entry.Name) == player.Name {
		return NoDoubt // most entries
	}
	return compare(entryNames(entry), listedNames(player), birth)
}

// likeness is the result of a comparison.
type likeness uint8

const (
	unknown likeness = iota // one of the two is unknown, or they cannot be compared
	alike
	different
)

func compare(entry, player *names, birth births) Doubt {
	doubt := NoDoubt
	if entry.like(player, birth) == different {
		doubt |= NameDiffers
	}
	if birth == birthDiffers {
		doubt |= BirthDiffers
	}
	return doubt
}

func entryNames(e *report.Player) *names { return newNames(e.Name, e.NameLocal) }

func listedNames(p *Person) *names { return newNames(p.Name, p.NameLocal, p.Kana) }
