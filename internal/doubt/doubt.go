// Package doubt finds report entries that cannot be the player with their ID,
// because their name or birth contradicts what is known about the player.
//
// Names are compared word by word, in any order, as people write them: with a
// title, a comma or an ID, in Latin letters, kanji or kana, in any romanisation.
// A name that is missing, or in a script in which the player's name is unknown,
// contradicts nothing. Nobody is identified by name here.
//
// TestRates measures this on synth, with names as people write them. Of 33,000
// entries with the right ID none is doubted. Of 31,000 with the ID of another entry
// of the section all but 5 are doubted, of 3,400 with two digits transposed all,
// and of 40,000 with one wrong digit all but 11. See docs/decisions.md.
package doubt

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Doubt is the evidence that an entry is not the player with its ID. The zero
// Doubt is none.
type Doubt uint8

// The doubts.
const (
	None  Doubt = 0
	Name  Doubt = 1
	Birth Doubt = 2
	Both  Doubt = Name | Birth
)

// Fields returns the contradicting fields by their JSON names, separated by
// commas; empty for none.
func (d Doubt) Fields() string { return [...]string{"", "name", "birth", "name,birth"}[d] }

// Listed is what is known about the player with an ID. Empty fields are
// unknown.
type Listed struct {
	Name      string // in Latin letters
	NameLocal string // in kanji, for Japan
	Kana      string
	Birth     civil.Birth
}

// Contradicts returns the evidence that an entry is not the player. An impossible
// birth counts as stated; a caller that considers it unknown must leave it out.
//
// One typing error in a word of the name is a contradiction only if the birth is one.
func Contradicts(entry *report.Player, player *Listed) Doubt {
	birth := compareBirths(entry.Birth, player.Birth)
	if entry.Name != "" && birth != birthDiffers && roster.PlainName(entry.Name) == player.Name {
		return None // most entries
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
	doubt := None
	if entry.like(player, birth) == different {
		doubt |= Name
	}
	if birth == birthDiffers {
		doubt |= Birth
	}
	return doubt
}

func entryNames(e *report.Player) *names { return newNames(e.Name, e.NameLocal) }

func listedNames(p *Listed) *names { return newNames(p.Name, p.NameLocal, p.Kana) }
