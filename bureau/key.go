package bureau

import (
	"fmt"
	"strings"
)

// The keys by which players are found. They are derived from the players, each
// from one player alone, so that they can be made anew; Keys proves that they
// agree.
var (
	playerNumbers = table[string]{"player-number"} // ID by number
	playerNames   = table[string]{"player-name"}   // ID by folded name and ID
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
	const width, kana = '\uFF01' - '!', 'ァ' - 'ぁ'
	switch {
	case r >= '\uFF01' && r <= '\uFF5E':
		return r - width
	case r >= 'ァ' && r <= 'ヶ':
		return r - kana
	}
	return r
}

func nameKey(name, id string) string { return foldName(name) + "\x00" + id }

// searchKey is a key under which a player's ID is kept.
type searchKey struct {
	table[string]
	key string
}

// searchKeys gives all keys of a player.
func searchKeys(p *Player) []searchKey {
	keys := []searchKey{{playerNumbers, numberKey(p.Number)}}
	for _, name := range []string{p.Name, p.NameLocal, p.Kana} {
		if name != "" {
			keys = append(keys, searchKey{playerNames, nameKey(name, p.ID)})
		}
	}
	if p.FideID != "" {
		keys = append(keys, searchKey{playerFideIDs, p.FideID + "\x00" + p.ID})
	}
	return keys
}

func (c *change) forgetKeys(p *Player) error {
	for _, k := range searchKeys(p) {
		if err := c.Delete(k.kind, k.key); err != nil {
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

// checkKeys proves that what is derived from the players agrees with them: the
// keys by which they are found, and the facts by which they are rated. It gives
// what does not.
func checkKeys(r Reader) ([]Fault, error) {
	var faults []Fault
	wanted := map[string]map[string]string{playerNumbers.kind: {}, playerNames.kind: {}, playerFideIDs.kind: {}}
	facts, err := allFacts(r)
	if err != nil {
		return nil, err
	}
	err = players.scan(r, "", "", func(id string, p *Player) (bool, error) {
		for _, k := range searchKeys(p) {
			wanted[k.kind][k.key] = id
		}
		person, err := personOf(r, id)
		if err != nil {
			return false, err
		}
		if int(p.Number) >= len(facts) || facts[p.Number] != factsOf(p, person) {
			faults = append(faults, Fault{"facts", id, "differs"})
		}
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	for _, t := range []table[string]{playerNumbers, playerNames, playerFideIDs} {
		err := t.scan(r, "", "", func(key string, id *string) (bool, error) {
			if wanted[t.kind][key] != *id {
				faults = append(faults, Fault{t.kind, strings.ReplaceAll(key, "\x00", " "), "differs"})
			}
			delete(wanted[t.kind], key)
			return true, nil
		})
		if err != nil {
			return nil, err
		}
		for key := range wanted[t.kind] {
			faults = append(faults, Fault{t.kind, strings.ReplaceAll(key, "\x00", " "), "missing"})
		}
	}
	return faults, nil
}

// CheckKeys proves that the keys by which players are found agree with the
// players; it gives what does not.
func (b *Bureau) CheckKeys(r Reader) ([]Fault, error) { return checkKeys(r) }
