package desk

import (
	"context"
	"fmt"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
)

// Precedent is a decision in a case that the rules do not cover, 7(2). Later
// decisions cite it by number. It names no person.
type Precedent struct {
	Number int       `json:"number"`           // P1, P2, ...
	Title  string    `json:"title"`            // the question
	Clause string    `json:"clause,omitempty"` // the clause that leaves it open
	Text   string    `json:"text"`             // the decision
	By     string    `json:"by"`               // the officer
	At     time.Time `json:"at"`
}

// Name returns the number in the form in which it is cited.
func (p *Precedent) Name() string { return fmt.Sprintf("P%d", p.Number) }

var precedents = bureau.Table[Precedent]{Kind: "precedent"} // by name

// AddPrecedent stores a decision as a precedent and returns it with its number.
func AddPrecedent(ctx context.Context, b *bureau.Bureau, p Precedent) (*Precedent, error) {
	err := b.Do(ctx, "precedent.add", "", func(tx *bureau.Tx) error {
		if p.Title == "" || p.Text == "" || p.By == "" {
			return finding.Refuse("precedent-incomplete")
		}
		var err error
		if p.Number, err = tx.Count("precedent"); err != nil {
			return err
		}
		p.At = tx.Now
		tx.Note(p.Name(), nil)
		return precedents.Put(tx, p.Name(), &p)
	})
	return &p, err
}

// Precedents returns all precedents in order.
func Precedents(_ *bureau.Bureau, r bureau.Reader) ([]*Precedent, error) {
	n, err := bureau.Counters.Get(r, "precedent")
	if err != nil || n == nil {
		return nil, err
	}
	all := make([]*Precedent, *n)
	for i := range all {
		if all[i], err = FindPrecedent(r, fmt.Sprintf("P%d", i+1)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// FindPrecedent returns a precedent by name, or a refusal if it does not exist.
func FindPrecedent(r bureau.Reader, name string) (*Precedent, error) {
	return precedents.Find(r, name, finding.Refuse("no-precedent", finding.Text("precedent", name)))
}

// cite refuses a cited precedent that does not exist.
func cite(tx *bureau.Tx, name string) error {
	if name == "" {
		return nil
	}
	_, err := FindPrecedent(tx, name)
	return err
}
