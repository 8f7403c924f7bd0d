package intake

import (
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
)

// named returns the players whom a text names: by an ID in it, else by the name.
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
	for _, folded := range []string{report.FoldName(text), report.FoldName(name)} {
		err := register.PlayerNames.Scan(r, folded+"\x00", folded+"\x01", func(_ string, h *register.Hit) (bool, error) {
			p, err := register.Players.Get(r, h.ID)
			if err == nil && p != nil && !slices.ContainsFunc(all, func(have *register.Player) bool { return have.ID == p.ID }) {
				all = append(all, p)
			}
			return true, err
		})
		if err != nil || len(all) > 0 {
			return all, err
		}
	}
	return nil, nil
}
