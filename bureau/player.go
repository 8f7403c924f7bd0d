package bureau

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
)

// Player is who a player is, as far as it is public.
type Player struct {
	Number         uint32                      `json:"number"` // given once; lists and records count players by it
	ID             string                      `json:"id"`
	Name           string                      `json:"name"` // as 4(3) writes it: family name, given names, no comma
	NameLocal      string                      `json:"name_local,omitempty"`
	Kana           string                      `json:"kana,omitempty"`
	Sex            string                      `json:"sex,omitempty"`
	Club           string                      `json:"club,omitempty"`
	Federation     string                      `json:"federation,omitempty"`
	Title          string                      `json:"title,omitempty"`
	FideID         string                      `json:"fide_id,omitempty"`
	Fide           [rating.Kinds]rating.Rating `json:"fide,omitzero"`
	FideList       string                      `json:"fide_list,omitempty"` // from which the FIDE ratings are: "2026-03"
	EnteredUnrated bool                        `json:"entered_unrated,omitempty"`
	Inactive       bool                        `json:"inactive,omitempty"`
	Deceased       bool                        `json:"deceased,omitempty"`
	MergedInto     string                      `json:"merged_into,omitempty"` // the ID under which the person goes on
	Merged         []string                    `json:"merged,omitempty"`      // the IDs that lead here
	Erased         bool                        `json:"erased,omitempty"`
}

// Person is what is known of a player and never public. Each field is declared
// in the table of personal.go.
type Person struct {
	Birth         civil.Birth `json:"birth,omitempty"`
	Email         string      `json:"email,omitempty"`
	Guardian      string      `json:"guardian,omitempty"` // of a minor
	GuardianEmail string      `json:"guardian_email,omitempty"`
}

// The documents of the register.
var (
	players  = table[Player]{"player"} // by ID
	persons  = table[Person]{"person"} // by ID
	counters = table[int]{"counter"}
)

// Player gives a player by ID, following merges; a player who is not there is
// refused.
func (b *Bureau) Player(r Reader, id string) (*Player, error) { return player(r, id) }

func player(r Reader, id string) (*Player, error) {
	for range 10 { // merges of merges
		p, err := players.get(r, id)
		if err != nil {
			return nil, err
		}
		if p == nil {
			return nil, refuse("unknown-player", finding.Text("id", id))
		}
		if p.MergedInto == "" {
			return p, nil
		}
		id = p.MergedInto
	}
	return nil, refuse("unknown-player", finding.Text("id", id))
}

// Search gives up to limit players whose ID or FIDE ID is the text, or whose
// name in any script begins with it; failing that, whose names turned round do.
func (b *Bureau) Search(r Reader, text string, limit int) ([]*Player, error) {
	text = strings.TrimSpace(text)
	if p, err := players.get(r, text); err != nil || p != nil {
		if err == nil {
			p, err = player(r, p.ID)
		}
		return []*Player{p}, err
	}
	s := search{r: r, limit: limit, seen: map[string]bool{}}
	if err := s.keys(playerFideIDs, text+"\x00"); err != nil {
		return nil, err
	}
	name := foldName(text)
	if err := s.keys(playerNames, name); err != nil || len(s.found) > 0 {
		return s.found, err
	}
	words := strings.Fields(name)
	slices.Reverse(words)
	return s.found, s.keys(playerNames, strings.Join(words, " "))
}

// search collects players, each once.
type search struct {
	r     Reader
	limit int
	seen  map[string]bool
	found []*Player
}

// keys adds those whose keys begin with a prefix.
func (s *search) keys(t table[string], prefix string) error {
	if prefix == "" || prefix == "\x00" {
		return nil
	}
	return t.scan(s.r, prefix, after(prefix), func(_ string, id *string) (bool, error) {
		p, err := player(s.r, *id)
		if err != nil {
			return false, err
		}
		if !s.seen[p.ID] && len(s.found) < s.limit {
			s.seen[p.ID] = true
			s.found = append(s.found, p)
		}
		return len(s.found) < s.limit, nil
	})
}

// personOf gives what is known of a player and not public; nothing, if nothing
// is.
func personOf(r Reader, id string) (*Person, error) {
	person, err := persons.get(r, id)
	if err == nil && person == nil {
		person = &Person{}
	}
	return person, err
}

// Card gives all that is kept of a player, following merges. What is not public
// is for officers alone.
func (b *Bureau) Card(r Reader, id string) (*Card, error) {
	p, err := player(r, id)
	if err != nil {
		return nil, err
	}
	person, err := personOf(r, p.ID)
	if err != nil {
		return nil, err
	}
	return &Card{Player: *p, Person: *person}, nil
}

// Field is a field of a card, as it is shown.
type Field struct {
	Name, Text string
	Public     bool
}

// Fields gives what stands on a card, but for the fields that are empty.
func (c *Card) Fields(private bool) []Field {
	var fields []Field
	for _, column := range cards.shown(private) {
		if text := column.write(c); text != "" {
			fields = append(fields, Field{column.name, text, column.public})
		}
	}
	return fields
}
