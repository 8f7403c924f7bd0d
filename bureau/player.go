package bureau

import (
	"context"
	"fmt"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
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
	Erased         bool                        `json:"erased,omitempty"`
}

// Person is what is known of a player and never public. Each field is declared
// in PersonalFields.
type Person struct {
	Birth         civil.Birth `json:"birth,omitempty"`
	Email         string      `json:"email,omitempty"`
	Guardian      string      `json:"guardian,omitempty"` // of a minor
	GuardianEmail string      `json:"guardian_email,omitempty"`
}

// The documents of the register.
var (
	players       = table[Player]{"player"}        // by ID
	persons       = table[Person]{"person"}        // by ID
	playerNumbers = table[string]{"player-number"} // ID by number
	playerNames   = table[string]{"player-name"}   // ID by folded name and ID
	playerFideIDs = table[string]{"player-fide"}   // ID by FIDE ID
	counters      = table[int]{"counter"}
)

func numberKey(n uint32) string { return fmt.Sprintf("%010d", n) }

// foldName gives a name as it is searched for.
func foldName(name string) string {
	return strings.Join(strings.Fields(strings.ToLower(strings.ReplaceAll(name, ",", " "))), " ")
}

func nameKey(name, id string) string { return foldName(name) + "\x00" + id }

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

// Search gives up to limit players whose ID is the text, or whose name in any
// script begins with it.
func (b *Bureau) Search(r Reader, text string, limit int) ([]*Player, error) {
	if p, err := players.get(r, strings.TrimSpace(text)); err != nil || p != nil {
		return []*Player{p}, err
	}
	var found []*Player
	prefix := foldName(text)
	err := playerNames.scan(r, prefix, after(prefix), func(_ string, id *string) (bool, error) {
		p, err := players.get(r, *id)
		if err != nil {
			return false, err
		}
		if p != nil {
			found = append(found, p)
		}
		return len(found) < limit, nil
	})
	return found, err
}

// Register adds a player and gives the ID: the next one, if none is asked for.
func (b *Bureau) Register(ctx context.Context, p Player, person Person, reason string) (id string, err error) {
	err = b.act(ctx, "player.register", reason, func(c *change) (string, any, error) {
		id, err = c.register(p, person)
		return id, nil, err
	})
	return id, err
}

// register adds a player in a change that does more.
func (c *change) register(p Player, person Person) (string, error) {
	reg := c.registrar()
	if p.ID == "" {
		next, err := c.nextID()
		if err != nil {
			return "", err
		}
		p.ID = next
	} else if !c.settings.idPattern().MatchString(p.ID) {
		return "", refuse("id-form", finding.Text("id", p.ID), finding.Text("form", c.settings.IDs))
	}
	if err := reg.add(&p, &person); err != nil {
		return "", err
	}
	return p.ID, reg.close()
}

// nextID gives the first ID behind those that were given by the bureau that
// nobody has.
func (c *change) nextID() (string, error) {
	for {
		n, err := c.count("player-id")
		if err != nil {
			return "", err
		}
		id := c.settings.newID(n)
		if taken, err := players.get(c, id); err != nil || taken == nil {
			return id, err
		}
	}
}

// count gives the next number of a counter, from 1.
func (c *change) count(counter string) (int, error) {
	n, err := counters.get(c, counter)
	if err != nil {
		return 0, err
	}
	if n == nil {
		n = new(int)
	}
	*n++
	return *n, counters.put(c, counter, n)
}

// Amend changes what is known of a player.
func (b *Bureau) Amend(ctx context.Context, id, reason string, f func(*Player, *Person)) error {
	return b.act(ctx, "player.amend", reason, func(c *change) (string, any, error) {
		p, err := player(c, id)
		if err != nil {
			return "", nil, err
		}
		person, err := personOf(c, p.ID)
		if err != nil {
			return "", nil, err
		}
		before := *p
		f(p, person)
		p.Number, p.ID = before.Number, before.ID
		return p.ID, nil, c.keepPlayer(&before, p, person)
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

// keepPlayer keeps a player, the search keys, and what rating needs. before is
// what was kept, nil for a new player.
func (c *change) keepPlayer(before, p *Player, person *Person) error {
	if before != nil {
		if err := c.forgetKeys(before); err != nil {
			return err
		}
	}
	if err := c.keepDocuments(p, person); err != nil {
		return err
	}
	f := c.facts()
	if err := f.set(p.Number, factsOf(p, person)); err != nil {
		return err
	}
	return f.close()
}

// keepDocuments keeps a player and the search keys.
func (c *change) keepDocuments(p *Player, person *Person) error {
	if err := players.put(c, p.ID, p); err != nil {
		return err
	}
	if *person == (Person{}) {
		if err := c.Delete(persons.kind, p.ID); err != nil {
			return err
		}
	} else if err := persons.put(c, p.ID, person); err != nil {
		return err
	}
	if err := playerNumbers.put(c, numberKey(p.Number), &p.ID); err != nil {
		return err
	}
	for _, name := range []string{p.Name, p.NameLocal, p.Kana} {
		if name == "" {
			continue
		}
		if err := playerNames.put(c, nameKey(name, p.ID), &p.ID); err != nil {
			return err
		}
	}
	if p.FideID == "" {
		return nil
	}
	return playerFideIDs.put(c, p.FideID, &p.ID)
}

func (c *change) forgetKeys(p *Player) error {
	for _, name := range []string{p.Name, p.NameLocal, p.Kana} {
		if err := c.Delete(playerNames.kind, nameKey(name, p.ID)); err != nil {
			return err
		}
	}
	if p.FideID == "" {
		return nil
	}
	return c.Delete(playerFideIDs.kind, p.FideID)
}

// registrar adds many players at once.
type registrar struct {
	*change
	facts *facts
	next  int
	err   error
}

func (c *change) registrar() *registrar {
	r := &registrar{change: c, facts: c.facts()}
	r.next, r.err = playerCount(c)
	return r
}

// playerCount gives how many players there are: the number of the next one.
func playerCount(r Reader) (int, error) {
	n, err := counters.get(r, "player")
	if err != nil || n == nil {
		return 0, err
	}
	return *n, nil
}

// add adds a player under the next number.
func (r *registrar) add(p *Player, person *Person) error {
	if r.err != nil {
		return r.err
	}
	taken, err := players.get(r, p.ID)
	if err != nil {
		return err
	}
	if taken != nil {
		return refuse("id-taken", finding.Text("id", p.ID))
	}
	p.Number = uint32(r.next)
	r.next++
	if err := r.keepDocuments(p, person); err != nil {
		return err
	}
	return r.facts.set(p.Number, factsOf(p, person))
}

// close keeps what was added up.
func (r *registrar) close() error {
	if r.err != nil {
		return r.err
	}
	if err := counters.put(r, "player", &r.next); err != nil {
		return err
	}
	return r.facts.close()
}

// fromRoster gives a player of an opening list as the register keeps him.
func fromRoster(p *roster.Player) (*Player, *Person) {
	return &Player{
		ID: p.ID, Name: strings.ReplaceAll(p.Name, ",", ""), NameLocal: p.NameLocal, Sex: p.Sex, Club: p.Club, Federation: p.Federation,
		Title: p.Title, FideID: p.FideID, Fide: p.Fide, EnteredUnrated: p.EnteredUnrated,
	}, &Person{Birth: p.Birth}
}
