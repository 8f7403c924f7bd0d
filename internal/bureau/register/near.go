package register

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/identity"
)

// Unknown returns the refusal of a number that nobody has. It proposes those that differ only in
// the zeros at the beginning.
func Unknown(r bureau.Reader, id string) error {
	padded, err := Padded(r, id)
	if err != nil {
		return err
	}
	values := []finding.Value{finding.Text("id", id)}
	if len(padded) > 0 {
		values = append(values, finding.Text("near", strings.Join(padded, ", ")))
	}
	return finding.Refuse("unknown-player", values...)
}

// Padded returns the numbers of players that differ from one only in the zeros at the beginning, and
// in the letters that all numbers of the bureau begin with.
func Padded(r bureau.Reader, id string) ([]string, error) {
	all, err := AllPadded(r, id)
	return all[id], err
}

// AllPadded is Padded for some numbers.
func AllPadded(r bureau.Reader, ids ...string) (map[string][]string, error) {
	set, err := bureau.ReadSettings(r)
	if err != nil {
		return nil, err
	}
	letters, _, _ := strings.Cut(set.IDs, "0")
	padded := map[string][]string{}
	var all []string
	for _, id := range ids {
		padded[id] = identity.Padded(id)
		if letters != "" && strings.Trim(id, "0123456789") == "" {
			padded[id] = append(append(padded[id], letters+id), identity.Padded(letters+id)...)
		}
		all = append(all, padded[id]...)
	}
	if err := bureau.Gather(r, Players.Kind, all); err != nil {
		return nil, err
	}
	has, failed := registered(r)
	for id := range padded {
		padded[id] = slices.DeleteFunc(padded[id], func(other string) bool { return !has(other) })
	}
	return padded, *failed
}

// Near returns the numbers of players near one that nobody has.
func Near(r bureau.Reader, id string) ([]string, error) {
	if padded, err := Padded(r, id); err != nil || len(padded) > 0 {
		return padded, err
	}
	has, failed := registered(r)
	near := identity.Near(id, has)
	return near, *failed
}

// registered returns a function that reports whether a player has a number, and its error.
func registered(r bureau.Reader) (has func(string) bool, failed *error) {
	failed = new(error)
	return func(id string) bool {
		p, err := Players.Get(r, id)
		*failed = cmp.Or(*failed, err)
		return p != nil && !p.Erased
	}, failed
}

// Listed returns a player as entries are compared with them, without the birth.
func (p *Player) Listed() *identity.Person {
	return &identity.Person{ID: p.ID, Name: p.Name, NameLocal: p.NameLocal, Kana: p.Kana, Sex: p.Sex, Club: p.Club, FideID: p.FideID}
}

// Known prepares a card for comparison.
func (c *Card) Known() *identity.Known {
	p := c.Listed()
	p.Birth = c.Birth
	return identity.New(*p)
}
