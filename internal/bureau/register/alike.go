package register

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Those who may be a new player are found by rows, without scanning the register.

// maxAlike is how many registered players with one key are compared with a new card.
const maxAlike = 100

// AlikeKeys returns the keys by which a person is found among all: the sound of the name, the
// digits of the birth, and the year of birth with the beginning of a name.
func AlikeKeys(p *rows.Person) []int64 {
	bins := identity.SoundBins(roster.Sound(p.Name), p.Birth)
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
func alikeKey(bin string) int64 { return int64(int32(sumOf(bin))) }

// yearBin returns the bin of those who were born in a year and whose name begins alike.
func yearBin(birth civil.Birth, start string) string {
	return "y" + birth.String()[:len("2006")] + start
}

// beginning returns the beginning of a folded name, as long as keyPrefixes returns it.
func beginning(folded string) string {
	runes := []rune(folded)
	return string(runes[:min(prefixLetters(folded), len(runes))])
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

// alikeTo returns the pairs of a new card with registered players.
func alikeTo(r bureau.Reader, card *Card) ([]Pair, error) {
	wanted := newSuspect(card)
	wanted.number = ^uint32(0)
	candidates, err := Candidates(r, wanted.Known)
	if err != nil {
		return nil, err
	}
	return wanted.among(r, candidates)
}

// Candidates returns the IDs of those with whom a person shares the sound of the name, the digits
// of the birth and the beginning of a name, the FIDE ID, or a name as it is written.
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
