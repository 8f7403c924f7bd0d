package register

import (
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Those who may be a person are found by rows, without scanning the register.

// maxAlike is how many registered players with one key are compared.
const maxAlike = 100

// AlikeKeys returns the keys by which a person is found among all: the sound of the name, the
// digits of the birth, and the year of birth with the beginning of a name.
func AlikeKeys(p *rows.Person) []int64 {
	bins := identity.New(identity.Person{Name: p.Name, NameLocal: p.NameLocal, Kana: p.Kana, Birth: p.Birth}).SoundBins()
	if p.Birth != 0 {
		for _, name := range p.Names() {
			if name != "" {
				bins = append(bins, yearBin(p.Birth, beginning(report.FoldName(name))))
			}
		}
	}
	var keys []int64
	for _, bin := range bins {
		keys = append(keys, alikeKey(bin))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// alikeKey returns the key of a bin. It is short, because there are several for each player;
// whoever is found by it is compared anyway.
func alikeKey(bin string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(bin)) // never fails
	return int64(int32(h.Sum64()))
}

// yearBin returns the bin of those who were born in a year and whose name begins alike.
func yearBin(birth civil.Birth, start string) string {
	return "y" + birth.String()[:len("2006")] + start
}

// beginning returns the beginning of a folded name: two letters. A kanji may be a whole name, and
// an o a long vowel.
func beginning(folded string) string {
	runes, letters := []rune(folded), 2
	if folded != "" && (folded[0] >= utf8.RuneSelf || folded[0] == 'o') {
		letters = 1
	}
	return string(runes[:min(letters, len(runes))])
}

// hepburn replaces the beginning of a word's sound by its Hepburn spelling.
var hepburn = strings.NewReplacer("sy", "sh", "si", "sh", "ty", "ch", "ti", "ch", "tu", "ts", "hu", "fu", "zy", "j", "zi", "j")

// beginnings returns how the keys of equal names begin, however they are romanised.
func beginnings(names ...string) []string {
	var all []string
	for _, name := range names {
		for _, word := range strings.FieldsFunc(report.FoldName(name), func(r rune) bool { return strings.ContainsRune(" ()[]-", r) }) {
			sound := roster.Sound(word)
			all = append(all, beginning(word), beginning(sound), beginning(hepburn.Replace(identity.Beginning(sound))))
		}
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(start string) bool { return start == "" })
}

// haveKey returns the IDs of players in a bin, at most as many as the limit if there is one.
func haveKey(r bureau.Reader, bin string, limit int) ([]string, error) {
	found, err := rows.Alike.Select(r, bureau.Range{Is: []any{alikeKey(bin)}, Limit: limit})
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(found))
	for i, key := range found {
		if ids[i], err = lists.IDOf(r, key.Player); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// BySound returns the numbers in the rows of those who have the sound of some names in Latin letters, by name: in any order and
// romanisation. A key may be somebody else's, too.
func BySound(r bureau.Reader, names ...string) (map[string][]uint32, error) {
	called, keys, sounds := map[int64][]string{}, []any{}, map[string]string{}
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		for _, bin := range soundBins(name, sounds) {
			called[alikeKey(bin)] = append(called[alikeKey(bin)], name)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(called)) { // as they lie in the table
		keys = append(keys, key)
	}
	numbers := map[string][]uint32{}
	found, err := rows.Alike.Select(r, bureau.Range{Any: keys})
	for _, row := range found {
		for _, name := range called[row.Key] {
			if len(numbers[name]) < maxAlike {
				numbers[name] = append(numbers[name], row.Player)
			}
		}
	}
	return numbers, err
}

// soundBins returns the bins of the sound of a name. It keeps the sounds of words.
func soundBins(name string, sounds map[string]string) []string {
	if strings.ContainsFunc(name, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return identity.New(identity.Person{Name: name}).SoundBins()
	}
	return identity.SoundBins(sound(name, sounds), 0) // most names, at less cost
}

// sound is roster.Sound for names that have many words in common.
func sound(name string, sounds map[string]string) string {
	words := strings.Fields(name)
	for i, word := range words {
		heard, before := sounds[word]
		if !before {
			heard = roster.Sound(word)
			sounds[word] = heard
		}
		if heard == "" || strings.Contains(heard, " ") { // it is not one word
			return roster.Sound(name)
		}
		words[i] = heard
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// haveName returns the IDs under which a search index has exactly a text, at most maxAlike.
func haveName(r bureau.Reader, kind, text string) (ids []string, err error) {
	if text == "" {
		return nil, nil
	}
	err = r.Scan(kind, text+"\x00", text+"\x01", func(key string, _ []byte) (bool, error) {
		_, id, _ := strings.Cut(key, "\x00")
		ids = append(ids, id)
		return len(ids) < maxAlike, nil
	})
	return ids, err
}

// Candidates returns the IDs of those with whom a person shares the sound of the name, the digits
// or the year of the birth and the beginning of a name, the FIDE ID, or a name as it is written.
func Candidates(r bureau.Reader, wanted *identity.Known) (map[string]bool, error) {
	candidates := map[string]bool{}
	add := func(ids []string, err error) error {
		for _, id := range ids {
			candidates[id] = true
		}
		return err
	}
	for _, bin := range wanted.SoundBins() {
		if err := add(haveKey(r, bin, maxAlike)); err != nil {
			return nil, err
		}
	}
	if wanted.Birth != 0 {
		for _, start := range beginnings(wanted.Name, wanted.NameLocal) {
			if err := add(haveKey(r, yearBin(wanted.Birth, start), 0)); err != nil {
				return nil, err
			}
		}
	}
	if err := add(haveName(r, playerFideIDs.Kind, wanted.FideID)); err != nil {
		return nil, err
	}
	for _, name := range []string{wanted.Name, wanted.NameLocal, wanted.Person.Kana} {
		if err := add(haveName(r, PlayerNames.Kind, report.FoldName(name))); err != nil {
			return nil, err
		}
	}
	return candidates, nil
}

// alike returns the candidates for a person by ID, without those who are erased.
func alike(r bureau.Reader, wanted *identity.Known) ([]*Card, error) {
	ids, err := Candidates(r, wanted)
	if err != nil {
		return nil, err
	}
	var all []*Card
	for id := range ids {
		p, err := Players.Get(r, id)
		if err != nil {
			return nil, err
		}
		person, err := PersonOf(r, id)
		if err != nil {
			return nil, err
		}
		if !p.Erased {
			all = append(all, &Card{Player: *p, Person: *person})
		}
	}
	slices.SortFunc(all, func(a, b *Card) int { return strings.Compare(a.ID, b.ID) })
	return all, nil
}

// Namesakes returns the players whose name is exactly a given one, in Latin letters or local
// script, however it is romanised and in whichever order, sorted by ID: those born on a day, unless
// it is zero. Merges are followed.
func Namesakes(r bureau.Reader, name, local string, birth civil.Birth) ([]*Card, error) {
	wanted := identity.New(identity.Person{Name: name, NameLocal: local, Birth: birth})
	found, err := alike(r, wanted)
	if err != nil {
		return nil, err
	}
	var all []*Card
	for _, c := range found {
		if !identity.SameName(&wanted.Person, c.Listed()) {
			continue
		}
		if c, err = CardOf(r, c.ID); err != nil {
			return nil, err
		}
		if (birth == 0 || identity.SameBirth(birth, c.Birth)) && !slices.ContainsFunc(all, func(o *Card) bool { return o.ID == c.ID }) {
			all = append(all, c)
		}
	}
	return all, nil
}
