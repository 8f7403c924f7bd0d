package bureau

import (
	"errors"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

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

// keepPlayer keeps a player, the search keys, and what rating needs. before is
// what was kept, nil for a new player.
func (c *change) keepPlayer(before, p *Player, person *Person) error {
	if before != nil {
		if before.Erased {
			return refuse("player-erased", finding.Text("id", before.ID))
		}
		if err := errors.Join(c.forgetKeys(before), c.rename(before, p), c.anothersFide(before, p)); err != nil {
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

// anothersFide takes away what a list of FIDE says of somebody else: it was found
// by an ID that is not the player's. Who has no rating to begin with then enters
// unrated, 6(3) (Reading J3).
func (c *change) anothersFide(before, p *Player) error {
	if p.FideID != before.FideID && p.Fide == before.Fide && p.FideList != "" {
		p.Fide, p.FideList = [rating.Kinds]rating.Rating{}, ""
	}
	if p.EnteredUnrated || p.Fide == before.Fide || p.Fide != [rating.Kinds]rating.Rating{} {
		return nil
	}
	newest, err := newestList(c)
	if err != nil {
		return err
	}
	standing := newest.Standing(p.Number)
	p.EnteredUnrated = empty(&standing)
	return nil
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
	return c.keepKeys(p)
}

// registrar adds and changes many players at once.
type registrar struct {
	*change
	facts    *facts
	next     int
	suspects *suspects // nil: not asked for
	err      error
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

// put keeps a player who was there before, as he was then.
func (r *registrar) put(before, p *Player, person *Person) error {
	if r.err != nil {
		return r.err
	}
	if err := errors.Join(r.forgetKeys(before), r.rename(before, p), r.anothersFide(before, p)); err != nil {
		return err
	}
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
		ID: p.ID, Name: romanName(p.Name), NameLocal: p.NameLocal, Sex: p.Sex, Club: p.Club, Federation: p.Federation,
		Title: p.Title, FideID: p.FideID, Fide: p.Fide, EnteredUnrated: p.EnteredUnrated,
	}, &Person{Birth: p.Birth}
}
