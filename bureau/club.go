package bureau

import (
	"github.com/arpadchess/arpad/civil"
)

// Club is an organiser that may report tournaments.
type Club struct {
	ID             string      `json:"id"`
	Name           string      `json:"name"`
	Representative string      `json:"representative,omitempty"` // ID of the player
	Registered     civil.Range `json:"registered,omitzero"`      // the days on which it is
	Reporters      []string    `json:"reporters,omitempty"`      // names or IDs of those who may submit for it
}

// Membership is a player's membership: of a year, or for one tournament.
type Membership struct {
	Player string      `json:"player"` // ID
	Days   civil.Range `json:"days"`
	Event  string      `json:"event,omitempty"` // of a membership for one tournament, its name
}

// The documents of clubs and members.
var (
	clubs       = table[Club]{"club"}             // by ID
	clubNames   = table[string]{"club-name"}      // ID by folded name
	memberships = table[Membership]{"membership"} // by player and first day
)

func membershipKey(m *Membership) string { return m.Player + "\x00" + m.Days.From.String() }

// member says whether a player was a member on all these days.
func member(r Reader, id string, days civil.Range, annual bool, event string) (bool, error) {
	all, err := memberships.all(r, id+"\x00")
	for _, m := range all {
		if m.Days.Covers(days) && (m.Event == "" || !annual && m.Event == event) {
			return true, err
		}
	}
	return false, err
}

// anyone says whether there is a document of a kind at all: who keeps no
// register cannot tell who is not in it.
func anyone(r Reader, kind string) (bool, error) {
	found := false
	err := r.Scan(kind, "", "", func(string, []byte) (bool, error) {
		found = true
		return false, nil
	})
	return found, err
}

// club gives a club by ID or name, nil if there is none.
func club(r Reader, name string) (*Club, error) {
	if found, err := clubs.get(r, name); err != nil || found != nil {
		return found, err
	}
	id, err := clubNames.get(r, foldName(name))
	if err != nil || id == nil {
		return nil, err
	}
	return clubs.get(r, *id)
}
