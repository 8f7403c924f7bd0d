package view

import (
	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/register"
	"github.com/arpadchess/arpad/bureau/rows"
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

// named is a reader with all players at hand.
type named struct {
	bureau.Reader
	who Who
}

// WithPlayers returns a reader whose views take players from a function, for a process that
// reads very many.
func WithPlayers(r bureau.Reader, who Who) bureau.Reader { return &named{r, who} }

// Gather implements bureau.Gatherer.
func (n *named) Gather(kind string, keys []string) error {
	return bureau.Gather(n.Reader, kind, keys)
}

// PlayersOf returns the rows of some players.
func PlayersOf(r bureau.Reader, numbers []any) (Who, error) {
	if known, ok := r.(*named); ok {
		return known.who, nil
	}
	players, err := rows.Players.Select(r, bureau.Range{Any: numbers})
	if err != nil {
		return nil, err
	}
	people, err := rows.Persons.Select(r, bureau.Range{Any: numbers})
	of, described := map[uint32]*rows.Player{}, map[uint32]*rows.Person{}
	for _, p := range players {
		of[p.Number] = p
	}
	for _, p := range people {
		described[p.Number] = p
	}
	return func(n uint32) (*rows.Player, *rows.Person) { return of[n], described[n] }, err
}

// NamesOf returns a function from player numbers to IDs and names. An
// unreadable player has no name, so that the others can still be shown.
func NamesOf(r bureau.Reader) func(uint32) (id, name string) {
	names := namesOf(r)
	return func(n uint32) (string, string) {
		id, name, _ := names(n)
		return id, name
	}
}

// localNamesOf returns a function from player numbers to names in the local
// script, empty if unknown.
func localNamesOf(r bureau.Reader) func(uint32) string {
	names := namesOf(r)
	return func(n uint32) string {
		_, _, local := names(n)
		return local
	}
}

func namesOf(r bureau.Reader) func(uint32) (id, name, local string) {
	if known, ok := r.(*named); ok {
		return known.who.names
	}
	return func(n uint32) (string, string, string) {
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
}
