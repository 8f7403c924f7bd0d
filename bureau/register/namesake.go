package register

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/doubt"
	"github.com/arpadchess/arpad/roster"
)

// SameNameAndBirth returns the players who have a name, in Latin letters or at home,
// and a birth, by ID, following merges: whoever is registered under them again is
// most likely one of these. Names are the same but for order, titles and romanisation;
// births agree as doubt.SameBirth has it. Without a birth nobody is found.
func SameNameAndBirth(r bureau.Reader, name, local string, birth civil.Birth) ([]*Player, error) {
	if birth == 0 {
		return nil, nil
	}
	wanted, ids := &doubt.Listed{Name: name, NameLocal: local}, map[string]bool{}
	for _, start := range starts(name, local) {
		err := r.Scan(PlayerNames.Kind, start, bureau.KeyAfter(start), func(key string, _ []byte) (bool, error) {
			known, id, _ := strings.Cut(key, "\x00")
			if doubt.SameName(wanted, &doubt.Listed{Name: known}) {
				ids[id] = true
			}
			return true, nil
		})
		if err != nil {
			return nil, err
		}
	}
	var found []*Player
	for id := range ids {
		p, err := Find(r, id)
		if err != nil {
			return nil, err
		}
		person, err := PersonOf(r, p.ID)
		if err != nil {
			return nil, err
		}
		if !p.Erased && doubt.SameBirth(birth, person.Birth) && !slices.ContainsFunc(found, func(o *Player) bool { return o.ID == p.ID }) {
			found = append(found, p)
		}
	}
	slices.SortFunc(found, func(a, b *Player) int { return strings.Compare(a.ID, b.ID) })
	return found, nil
}

// hepburn is the beginning of a word whose sound is given.
var hepburn = strings.NewReplacer("sy", "sh", "si", "sh", "ty", "ch", "ti", "ch", "tu", "ts", "hu", "fu", "zy", "j", "zi", "j")

// starts returns what one of the keys of names begins with that are the same as one
// of these, however they are romanised, each once.
func starts(names ...string) []string {
	const letters = 2
	var all []string
	for _, name := range names {
		for _, word := range strings.FieldsFunc(report.FoldName(name), func(r rune) bool { return strings.ContainsRune(" ()[]-", r) }) {
			sound := roster.Sound(word)
			for _, form := range []string{word, sound, hepburn.Replace(beginning(sound))} {
				runes := []rune(form)
				n := min(letters, len(runes))
				if n > 0 && runes[0] > 0x7F || strings.HasPrefix(form, "o") { // a kanji may be all of a name; o may be long
					n = 1
				}
				all = append(all, string(runes[:n]))
			}
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(s string) bool {
		return s == "" || slices.ContainsFunc(all, func(o string) bool { return o != "" && o != s && strings.HasPrefix(s, o) })
	})
}
