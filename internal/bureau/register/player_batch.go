package register

import (
	"errors"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// nextID returns the next free ID of those that the bureau assigns.
func nextID(tx *bureau.Tx) (string, error) {
	for {
		n, err := tx.Count("player-id")
		if err != nil {
			return "", err
		}
		id := tx.Settings.NewID(n)
		if taken, err := Players.Get(tx, id); err != nil || taken == nil {
			return id, err
		}
	}
}

// keepPlayer stores a player with the search keys and the facts. before is the
// stored player, nil for a new one.
func keepPlayer(tx *bureau.Tx, before, p *Player, person *Person) error {
	var err error
	switch {
	case before == nil:
		err = KeepDocuments(tx, p, person)
	case before.Erased:
		err = finding.Refuse("player-erased", finding.Text("id", before.ID))
	default:
		err = replace(tx, before, p, person)
	}
	if err != nil {
		return err
	}
	f := lists.WriteFacts(tx)
	if err := f.Set(p.Number, FactsOf(p, person.Birth)); err != nil {
		return err
	}
	return f.Close()
}

// dropFide removes FIDE data that belongs to somebody else, found by a wrong
// FIDE ID. A player left without any rating then enters unrated, 6(3) (Reading
// J3).
func dropFide(tx *bureau.Tx, before, p *Player) error {
	if p.FideID != before.FideID && p.Fide == before.Fide && p.FideList != "" {
		p.Fide, p.FideList = [rating.Kinds]rating.Rating{}, ""
	}
	if p.EnteredUnrated || p.Fide == before.Fide || p.Fide != [rating.Kinds]rating.Rating{} {
		return nil
	}
	standing, err := lists.NewestStanding(tx, p.Number)
	if err != nil {
		return err
	}
	p.EnteredUnrated = lists.IsEmpty(&standing)
	return nil
}

// KeepDocuments stores a player and the search keys.
func KeepDocuments(tx *bureau.Tx, p *Player, person *Person) error {
	return errors.Join(Players.Put(tx, p.ID, p), keepPerson(tx, p.ID, person), KeepKeys(tx, p))
}

func keepPerson(tx *bureau.Tx, id string, person *Person) error {
	if *person == (Person{}) {
		return tx.Delete(persons.Kind, id)
	}
	return persons.Put(tx, id, person)
}

// replace stores a changed player, and of the rest what has changed.
func replace(tx *bureau.Tx, before, p *Player, person *Person) error {
	if err := errors.Join(rename(tx, before, p), dropFide(tx, before, p), Players.Put(tx, p.ID, p)); err != nil {
		return err
	}
	if !slices.Equal(searchKeys(before), searchKeys(p)) {
		if err := errors.Join(ForgetKeys(tx, before), KeepKeys(tx, p)); err != nil {
			return err
		}
	}
	stored, err := PersonOf(tx, p.ID)
	if err != nil || *stored == *person {
		return err
	}
	return keepPerson(tx, p.ID, person)
}

// Batch adds and changes many players in one transaction.
type Batch struct {
	*bureau.Tx
	facts    *lists.FactWriter
	next     int
	added    []string  // IDs of the players with the numbers before next
	suspects *suspects // nil: not requested
	given    []*Player // those who got their IDs here, of an import
	imported *Imported // what an import has come to so far
	err      error
}

// NewBatch returns a batch, which must be closed.
func NewBatch(tx *bureau.Tx) *Batch {
	r := &Batch{Tx: tx, facts: lists.WriteFacts(tx)}
	r.next, r.err = lists.PlayerCount(tx)
	return r
}

// Add adds a player under the next number.
func (r *Batch) Add(p *Player, person *Person) error {
	if r.err != nil {
		return r.err
	}
	taken, err := Players.Get(r, p.ID)
	if err != nil {
		return err
	}
	if taken != nil {
		return finding.Refuse("id-taken", finding.Text("id", p.ID))
	}
	p.Number = uint32(r.next)
	r.next++
	r.added = append(r.added, p.ID)
	return errors.Join(Players.Put(r, p.ID, p), keepPerson(r.Tx, p.ID, person), keepSearchKeys(r.Tx, p), r.facts.Set(p.Number, FactsOf(p, person.Birth)))
}

// put stores an existing player; before is the previous state.
func (r *Batch) put(before, p *Player, person *Person) error {
	if r.err != nil {
		return r.err
	}
	if err := replace(r.Tx, before, p, person); err != nil {
		return err
	}
	return r.facts.Set(p.Number, FactsOf(p, person.Birth))
}

// Close stores the facts, the IDs by number and the next number.
func (r *Batch) Close() error {
	if r.err != nil {
		return r.err
	}
	if err := bureau.Counters.Put(r, "player", &r.next); err != nil {
		return err
	}
	return errors.Join(r.facts.Close(), lists.KeepIDs(r, uint32(r.next-len(r.added)), r.added))
}

// FromRoster returns a player of an opening list as register values.
func FromRoster(p *roster.Player) (*Player, *Person) {
	return &Player{
		ID: p.ID, Name: RomanName(p.Name), NameLocal: p.NameLocal, Sex: p.Sex, Club: p.Club, Federation: p.Federation,
		Title: p.Title, FideID: p.FideID, Fide: p.Fide, EnteredUnrated: p.EnteredUnrated,
	}, &Person{Birth: p.Birth}
}
