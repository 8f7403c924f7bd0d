package register

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/doubt"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// SameNameAndBirth returns the players with the given name, in Latin or local
// script, and birth, sorted by ID, following merges. A newcomer with the same
// name and birth is most likely one of them. Names may differ in order, titles
// and romanisation; births are compared by doubt.SameBirth. Without a birth it
// returns none.
func SameNameAndBirth(r bureau.Reader, name, local string, birth civil.Birth) ([]*Player, error) {
	if birth == 0 {
		return nil, nil
	}
	wanted, ids := &doubt.Listed{Name: name, NameLocal: local}, map[string]bool{}
	for _, start := range keyPrefixes(name, local) {
		if n := utf8.RuneCountInString(start); n == prefixLetters(start) {
			found, err := haveKey(r, yearBin(birth, start), 0)
			if err != nil {
				return nil, err
			}
			for _, id := range found {
				p, err := Players.Get(r, id)
				if err != nil {
					return nil, err
				}
				if slices.ContainsFunc([]string{p.Name, p.NameLocal, p.Kana}, func(known string) bool {
					return known != "" && doubt.SameName(wanted, &doubt.Listed{Name: report.FoldName(known)})
				}) {
					ids[id] = true
				}
			}
			continue
		}
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
		card, err := CardOf(r, id)
		if err != nil {
			return nil, err
		}
		if !card.Erased && doubt.SameBirth(birth, card.Birth) && !slices.ContainsFunc(found, func(o *Player) bool { return o.ID == card.ID }) {
			found = append(found, &card.Player)
		}
	}
	slices.SortFunc(found, func(a, b *Player) int { return strings.Compare(a.ID, b.ID) })
	return found, nil
}

// hepburn replaces the beginning of a word's sound by its Hepburn spelling.
var hepburn = strings.NewReplacer("sy", "sh", "si", "sh", "ty", "ch", "ti", "ch", "tu", "ts", "hu", "fu", "zy", "j", "zi", "j")

// prefixLetters returns the number of letters of a name by which it is found.
func prefixLetters(name string) int {
	if name != "" && (name[0] >= utf8.RuneSelf || name[0] == 'o') { // a kanji may be a whole name; o may be a long vowel
		return 1
	}
	return 2
}

// keyPrefixes returns the prefixes under which the keys of equal names are
// found, however romanised, without duplicates.
func keyPrefixes(names ...string) []string {
	var all []string
	for _, name := range names {
		for _, word := range strings.FieldsFunc(report.FoldName(name), func(r rune) bool { return strings.ContainsRune(" ()[]-", r) }) {
			sound := roster.Sound(word)
			for _, form := range []string{word, sound, hepburn.Replace(identity.Beginning(sound))} {
				all = append(all, beginning(form))
			}
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(s string) bool {
		return s == "" || slices.ContainsFunc(all, func(o string) bool { return o != "" && o != s && strings.HasPrefix(s, o) })
	})
}
