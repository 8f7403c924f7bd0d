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
func (b *Bureau) Search(r Reader, text string, limit int) ([]*Hit, error) {
	s := search{r: r, limit: limit, seen: map[string]bool{}}
	text = strings.TrimSpace(text)
	if p, err := players.get(r, text); err != nil || p != nil {
		if err == nil {
			_, err = s.add(p.hit())
		}
		return s.found, err
	}
	if text != "" && strings.Trim(text, "0123456789") == "" {
		return s.found, s.fide(text)
	}
	name := foldName(text)
	if err := s.names(name); err != nil || len(s.found) > 0 {
		return s.found, err
	}
	err := s.names(turnedName(name))
	return s.found, err
}

// turnedName gives a name as it is compared, turned round.
func turnedName(name string) string {
	words := strings.Fields(foldName(name))
	slices.Reverse(words)
	return strings.Join(words, " ")
}

// search collects players, each once.
type search struct {
	r     Reader
	limit int
	seen  map[string]bool
	found []*Hit
}

// add adds a hit, of a player who was merged into another the other one, and
// says whether there is room for more.
func (s *search) add(h *Hit) (bool, error) {
	if h.MergedInto != "" {
		p, err := player(s.r, h.ID)
		if err != nil {
			return false, err
		}
		h = p.hit()
	}
	if !s.seen[h.ID] && len(s.found) < s.limit {
		s.seen[h.ID] = true
		s.found = append(s.found, h)
	}
	return len(s.found) < s.limit, nil
}

// names adds those whose names begin with a prefix.
func (s *search) names(prefix string) error {
	if prefix == "" {
		return nil
	}
	return playerNames.scan(s.r, prefix, after(prefix), func(_ string, h *Hit) (bool, error) { return s.add(h) })
}

// fide adds those who have a FIDE ID.
func (s *search) fide(id string) error {
	return playerFideIDs.scan(s.r, id+"\x00", id+"\x01", func(_ string, id *string) (bool, error) {
		p, err := players.get(s.r, *id)
		if err != nil {
			return false, err
		}
		return s.add(p.hit())
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
