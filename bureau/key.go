package bureau

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The keys by which players are found. They are derived from the players, each
// from one player alone, so that they can be made anew; Keys proves that they
// agree.
var (
	playerNumbers = table[string]{"player-number"} // ID by number
	playerNames   = table[Hit]{"player-name"}      // what a search shows, by folded name and ID
	playerFideIDs = table[string]{"player-fide"}   // ID by FIDE ID and ID
)

func numberKey(n uint32) string { return fmt.Sprintf("%010d", n) }

// foldName gives a name as it is searched for: without case, commas, and the
// differences of width and of the two kana.
func foldName(name string) string {
	return strings.Join(strings.Fields(strings.ToLower(strings.Map(foldRune, strings.ReplaceAll(name, ",", " ")))), " ")
}

// foldRune brings the full-width forms of ASCII and the katakana home.
func foldRune(r rune) rune {
	const (
		width     = 0xFF01 - '!'
		katakanaA = 0x30A1 // small a, the first one
		katakanaE = 0x30F6 // small ke, the last one that has its hiragana
		kana      = katakanaA - 0x3041
	)
	switch {
	case r >= 0xFF01 && r <= 0xFF5E:
		return r - width
	case r >= katakanaA && r <= katakanaE:
		return r - kana
	}
	return r
}

func nameKey(name, id string) string { return foldName(name) + "\x00" + id }

// Hit is what a search shows of a player. It is kept with each name, so that a
// search reads nothing else.
type Hit struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	NameLocal  string `json:"name_local,omitempty"`
	Club       string `json:"club,omitempty"`
	MergedInto string `json:"merged_into,omitempty"`
}

func (p *Player) hit() *Hit { return &Hit{p.ID, p.Name, p.NameLocal, p.Club, p.MergedInto} }

// searchKey is a key by which a player is found, and what is kept under it: the
// ID or a Hit.
type searchKey struct {
	kind, key string
	value     any
}

// searchKeys gives all keys of a player.
func searchKeys(p *Player) []searchKey {
	keys := []searchKey{{playerNumbers.kind, numberKey(p.Number), p.ID}}
	for _, name := range []string{p.Name, p.NameLocal, p.Kana} {
		if name != "" {
			keys = append(keys, searchKey{playerNames.kind, nameKey(name, p.ID), p.hit()})
		}
	}
	if p.FideID != "" {
		keys = append(keys, searchKey{playerFideIDs.kind, p.FideID + "\x00" + p.ID, p.ID})
	}
	return keys
}

func (tx *Tx) keepKeys(p *Player) error {
	for _, k := range searchKeys(p) {
		data, err := json.Marshal(k.value)
		if err != nil {
			return err
		}
		if err := tx.Put(k.kind, k.key, data); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) forgetKeys(p *Player) error {
	for _, k := range searchKeys(p) {
		if err := tx.Delete(k.kind, k.key); err != nil {
			return err
		}
	}
	return nil
}

// byFideID gives the ID of the one player who has a FIDE ID, nil if nobody has
// it, or more than one: an officer has to see who is who.
func byFideID(r Reader, fideID string) (*string, error) {
	var found *string
	several := false
	err := playerFideIDs.scan(r, fideID+"\x00", fideID+"\x01", func(_ string, id *string) (bool, error) {
		p, err := player(r, *id)
		if err != nil {
			return false, err
		}
		several = found != nil && *found != p.ID
		found = &p.ID
		return !several, nil
	})
	if several {
		return nil, err
	}
	return found, err
}

// disagreements names what is derived from the registers and reports, and does
// not agree with them: the keys by which they are found, and the facts by which
// players are rated.
func disagreements(r Reader) ([]Fault, error) {
	wrong, err := disagreeing(r)
	if err != nil {
		return nil, err
	}
	var faults []Fault
	for _, kind := range slices.Sorted(maps.Keys(wrong)) {
		for _, key := range slices.Sorted(maps.Keys(wrong[kind])) {
			why := "differs"
			if is, err := r.Get(kind, key); err == nil && is == nil {
				why = "missing"
			}
			faults = append(faults, Fault{kind, keyName(key), why})
		}
	}
	facts, err := allFacts(r, 0)
	if err != nil {
		return nil, err
	}
	n := 0
	err = players.scan(r, "", "", func(id string, p *Player) (bool, error) {
		n++
		if p.Erased {
			return true, nil // the facts are all that is left, for the lists to come
		}
		person, err := personOf(r, id)
		if err != nil {
			return false, err
		}
		if int(p.Number) >= len(facts) || facts[p.Number] != factsOf(p, person) {
			faults = append(faults, Fault{factsKind, id, "differs"})
		}
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	counted, err := playerCount(r)
	if counted != n {
		faults = append(faults, Fault{counters.kind, "player", "differs"})
	}
	return faults, err
}

// Disagreements names what is derived from the registers and reports, and does
// not agree with them; nothing if all does.
func (b *Bureau) Disagreements(r Reader) ([]Fault, error) { return disagreements(r) }
