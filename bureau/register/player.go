package register

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Renamed are the players whom lists are to show otherwise than before.
var Renamed = bureau.Table[bool]{Kind: "renamed"} // by ID: lists are to show the player otherwise than before

// rename notes that lists are to show a player otherwise, if they are.
func rename(tx *bureau.Tx, before, p *Player) error {
	if before.Name == p.Name && before.NameLocal == p.NameLocal {
		return nil
	}
	yes := true
	return Renamed.Put(tx, p.ID, &yes)
}

// FactsOf returns the facts about a player of which lists are made.
func FactsOf(p *Player, person *Person) lists.Fact {
	f := lists.Fact{EnteredUnrated: p.EnteredUnrated, Fide: p.Fide, BirthYear: uint16(person.Birth.Year()), YearOnly: person.Birth.YearOnly()}
	if birth := person.Birth; birth != 0 && !f.YearOnly {
		f.NewYear = birth == lists.First(birth.Year(), 1)
	}
	return f
}

// ids returns the IDs of a player: their own and those that were merged into it.
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

// Players are the players, by ID.
var Players = bureau.Table[Player]{Kind: "player"} // by ID

var persons = bureau.Table[Person]{Kind: "person"} // by ID

// Find returns a player by ID, or the one into whom they were merged; one who is not there is
// refused.
func Find(r bureau.Reader, id string) (*Player, error) {
	for range 10 { // merges of merges
		p, err := Players.Get(r, id)
		if err != nil {
			return nil, err
		}
		if p == nil {
			return nil, finding.Refuse("unknown-player", finding.Text("id", id))
		}
		if p.MergedInto == "" {
			return p, nil
		}
		id = p.MergedInto
	}
	return nil, finding.Refuse("unknown-player", finding.Text("id", id))
}

// Search returns up to limit players whose ID or FIDE ID is the text, or whose
// name in any script begins with it; failing that, whose names turned round do.
func Search(r bureau.Reader, text string, limit int) ([]*Hit, error) {
	s := search{r: r, limit: limit, seen: map[string]bool{}}
	text = strings.TrimSpace(text)
	if p, err := Players.Get(r, text); err != nil || p != nil {
		if err == nil {
			_, err = s.add(p.hit())
		}
		return s.found, err
	}
	if text != "" && strings.Trim(text, "0123456789") == "" {
		return s.found, s.fide(text)
	}
	name := report.FoldName(text)
	if err := s.names(name); err != nil || len(s.found) > 0 {
		return s.found, err
	}
	err := s.names(TurnedName(name))
	return s.found, err
}

// TurnedName returns a name as it is compared, turned round.
func TurnedName(name string) string {
	words := strings.Fields(report.FoldName(name))
	slices.Reverse(words)
	return strings.Join(words, " ")
}

// search collects players, each once.
type search struct {
	r     bureau.Reader
	limit int
	seen  map[string]bool
	found []*Hit
}

// add adds a hit, of a player who was merged into another the other one, and
// says whether there is room for more.
func (s *search) add(h *Hit) (bool, error) {
	if h.MergedInto != "" {
		p, err := Find(s.r, h.ID)
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
	return PlayerNames.Scan(s.r, prefix, bureau.KeyAfter(prefix), func(_ string, h *Hit) (bool, error) { return s.add(h) })
}

// fide adds those who have a FIDE ID.
func (s *search) fide(id string) error {
	return playerFideIDs.Scan(s.r, id+"\x00", id+"\x01", func(_ string, id *string) (bool, error) {
		p, err := Players.Get(s.r, *id)
		if err != nil {
			return false, err
		}
		return s.add(p.hit())
	})
}

// PersonOf returns what is known of a player and not public; nothing, if nothing
// is.
func PersonOf(r bureau.Reader, id string) (*Person, error) {
	person, err := persons.Get(r, id)
	if err == nil && person == nil {
		person = &Person{}
	}
	return person, err
}

// CardOf returns all that is kept of a player, following merges. What is not public
// is for officers alone.
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

// Field is a field of a card, as it is shown.
type Field struct {
	Name, Text string
	Public     bool
}

// Fields returns what stands on a card, but for the fields that are empty.
func (c *Card) Fields(private bool) []Field {
	var fields []Field
	for _, column := range cards.Shown(private) {
		if text := column.Write(c); text != "" {
			fields = append(fields, Field{column.Name, text, column.Public})
		}
	}
	return fields
}
