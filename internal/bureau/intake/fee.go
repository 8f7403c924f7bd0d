package intake

import (
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// Fee is what is due for a report: the invoice.
type Fee struct {
	Period   string     `json:"period"`            // in which it became due
	Players  int        `json:"players"`           // how many it is charged for
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

// Due returns what is still to be paid.
func (f *Fee) Due() int {
	if f == nil {
		return 0
	}
	return max(0, f.Amount-f.Paid)
}

// Refuse is a refusal under the clause of a fee; f may be nil.
func (f *Fee) Refuse(id string, values ...finding.Value) error {
	if f == nil {
		return finding.Refuse(id, values...)
	}
	return bureau.WithClause(finding.Refuse(id, values...), f.Clause, f.Reading)
}

// Overdue reports whether a fee is, or was, not paid in full by its last day.
func (f *Fee) Overdue(today civil.Date) bool {
	if f == nil || f.Amount == 0 {
		return false
	}
	if f.Due() > 0 {
		return today > f.Until
	}
	return f.PaidOn > f.Until
}

// FeeRuns reports whether the fee of a report is not paid in full, and can still be
// paid in time.
func (r *Case) FeeRuns(today civil.Date) bool {
	return r.Fee.Due() > 0 && today <= r.Fee.Until
}

// feeCharges is the reference of the report that bears the fee of a player, by period,
// club and player: at a club's regular meetings a player pays once, 3(4).
var feeCharges = bureau.Table[string]{Kind: "fee-charge"}

// charge finds out what is due for a report.
func charge(tx *bureau.Tx, r *Case, k *CaseFacts, fee regulation.Fee, period regulation.Period) error {
	if fee.Each == 0 {
		return nil // what became due in an earlier period stays due, though its rules are not those of the list that the report goes into
	}
	before, err := discharge(tx, r)
	if err != nil {
		return err
	}
	if r.Fee == nil {
		r.Fee = &Fee{}
	}
	if r.Fee.Players+r.Fee.Earlier == 0 { // nothing was due so far, or it went back
		r.Fee.Period, r.Fee.Until = period.Label, fee.Until(period) // the month's end, 3(5)
	}
	f := r.Fee
	f.Each, f.Currency, f.Clause, f.Reading, f.Unpaid = fee.Each, fee.Currency, fee.Clause, fee.Reading, fee.Unpaid
	f.Players, f.Earlier = 0, 0
	for _, id := range participants(k) {
		bearer, err := chargedElsewhere(tx, r, k.p, id, fee)
		switch {
		case err != nil:
			return err
		case bearer != "":
			f.Earlier++
			if !slices.Contains(k.bearers, bearer) {
				k.bearers = append(k.bearers, bearer)
			}
		default:
			f.Players++
		}
	}
	f.Amount = fee.Amount(f.Players) // 3(4), Reading J25
	return oweElsewhere(tx, before)
}

// oweElsewhere has the club's other meetings checked anew if a fee under one of these
// keys is borne by no report any more: one of them bears it from now on.
func oweElsewhere(tx *bureau.Tx, keys []string) error {
	for _, key := range keys {
		ref, err := feeCharges.Get(tx, key)
		if err == nil && ref == nil {
			_, err = tx.Count(bureau.RegistersCounter)
			return err
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// participants returns the IDs of the players of a report, each once. An unknown entry
// counts as a player of its own.
func participants(k *CaseFacts) []string {
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

func chargeKey(r *Case, id string) string {
	return r.Fee.Period + "\x00" + report.FoldName(r.Club) + "\x00" + id
}

// chargedElsewhere returns the reference of the other meeting of the club in the period
// that bears the fee of a player; empty if this report does.
func chargedElsewhere(tx *bureau.Tx, r *Case, p *report.Report, id string, fee regulation.Fee) (string, error) {
	if !p.Meeting || !fee.MeetingsOnce || strings.HasPrefix(id, "?") {
		return "", nil
	}
	ref, err := feeCharges.Get(tx, chargeKey(r, id))
	if err != nil {
		return "", err
	}
	if ref != nil {
		return *ref, nil
	}
	return "", feeCharges.Put(tx, chargeKey(r, id), &r.Ref)
}

// askBearers notes that the report waits for the fee of another meeting that bears that
// of its players, unless an officer has let that one in.
func (c *checking) askBearers() error {
	for _, ref := range c.who.bearers {
		bearer, err := Find(c.tx, ref)
		if err != nil {
			return err
		}
		if bearer.Fee.Due() > 0 && bearer.State != Admitted && bearer.State != Rated {
			c.wait(Wait{What: WaitBearer, Clause: bearer.Fee.Unpaid, Officer: bearer.Fee.Overdue(c.tx.Today), About: ref}) // 3(5), Reading J15
		}
	}
	return nil
}

// discharge forgets which players' fees a report bears, and returns their keys.
func discharge(tx *bureau.Tx, r *Case) (keys []string, err error) {
	if r.Fee == nil {
		return nil, nil
	}
	prefix := chargeKey(r, "")
	err = feeCharges.Scan(tx, prefix, bureau.KeyAfter(prefix), func(key string, ref *string) (bool, error) {
		if *ref == r.Ref {
			keys = append(keys, key)
		}
		return true, nil
	})
	for _, key := range keys {
		if err == nil {
			err = tx.Delete(feeCharges.Kind, key)
		}
	}
	return keys, err
}

// waive cancels the fee of a report that went back; what was paid stays
// noted.
func waive(tx *bureau.Tx, r *Case) error {
	keys, err := discharge(tx, r)
	if err == nil {
		err = oweElsewhere(tx, keys)
	}
	if r.Fee == nil || r.Fee.Paid == 0 {
		r.Fee = nil
		return err
	}
	r.Fee.Players, r.Fee.Earlier, r.Fee.Amount = 0, 0, 0
	return err
}
