package intake

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/identity"
)

// named returns the players whom a text names: by an ID in it, else by the name,
// with its words in any order and romanisation.
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
		for _, c := range found {
			all = append(all, &c.Player)
		}
		if err != nil || len(all) > 0 {
			return all, err
		}
	}
	return nil, nil
}
