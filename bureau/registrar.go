package bureau

import (
	"errors"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// nextID gives the first ID behind those that were given by the bureau that
// nobody has.
func (tx *Tx) nextID() (string, error) {
	for {
		n, err := tx.count("player-id")
		if err != nil {
			return "", err
		}
		id := tx.Settings.newID(n)
		if taken, err := players.get(tx, id); err != nil || taken == nil {
			return id, err
		}
	}
}

// count gives the next number of a counter, from 1.
func (tx *Tx) count(counter string) (int, error) {
	n, err := counters.get(tx, counter)
	if err != nil {
		return 0, err
	}
	if n == nil {
		n = new(int)
	}
	*n++
	return *n, counters.put(tx, counter, n)
}

// keepPlayer keeps a player, the search keys, and what rating needs. before is
// what was kept, nil for a new player.
func (tx *Tx) keepPlayer(before, p *Player, person *Person) error {
	if before != nil {
		if before.Erased {
			return refuse("player-erased", finding.Text("id", before.ID))
		}
		if err := errors.Join(tx.forgetKeys(before), tx.rename(before, p), tx.anothersFide(before, p)); err != nil {
			return err
		}
	}
	if err := tx.keepDocuments(p, person); err != nil {
		return err
	}
	f := tx.facts()
	if err := f.set(p.Number, factsOf(p, person)); err != nil {
		return err
	}
	return f.close()
}

// anothersFide takes away what a list of FIDE says of somebody else: it was found
// by an ID that is not the player's. Who has no rating to begin with then enters
// unrated, 6(3) (Reading J3).
func (tx *Tx) anothersFide(before, p *Player) error {
	if p.FideID != before.FideID && p.Fide == before.Fide && p.FideList != "" {
		p.Fide, p.FideList = [rating.Kinds]rating.Rating{}, ""
	}
	if p.EnteredUnrated || p.Fide == before.Fide || p.Fide != [rating.Kinds]rating.Rating{} {
		return nil
	}
	newest, err := newestList(tx)
	if err != nil {
		return err
	}
	standing := newest.Standing(p.Number)
	p.EnteredUnrated = empty(&standing)
	return nil
}

// keepDocuments keeps a player and the search keys.
func (tx *Tx) keepDocuments(p *Player, person *Person) error {
	if err := players.put(tx, p.ID, p); err != nil {
		return err
	}
	if *person == (Person{}) {
		if err := tx.Delete(persons.kind, p.ID); err != nil {
			return err
		}
	} else if err := persons.put(tx, p.ID, person); err != nil {
		return err
	}
	return tx.keepKeys(p)
}

// registrar adds and changes many players at once.
type registrar struct {
	*Tx
	facts    *facts
	next     int
	suspects *suspects // nil: not asked for
	err      error
}

func (tx *Tx) registrar() *registrar {
	r := &registrar{Tx: tx, facts: tx.facts()}
	r.next, r.err = playerCount(tx)
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
