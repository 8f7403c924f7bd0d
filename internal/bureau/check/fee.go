package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
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

// charge finds out what is due for a report, and whose fees it bears.
func (c *checking) charge(o *Result) {
	fee := c.edition.About().Fee
	if fee.Each == 0 {
		o.Bears = c.known.Borne()
		return // what became due in an earlier period stays due, though its rules are not those of the list that the report goes into
	}
	if c.Fee == nil {
		c.Fee = &Fee{}
	}
	f := c.Fee
	if f.Players+f.Earlier == 0 { // nothing was due so far, or it went back
		f.Period, f.Until = c.period.Label, fee.Until(c.period) // the month's end, 3(5)
	}
	f.Each, f.Currency, f.Clause, f.Reading, f.Unpaid = fee.Each, fee.Currency, fee.Clause, fee.Reading, fee.Unpaid
	f.Players, f.Earlier = 0, 0
	meeting := fee.MeetingsOnce && c.isMeeting()
	for _, id := range participants(c.who) {
		once := meeting && !strings.HasPrefix(id, "?")
		bearer := c.known.Bearers[id]
		if once && bearer != nil && bearer.Ref != c.Ref {
			if f.Earlier++; !slices.Contains(c.who.bearers, bearer) {
				c.who.bearers = append(c.who.bearers, bearer)
			}
			continue
		}
		if f.Players++; once {
			o.Bears = append(o.Bears, id)
		}
	}
	f.Amount = fee.Amount(f.Players) // 3(4), Reading J25
}

// Borne returns the IDs of the players whose fees the report bears until now.
func (k *Known) Borne() (ids []string) {
	for id, bearer := range k.Bearers {
		if bearer.Ref == k.Case.Ref {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
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

// askBearers notes that the report waits for the fee of another meeting that bears that
// of its players, unless an officer has let that one in.
func (c *checking) askBearers() {
	for _, bearer := range c.who.bearers {
		if bearer.FeeRuns(c.known.Today) {
			c.holdsUntil(bearer.Fee.Until)
		}
		if bearer.Fee.Due() > 0 && bearer.State != Admitted && bearer.State != Rated {
			c.pose(Question{What: WaitBearer, Clause: bearer.Fee.Unpaid, Officer: bearer.Fee.Overdue(c.known.Today), About: bearer.Ref}) // 3(5), Reading J15
		}
	}
}

// waive cancels the fee of a report that went back; what was paid stays noted.
func (c *checking) waive() {
	if c.Fee == nil || c.Fee.Paid == 0 {
		c.Fee = nil
		return
	}
	c.Fee.Players, c.Fee.Earlier, c.Fee.Amount = 0, 0, 0
}
