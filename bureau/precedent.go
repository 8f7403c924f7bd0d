package bureau

import (
	"context"
	"fmt"
	"time"

	"github.com/arpadchess/arpad/finding"
)

// Precedent is a decision in a case that the rules do not speak of, 7(2). Later
// decisions cite it by number. It names nobody.
type Precedent struct {
	Number int       `json:"number"`           // P1, P2, ...
	Title  string    `json:"title"`            // the question
	Clause string    `json:"clause,omitempty"` // that leaves it open
	Text   string    `json:"text"`             // what was decided
	By     string    `json:"by"`               // who decided
	At     time.Time `json:"at"`
}

// Name gives the number as it is cited.
func (p *Precedent) Name() string { return fmt.Sprintf("P%d", p.Number) }

var precedents = table[Precedent]{"precedent"} // by name

// AddPrecedent keeps a decision as a precedent and gives it with its number.
func (b *Bureau) AddPrecedent(ctx context.Context, p Precedent) (*Precedent, error) {
	err := b.Do(ctx, "precedent.add", "", func(tx *Tx) error {
		if p.Title == "" || p.Text == "" || p.By == "" {
			return refuse("precedent-incomplete")
		}
		var err error
		if p.Number, err = tx.count("precedent"); err != nil {
			return err
		}
		p.At = tx.Now
		tx.Note(p.Name(), nil)
		return precedents.put(tx, p.Name(), &p)
	})
	return &p, err
}

// Precedents gives all precedents in their order.
func (b *Bureau) Precedents(r Reader) ([]*Precedent, error) {
	n, err := counters.get(r, "precedent")
	if err != nil || n == nil {
		return nil, err
	}
	all := make([]*Precedent, *n)
	for i := range all {
		if all[i], err = b.Precedent(r, fmt.Sprintf("P%d", i+1)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Precedent gives a precedent by name; one that is not there is refused.
func (b *Bureau) Precedent(r Reader, name string) (*Precedent, error) { return findPrecedent(r, name) }

func findPrecedent(r Reader, name string) (*Precedent, error) {
	p, err := precedents.get(r, name)
	if err == nil && p == nil {
		err = refuse("no-precedent", finding.Text("precedent", name))
	}
	return p, err
}

// cite makes sure that a precedent, if one is cited, is there.
func (tx *Tx) cite(name string) error {
	if name == "" {
		return nil
	}
	_, err := findPrecedent(tx, name)
	return err
}
