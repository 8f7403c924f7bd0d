package bureau

import (
	"context"
	"fmt"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// Fee is what is due for a report: the invoice.
type Fee struct {
	Period   string     `json:"period"`            // in which it became due
	Players  int        `json:"players"`           // for whom it is due
	Earlier  int        `json:"earlier,omitempty"` // for whom it is due with another meeting of the club in the period
	Each     int        `json:"each"`              // in whole units of the currency, as all amounts here
	Amount   int        `json:"amount"`
	Currency string     `json:"currency"`
	Until    civil.Date `json:"until"` // the last day to pay
	Clause   string     `json:"clause"`
	Reading  string     `json:"reading"`
	Unpaid   string     `json:"unpaid"` // the clause that says what becomes of the report
	Paid     int        `json:"paid,omitempty"`
	PaidOn   civil.Date `json:"paid_on,omitempty"` // the last time; zero: never
}

// Due gives what is still to be paid.
func (f *Fee) Due() int {
	if f == nil {
		return 0
	}
	return max(0, f.Amount-f.Paid)
}

// refuse is a refusal under the clause of a fee; f may be nil.
func (f *Fee) refuse(id string, values ...finding.Value) error {
	if f == nil {
		return refuse(id, values...)
	}
	return under(refuse(id, values...), f.Clause, f.Reading)
}

// overdue says whether a fee is, or was, not paid in full by its last day.
func (f *Fee) overdue(today civil.Date) bool {
	if f == nil || f.Amount == 0 {
		return false
	}
	if f.Due() > 0 {
		return today > f.Until
	}
	return f.PaidOn > f.Until
}

// feeCharges says with which report the fee of a player is due, by period, club
// and player: of a club's regular meetings once, 3(4).
var feeCharges = table[string]{"fee-charge"}

// charge finds out what is due for a report.
func (tx *Tx) charge(r *Report, k *known, fee regulation.Fee, period regulation.Period) error {
	if fee.Each == 0 {
		return nil // what became due in an earlier period stays due, though its rules are not those of the list that the report goes into
	}
	before, err := tx.discharge(r)
	if err != nil {
		return err
	}
	if r.Fee == nil {
		r.Fee = &Fee{}
	}
	if r.Fee.Players+r.Fee.Earlier == 0 { // nothing was due so far, or it went back
		r.Fee.Period, r.Fee.Until = period.Label, period.List-1 // the month's end, 3(5)
	}
	f := r.Fee
	f.Each, f.Currency, f.Clause, f.Reading, f.Unpaid = fee.Each, fee.Currency, fee.Clause, fee.Reading, fee.Unpaid
	f.Players, f.Earlier = 0, 0
	for _, id := range participants(k) {
		charged, err := tx.chargedElsewhere(r, k.p, id, fee)
		switch {
		case err != nil:
			return err
		case charged:
			f.Earlier++
		default:
			f.Players++
		}
	}
	f.Amount = f.Players * f.Each // 3(4), Reading J25
	return tx.oweElsewhere(before)
}

// oweElsewhere has the other meetings checked anew with which the fees of players
// are due from now on: no report bears them under these keys any more.
func (tx *Tx) oweElsewhere(keys []string) error {
	for _, key := range keys {
		ref, err := feeCharges.get(tx, key)
		if err == nil && ref == nil {
			_, err = tx.count(registersCounter)
			return err
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// participants gives the players of a report, each once; one of whom nobody
// knows who he is stands for himself.
func participants(k *known) []string {
	var ids []string
	seen := map[string]bool{}
	for i := range k.p.Sections {
		s := &k.p.Sections[i]
		for j := range s.Players {
			id := fmt.Sprintf("?%s\x00%d", s.Name, s.Players[j].StartNumber)
			if k.players[i][j] != nil {
				id = k.players[i][j].ID
			}
			if !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
		}
	}
	return ids
}

func chargeKey(r *Report, id string) string {
	return r.Fee.Period + "\x00" + foldName(r.Club) + "\x00" + id
}

// chargedElsewhere says whether the fee of a player is due with another meeting
// of the club in the period; else it is due with this one.
func (tx *Tx) chargedElsewhere(r *Report, p *report.Report, id string, fee regulation.Fee) (bool, error) {
	if !p.Meeting || !fee.MeetingsOnce || strings.HasPrefix(id, "?") {
		return false, nil
	}
	ref, err := feeCharges.get(tx, chargeKey(r, id))
	if err != nil || ref != nil {
		return ref != nil, err
	}
	return false, feeCharges.put(tx, chargeKey(r, id), &r.Ref)
}

// discharge forgets for whom a report's fee is due, and gives their keys.
func (tx *Tx) discharge(r *Report) (keys []string, err error) {
	if r.Fee == nil {
		return nil, nil
	}
	prefix := chargeKey(r, "")
	err = feeCharges.scan(tx, prefix, after(prefix), func(key string, ref *string) (bool, error) {
		if *ref == r.Ref {
			keys = append(keys, key)
		}
		return true, nil
	})
	for _, key := range keys {
		if err == nil {
			err = tx.Delete(feeCharges.kind, key)
		}
	}
	return keys, err
}

// waive lets nothing be due for a report that went back; what was paid stays
// noted.
func (tx *Tx) waive(r *Report) error {
	keys, err := tx.discharge(r)
	if err == nil {
		err = tx.oweElsewhere(keys)
	}
	if r.Fee == nil || r.Fee.Paid == 0 {
		r.Fee = nil
		return err
	}
	r.Fee.Players, r.Fee.Earlier, r.Fee.Amount = 0, 0, 0
	return err
}

// Pay marks a report's fee as paid, in part if the amount is less than what is
// due; zero: all of it.
func (b *Bureau) Pay(ctx context.Context, ref string, amount int) (f *Fee, err error) {
	err = b.amend(ctx, "fee.paid", ref, "", func(tx *Tx, r *Report) error {
		if r.Fee.Due() == 0 {
			return r.Fee.refuse("fee-not-due", finding.Text("ref", ref))
		}
		if amount < 0 || amount > r.Fee.Due() {
			return r.Fee.refuse("fee-amount", finding.Int("due", r.Fee.Due()), finding.Text("currency", r.Fee.Currency),
				finding.Text("until", r.Fee.Until.String()))
		}
		if amount == 0 {
			amount = r.Fee.Due()
		}
		r.Fee.Paid += amount
		r.Fee.PaidOn = tx.Today
		f = r.Fee
		tx.Note(ref, map[string]any{"amount": amount, "currency": f.Currency})
		return tx.recheck(r)
	})
	return f, err
}

// Overdue withholds the reports whose fee was not paid by its last day, until an
// officer decides (Readings J15, G10), and gives them.
func (b *Bureau) Overdue(ctx context.Context) (moved []*Report, err error) {
	err = b.Do(ctx, "fee.overdue", "", func(tx *Tx) error {
		moved = nil
		all, err := reports.all(tx, "")
		if err != nil {
			return err
		}
		var refs []string
		for _, r := range all {
			if r.State != Waiting || !r.Fee.overdue(tx.Today) {
				continue
			}
			if err := tx.recheck(r); err != nil {
				return err
			}
			if r.State != Withheld {
				continue
			}
			moved, refs = append(moved, r), append(refs, r.Ref)
			if err := tx.keepReport(r); err != nil {
				return err
			}
		}
		tx.Note("", refs)
		return nil
	})
	return moved, err
}
