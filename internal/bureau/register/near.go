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
	set, err := bureau.ReadSettings(r)
	if err != nil {
		return nil, err
	}
	all := identity.Padded(id)
	if letters, _, _ := strings.Cut(set.IDs, "0"); letters != "" && strings.Trim(id, "0123456789") == "" {
		all = append(append(all, letters+id), identity.Padded(letters+id)...)
	}
	if err := bureau.Gather(r, Players.Kind, all); err != nil {
		return nil, err
	}
	has, failed := registered(r)
	all = slices.DeleteFunc(all, func(other string) bool { return !has(other) })
	return all, *failed
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
