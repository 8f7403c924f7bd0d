package check

import (
	"cmp"
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// Fee is what is due for a report: the invoice. Its period, last day and clauses are those of the
// day since which the report stands (Reading J39).
type Fee struct {
	Period   string     `json:"period"`            // in which it became due
	Players  int        `json:"players"`           // how many it is charged for
	Earlier  int        `json:"earlier,omitempty"` // for whom it is due with another meeting of the club in the period
	With     []string   `json:"with,omitempty"`    // references of those meetings
	Each     int        `json:"each"`              // in whole units of the currency, as all amounts here
	Amount   int        `json:"amount"`
	Since    civil.Date `json:"since,omitempty"` // the day on which the amount became what it is
	Currency string     `json:"currency"`
	Until    civil.Date `json:"until"` // the last day to pay
	Clause   string     `json:"clause"`
	Reading  string     `json:"reading"`
	Unpaid   string     `json:"unpaid"`            // the clause that says what becomes of the report
	Paid     int        `json:"paid,omitempty"`    // for this report
	Credit   int        `json:"credit,omitempty"`  // of what was paid for others of the account beyond what is due for them
	PaidOn   civil.Date `json:"paid_on,omitempty"` // when the amount was reached, else the last time; zero: never
}

// Charge is for whom a report owes a fee as long as it stands: it was not sent back.
type Charge struct {
	Account string    `json:"account"`          // of its club in the period in which the fee became due
	Since   time.Time `json:"since,omitzero"`   // since when it stands; zero: it does not
	Once    []string  `json:"once,omitempty"`   // IDs of players for whom a fee is due once in the account
	Others  int       `json:"others,omitempty"` // how many players there are beside them
}

// Owed is what was due for a report when something was decided. It is due again as it was when that
// is taken back.
type Owed struct {
	Since time.Time `json:"since"` // since when the report stood
	Fee   *Fee      `json:"fee"`
}

func (c *Charge) stands() bool { return c != nil && !c.Since.IsZero() }

// Due returns what is still to be paid.
func (f *Fee) Due() int {
	if f == nil {
		return 0
	}
	return max(0, f.Amount-f.Paid-f.Credit)
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

// Settle returns the fees of the reports of an account, by reference. A player of meetings is due
// once, with the first one in the order since when they stand, 3(4) (Reading J25). What was paid
// for a report beyond what is due for it goes to the others in that order: it counts from the day
// on which it was both paid and not due.
func Settle(all []*Case, today civil.Date) map[string]*Fee {
	slices.SortFunc(all, func(a, b *Case) int {
		return cmp.Or(a.Charge.Since.Compare(b.Charge.Since), cmp.Compare(bureau.RefKey(a.Ref), bureau.RefKey(b.Ref)))
	})
	fees, bearer, credit := map[string]*Fee{}, map[string]string{}, []Payment(nil)
	for _, r := range all {
		f := new(*r.Fee)
		fees[r.Ref] = f
		f.Players, f.Earlier, f.With, f.Paid, f.Credit, f.PaidOn = r.Charge.Others, 0, nil, 0, 0, 0
		for _, id := range r.Charge.Once {
			if by := bearer[id]; by == "" {
				bearer[id] = r.Ref
				f.Players++
			} else if f.Earlier++; !slices.Contains(f.With, by) {
				f.With = append(f.With, by)
			}
		}
		if amount := f.Players * f.Each; amount != f.Amount {
			f.Amount, f.Since = amount, today
		}
		for _, d := range r.Standing() {
			if d.Payment == nil {
				continue
			}
			due := f.Due()
			if f.Paid += d.Payment.Amount; due > 0 || f.PaidOn == 0 {
				f.PaidOn = d.Payment.Day
			}
			if more := d.Payment.Amount - due; more > 0 {
				credit = append(credit, Payment{more, max(d.Payment.Day, f.Since)})
			}
		}
	}
	slices.SortStableFunc(credit, func(a, b Payment) int { return cmp.Compare(a.Day, b.Day) })
	for _, r := range all {
		f := fees[r.Ref]
		for i := range credit {
			if part := min(f.Due(), credit[i].Amount); part > 0 {
				credit[i].Amount -= part
				f.Credit, f.PaidOn = f.Credit+part, max(f.PaidOn, credit[i].Day)
			}
		}
	}
	return fees
}

// AccountKey returns the account of the report: that of its club, in the period in which its fee
// became due.
func (k *Known) AccountKey() string {
	period, club := k.Period.Label, k.Event.Report.Organizer
	if was := k.Case.takenBack().Owed; k.Case.Charge.stands() {
		period = k.Case.Fee.Period
	} else if was != nil {
		period = was.Fee.Period
	}
	if k.Club != nil {
		club = k.Club.Name
	}
	return period + "\x00" + report.FoldName(club)
}

// charge finds out what is due for a report, which may not stand.
func (c *checking) charge(stands bool) {
	if word := c.OfficerDecision(); stands && word != Returned && word != Closed {
		c.chargeFor(c.edition.About().Fee)
	} else if c.Charge != nil {
		c.Charge = &Charge{Account: c.Charge.Account}
	}
	if c.Charge == nil {
		return
	}
	all := append(slices.Clone(c.known.Account), c.Case)
	c.fees = Settle(all, c.known.Today)
	if was, amount := c.takenBack().Owed, c.fees[c.Ref].Amount; was != nil && amount != c.Fee.Amount && amount == was.Fee.Amount {
		c.Fee = was.Fee
		c.fees = Settle(all, c.known.Today)
	}
	if c.Fee = c.fees[c.Ref]; !c.Charge.stands() && c.Fee.Paid == 0 {
		c.Fee, c.Charge = nil, nil
	}
}

// chargeFor notes for whom a report owes a fee. Nobody is charged for a section whose games another
// report has, once an officer has left it out.
func (c *checking) chargeFor(fee regulation.Fee) {
	was := c.takenBack().Owed
	if fee.Each == 0 && !c.Charge.stands() && was == nil {
		return
	}
	once, others := c.payers()
	since := c.known.Now
	switch {
	case len(once)+others == 0:
		if c.Charge != nil {
			c.Charge = &Charge{Account: c.Charge.Account}
		}
		return
	case c.Charge.stands():
		since = c.Charge.Since
	case was != nil:
		since, c.Fee = was.Since, was.Fee
	default:
		c.Fee = &Fee{
			Period: c.period.Label, Each: fee.Each, Currency: fee.Currency, Until: fee.Until(c.period), Clause: fee.Clause, Reading: fee.Reading, Unpaid: fee.Unpaid,
		}
	}
	c.Charge = &Charge{c.known.AccountKey(), since, once, others}
}

// payers returns the players for whom a fee is due once in an account, and how many others there
// are. An unknown entry is due as a player of its own.
func (c *checking) payers() (once []string, others int) {
	meeting, seen := c.isMeeting(), map[string]bool{} // Reading J35
	for i := range c.p.Sections {
		s := &c.p.Sections[i]
		if c.isDouble(s.Name) {
			continue
		}
		for j := range s.Players {
			switch is := c.who.players[i][j]; {
			case is == nil:
				others++
			case seen[is.ID]:
			case meeting:
				once, seen[is.ID] = append(once, is.ID), true
			default:
				others, seen[is.ID] = others+1, true
			}
		}
	}
	return once, others
}

// isDouble reports whether an officer has left a section out for another report that has its games.
func (r *Case) isDouble(section string) bool {
	return slices.ContainsFunc(r.Questions, func(q Question) bool { return q.What == WaitTwin && q.Section == section && r.leavesOut(&q) })
}

// askFee notes that the report waits for its fee, or for that of another meeting that bears that
// of its players, unless an officer has let that one in.
func (c *checking) askFee() {
	c.charge(true)
	f, today := c.Fee, c.known.Today
	switch {
	case f.Overdue(today):
		c.pose(Question{What: WaitOverdue, Clause: f.Unpaid, Officer: true, About: f.Until.String()}) // 3(5), Reading J15
	case f.Due() > 0:
		c.pose(Question{What: WaitFee, Clause: f.Clause}) // 3(4)
		c.holdsUntil(f.Until)
	}
	for _, r := range c.known.Account {
		bearer := c.fees[r.Ref]
		if f == nil || bearer.Due() == 0 || !slices.Contains(f.With, r.Ref) {
			continue
		}
		if today <= bearer.Until {
			c.holdsUntil(bearer.Until)
		}
		if !r.State.Counts() {
			c.pose(Question{What: WaitBearer, Clause: bearer.Unpaid, Officer: bearer.Overdue(today), About: r.Ref}) // 3(5), Reading J15
		}
	}
}
