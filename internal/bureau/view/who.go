package view

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

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

// NamesOf returns a function from player numbers to IDs and names. Those of some players are
// read at once, the others when they are asked for. An unreadable player has no name, so that
// the others can still be shown.
func NamesOf(r bureau.Reader, some []uint32) (func(player uint32) (id, name string), error) {
	names, err := namesOf(r, some)
	return names.names, err
}

// LocalNamesOf is like NamesOf, with the names in the local script, empty where they are unknown.
func LocalNamesOf(r bureau.Reader, some []uint32) (func(player uint32) (id, name, local string), error) {
	return namesOf(r, some)
}

// namesOf is like NamesOf.
func namesOf(r bureau.Reader, some []uint32) (naming, error) {
	numbers := make([]any, len(some))
	for i, n := range some {
		numbers[i] = int64(n)
	}
	players, err := rows.Players.Select(r, bureau.Range{Any: numbers})
	if err != nil {
		return nil, err
	}
	people, err := rows.Persons.Select(r, bureau.Range{Any: numbers})
	type named struct{ id, name, local string }
	known := make(map[uint32]named, len(players))
	for _, p := range players {
		known[p.Number] = named{id: p.ID}
	}
	for _, p := range people {
		known[p.Number] = named{known[p.Number].id, p.Name, p.NameLocal}
	}
	return func(n uint32) (id, name, local string) {
		if is := known[n]; is.id != "" {
			return is.id, is.name, is.local
		}
		return readNames(r, n)
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
