package register

import (
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/doubt"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
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

// Padded returns the numbers of players that differ from one only in the zeros at the beginning.
func Padded(r bureau.Reader, id string) ([]string, error) { return registered(r, identity.Padded(id)) }

// Near returns the numbers of players that differ from one that nobody has only in zeros at the
// beginning, or else by a slip of the keyboard.
func Near(r bureau.Reader, id string) ([]string, error) {
	const longest = 20
	if id == "" || len(id) > longest {
		return nil, nil
	}
	if padded, err := Padded(r, id); err != nil || len(padded) > 0 {
		return padded, err
	}
	return registered(r, identity.Slips(id))
}

// registered returns those of some numbers that players have, each once.
func registered(r bureau.Reader, ids []string) (all []string, err error) {
	seen := map[string]bool{}
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		p, err := Players.Get(r, id)
		if err != nil {
			return nil, err
		}
		if p != nil && !p.Erased {
			all = append(all, id)
		}
	}
	return all, nil
}

// Namesakes returns the players whose name is exactly a given one, in Latin letters or local
// script: however it is romanised, and in whichever order. Merges are followed.
func Namesakes(r bureau.Reader, name, local string) ([]*Player, error) {
	var ids []string
	if sound := roster.Sound(name); sound != "" {
		var err error
		if ids, err = haveKey(r, "s"+sound, maxAlike); err != nil {
			return nil, err
		}
	}
	for _, text := range []string{name, local} {
		found, err := haveName(r, PlayerNames.Kind, report.FoldName(text))
		if err != nil {
			return nil, err
		}
		ids = append(ids, found...)
	}
	wanted := &doubt.Listed{Name: name, NameLocal: local}
	var all []*Player
	for _, id := range ids {
		p, err := Players.Get(r, id)
		if err != nil {
			return nil, err
		}
		if p == nil || p.Erased || !doubt.SameName(wanted, p.Listed()) {
			continue
		}
		if p, err = Find(r, id); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// Listed returns a player as entries are compared with them, without the birth.
func (p *Player) Listed() *doubt.Listed {
	return &doubt.Listed{Name: p.Name, NameLocal: p.NameLocal, Kana: p.Kana}
}
