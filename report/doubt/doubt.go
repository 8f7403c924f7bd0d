// Package doubt finds the entries of a report that cannot be the player whose ID
// they carry, because their name or birth contradicts what is known of the player.
//
// Names are compared word by word, in any order, as people write them: with a
// title, a comma or an ID, in Latin letters, kanji or kana, in any romanisation.
// What is not stated, or stated in a script in which the player's name is not
// known, contradicts nothing. Nobody is identified by name here.
//
// TestRates measures it on synth, with names as people write them: of 33,000 entries
// with their own ID none is doubted, of 31,000 whose ID was exchanged with another one
// of the section all but 5, of 3,400 with two digits transposed all, of 40,000 with
// one digit wrong all but 11. docs/decisions.md tells more.
package doubt

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Doubt is what contradicts that an entry is the player whose ID it carries. The
// zero Doubt is none.
type Doubt uint8

// The doubts.
const (
	None  Doubt = 0
	Name  Doubt = 1
	Birth Doubt = 2
	Both  Doubt = Name | Birth
)

// Fields returns the names of the fields that contradict, as the JSON report has them,
// with commas between; empty for none.
func (d Doubt) Fields() string { return [...]string{"", "name", "birth", "name,birth"}[d] }

// Listed is what is known of the player to whom an ID belongs. Empty fields are not
// known.
type Listed struct {
	Name      string // in Latin letters
	NameLocal string // in kanji, for Japan
	Kana      string
	Birth     civil.Birth
}

// Contradicts returns what in an entry contradicts that it is a player. A birth
// that cannot be true counts as stated; a caller that takes it for not known leaves
// it out.
//
// One typing error in a word of the name is no contradiction unless the birth is one.
func Contradicts(entry *report.Player, player *Listed) Doubt {
	birth := compareBirths(entry.Birth, player.Birth)
	if entry.Name != "" && birth != birthDiffers && roster.PlainName(entry.Name) == player.Name {
		return None // most entries
	}
	return compare(entryNames(entry), listedNames(player), birth)
}

// likeness is what a comparison comes to.
type likeness uint8

const (
	unknown likeness = iota // one of the two is not known, or they cannot be compared
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
