package register

import (
	"encoding/json"
	"errors"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// PlayerNames are the search hits, by folded name and ID.
var PlayerNames = bureau.Table[Hit]{Kind: "player-name"}

// FideKind is the kind of the documents by which FIDE IDs are found.
const FideKind = "player-fide"

var playerFideIDs = bureau.Table[string]{Kind: FideKind} // IDs, by FIDE ID and ID

func nameKey(name, id string) string { return report.FoldName(name) + "\x00" + id }

// Hit is what a search shows of a player. It is stored under each name, so that
// a search reads nothing else.
type Hit struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	NameLocal  string `json:"name_local,omitempty"`
	Club       string `json:"club,omitempty"`
	MergedInto string `json:"merged_into,omitempty"`
}

func (p *Player) hit() Hit { return Hit{p.ID, p.Name, p.NameLocal, p.Club, p.MergedInto} }

// searchKey is a key by which a player is found, and the value stored under it:
// the ID or a Hit.
type searchKey struct {
	kind, key string
	value     any
}

// searchKeys returns all keys of a player.
func searchKeys(p *Player) []searchKey {
	var keys []searchKey
	for _, name := range []string{p.Name, p.NameLocal, p.Kana} {
		if name != "" {
			keys = append(keys, searchKey{PlayerNames.Kind, nameKey(name, p.ID), p.hit()})
		}
	}
	if p.FideID != "" {
		keys = append(keys, searchKey{playerFideIDs.Kind, p.FideID + "\x00" + p.ID, p.ID})
	}
	return keys
}

// KeepKeys writes the search keys of a player, and the ID by number.
func KeepKeys(tx *bureau.Tx, p *Player) error {
	return errors.Join(lists.KeepID(tx, p.Number, p.ID), keepSearchKeys(tx, p))
}

func keepSearchKeys(tx *bureau.Tx, p *Player) error {
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

// ForgetKeys deletes the search keys of a player.
func ForgetKeys(tx *bureau.Tx, p *Player) error {
	for _, k := range searchKeys(p) {
		if err := tx.Delete(k.kind, k.key); err != nil {
			return err
		}
	}
	return nil
}

// ByFideID returns the ID of the only player with a FIDE ID, with or without zeros at its beginning;
// nil if nobody has it or several do: then an officer has to decide.
func ByFideID(r bureau.Reader, fideID string) (*string, error) {
	fideID = roster.WithoutZeros(fideID)
	var found *string
	several := false
	err := playerFideIDs.Scan(r, fideID+"\x00", fideID+"\x01", func(_ string, id *string) (bool, error) {
		p, err := Find(r, *id)
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
