package register

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/rating"
)

// Renamed are the players, by ID, whom the next list must show differently.
var Renamed = bureau.Table[bool]{Kind: "renamed"}

// rename marks a player whose public data has changed.
func rename(tx *bureau.Tx, before, p *Player) error {
	if before.Name == p.Name && before.NameLocal == p.NameLocal {
		return nil
	}
	yes := true
	return Renamed.Put(tx, p.ID, &yes)
}

// FactsOf returns the facts about a player, born on a day, that ratings depend on.
func FactsOf(p *Player, birth civil.Birth) lists.Fact {
	f := lists.Fact{EnteredUnrated: p.EnteredUnrated, Fide: p.Fide}
	f.SetBirth(birth)
	return f
}

// ids returns the IDs of a player: their own and those merged into it.
func (p *Player) ids(r bureau.Reader) ([]string, error) {
	all := append([]string{p.ID}, p.Merged...)
	for i := 1; i < len(all); i++ {
		merged, err := Players.Get(r, all[i])
		if err != nil {
			return nil, err
		}
		if merged != nil {
			all = append(all, merged.Merged...)
		}
	}
	return all, nil
}

// Player is the public part of a player's data.
type Player struct {
	Number         uint32                      `json:"number"` // assigned once; lists and records refer to players by it
	ID             string                      `json:"id"`
	Name           string                      `json:"name"` // as 4(3) requires: family name, given names, no comma
	NameLocal      string                      `json:"name_local,omitempty"`
	Kana           string                      `json:"kana,omitempty"`
	Sex            string                      `json:"sex,omitempty"`
	Club           string                      `json:"club,omitempty"`
	Federation     string                      `json:"federation,omitempty"`
	Title          string                      `json:"title,omitempty"`
	FideID         string                      `json:"fide_id,omitempty"`
	Fide           [rating.Kinds]rating.Rating `json:"fide,omitzero"`
	FideList       string                      `json:"fide_list,omitempty"` // month of the list that the FIDE ratings are from: "2026-03"
	EnteredUnrated bool                        `json:"entered_unrated,omitempty"`
	Inactive       bool                        `json:"inactive,omitempty"`
	Deceased       bool                        `json:"deceased,omitempty"`
	Indexed        bool                        `json:"indexed,omitempty"`     // an adult, who agrees that search engines show their page
	MergedInto     string                      `json:"merged_into,omitempty"` // ID of the player that this one was merged into
	Merged         []string                    `json:"merged,omitempty"`      // IDs merged into this one
	Erased         bool                        `json:"erased,omitempty"`
}

// Person is the non-public part of a player's data. Each field is declared in
// player_columns.go.
type Person struct {
	Birth         civil.Birth `json:"birth,omitempty"`
	Email         string      `json:"email,omitempty"`
	Guardian      string      `json:"guardian,omitempty"` // of a minor
	GuardianEmail string      `json:"guardian_email,omitempty"`
}

// Players are the players, by ID.
var Players = bureau.Table[Player]{Kind: "player"}

// PersonKind is the kind of the non-public documents of players, by ID.
const PersonKind = "person"

var persons = bureau.Table[Person]{Kind: PersonKind}

// Subject returns a player as something is done with them.
func (p *Player) Subject() bureau.Subject {
	return bureau.Subject{ID: p.ID, Player: p.ID, Seen: []bureau.Document{Players.Of(p.ID), persons.Of(p.ID), Memberships.Of(p.ID)}}
}

// Find returns a player by ID, following merges, or a refusal if there is none.
func Find(r bureau.Reader, id string) (*Player, error) {
	for range 10 { // merges may be chained
		p, err := Players.Get(r, id)
		if err != nil {
			return nil, err
		}
		if p == nil {
			return nil, Unknown(r, id)
		}
		if p.MergedInto == "" {
			return p, nil
		}
		id = p.MergedInto
	}
	return nil, Unknown(r, id)
}

// PersonOf returns the non-public data of a player, the zero Person if there is
// none.
func PersonOf(r bureau.Reader, id string) (*Person, error) {
	person, err := persons.Get(r, id)
	if err == nil && person == nil {
		person = &Person{}
	}
	return person, err
}

// EachPerson calls f with what is not public of the players with IDs from <= id < to.
func EachPerson(r bureau.Reader, from, to string, f func(id string, person *Person)) error {
	return persons.Scan(r, from, to, func(id string, person *Person) (bool, error) {
		f(id, person)
		return true, nil
	})
}

// CardOf returns the card of a player, following merges. Its non-public part is
// for officers only.
func CardOf(r bureau.Reader, id string) (*Card, error) {
	p, err := Find(r, id)
	if err != nil {
		return nil, err
	}
	person, err := PersonOf(r, p.ID)
	if err != nil {
		return nil, err
	}
	return &Card{Player: *p, Person: *person}, nil
}

// Field is a field of a card, formatted.
type Field struct {
	Name, Text string
	Public     bool
}

// Fields returns the non-empty fields of a card; private includes those that
// are not public.
func (c *Card) Fields(private bool) []Field {
	var fields []Field
	for _, column := range cards().Shown(private) {
		if text := column.Write(c); text != "" {
			fields = append(fields, Field{column.Name, text, column.Public})
		}
	}
	return fields
}
