package view

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// Who returns the rows of a player by number, nil where there is none.
type Who func(player uint32) (*rows.Player, *rows.Person)

// names returns the ID and the names of a player.
func (w Who) names(player uint32) (id, name, local string) {
	p, person := w(player)
	if p != nil {
		id = p.ID
	}
	if person != nil {
		name, local = person.Name, person.NameLocal
	}
	return id, name, local
}

// PlayersOf returns the rows of some players.
func PlayersOf(r bureau.Reader, numbers []any) (Who, error) { return playersOf(r, numbers, nil, nil) }

// playersOf returns the rows of some players, with the columns that are wanted; nil: all.
func playersOf(r bureau.Reader, numbers []any, ofPlayer, ofPerson []int) (Who, error) {
	players, err := rows.Players.Select(r, bureau.Range{Any: numbers, Columns: ofPlayer})
	if err != nil {
		return nil, err
	}
	people, err := rows.Persons.Select(r, bureau.Range{Any: numbers, Columns: ofPerson})
	of, described := map[uint32]*rows.Player{}, map[uint32]*rows.Person{}
	for _, p := range players {
		of[p.Number] = p
	}
	for _, p := range people {
		described[p.Number] = p
	}
	return func(n uint32) (*rows.Player, *rows.Person) { return of[n], described[n] }, err
}

// NamesOf returns a function from player numbers to IDs and names. Those of some players are
// read at once, the others when they are asked for. An unreadable player has no name, so that
// the others can still be shown.
func NamesOf(r bureau.Reader, some []uint32) (func(player uint32) (id, name string), error) {
	names, err := namesOf(r, some)
	return names.names, err
}

// naming returns the ID of a player and their names, empty if they are unknown.
type naming func(player uint32) (id, name, local string)

func (n naming) names(player uint32) (id, name string) {
	id, name, _ = n(player)
	return id, name
}

// local returns the name in the local script.
func (n naming) local(player uint32) string {
	_, _, local := n(player)
	return local
}

// namesOf is like NamesOf.
func namesOf(r bureau.Reader, some []uint32) (naming, error) {
	numbers := make([]any, len(some))
	for i, n := range some {
		numbers[i] = int64(n)
	}
	who, err := playersOf(r, numbers, rows.Players.Wanted("id"), rows.Persons.Wanted("name", "name_local"))
	return func(n uint32) (id, name, local string) {
		if id, name, local = who.names(n); id == "" {
			return readNames(r, n)
		}
		return id, name, local
	}, err
}

// readNames reads the names of a player.
func readNames(r bureau.Reader, n uint32) (id, name, local string) {
	id, err := lists.IDOf(r, n)
	if err != nil {
		return "", "", ""
	}
	p, err := register.Players.Get(r, id)
	if err != nil || p == nil {
		return id, id, ""
	}
	return p.ID, p.Name, p.NameLocal
}
