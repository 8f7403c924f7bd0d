package intake

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
)

// named returns the players whom a text names: by an ID in it, else by the name, its words in any
// order; else the only one whose name sounds like that.
func named(r bureau.Reader, text string) ([]*register.Player, error) {
	name, ids := identity.PersonNamed(text)
	var all []*register.Player
	for _, id := range append(ids, text) {
		p, err := register.Players.Get(r, id)
		if err == nil && p == nil {
			var national *string
			if national, err = register.ByFideID(r, id); err == nil && national != nil {
				p, err = register.Players.Get(r, *national)
			}
		}
		if err != nil {
			return nil, err
		}
		if p != nil {
			return []*register.Player{p}, nil
		}
	}
	for _, name := range []string{text, name} {
		found, err := register.Namesakes(r, name, "", 0)
		if err != nil {
			return nil, err
		}
		words := wordsOf(name)
		for _, c := range found {
			if slices.Equal(words, wordsOf(c.Name)) || slices.Equal(words, wordsOf(c.NameLocal)) || slices.Equal(words, wordsOf(c.Kana)) {
				all = append(all, &c.Player)
			}
		}
		if len(all) == 0 && len(found) == 1 {
			all = append(all, &found[0].Player)
		}
		if len(all) > 0 {
			return all, nil
		}
	}
	return nil, nil
}

// wordsOf returns the words of a name in alphabetical order.
func wordsOf(name string) []string { return slices.Sorted(strings.FieldsSeq(report.FoldName(name))) }
