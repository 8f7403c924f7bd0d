package portal

import (
	"errors"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// Invoice is an invoice with what pages say of it.
type Invoice struct {
	document.Invoice
	Club               string // ID
	Days               civil.Range
	On                 civil.Date // the day on which it became what it is
	Edition            string     // of the rules by which it is due; empty: unknown
	Title              string     // of the clause
	Each, Charged, Due string     // amounts
	Paid, Credit, Over string     // amounts; empty: none
	State              string     // the key of where it stands
	Overdue, Settled   bool
	DueNow             int
}

// Invoice returns an invoice with what is said of it.
func (v *Visit) Invoice(of document.Invoice) (*Invoice, error) {
	f := of.Fee
	amount := func(n int) string { return v.Printer().Amount(strconv.Itoa(n), f.Currency) }
	i := &Invoice{Invoice: of}
	err := v.Bureau.View(v.R.Context(), func(r bureau.Reader, s *bureau.Settings) error {
		c, err := intake.Find(r, of.Ref)
		if err != nil {
			return err
		}
		i.Club, i.Days = c.For.Club, c.Days
		if f == nil {
			return nil
		}
		if i.On = f.Since; i.On == 0 && c.Charge != nil && !c.Charge.Since.IsZero() {
			i.On = s.Day(c.Charge.Since)
		}
		period, err := lists.Periods.Get(r, f.Period)
		if err != nil || period == nil {
			return err
		}
		rules, err := s.Rules()
		if err != nil {
			return err
		}
		if e, _ := rules.For(period.Period()); e != nil {
			about := e.About()
			i.Edition, i.Title = about.ID, v.Printer().Clause(&about, f.Clause)
		}
		return nil
	})
	if err != nil || f == nil {
		return i, err
	}
	i.DueNow, i.Overdue, i.Settled = f.Due(), f.Due() > 0 && v.Bureau.Today(v.Of) > f.Until, f.Due() == 0
	i.Each, i.Charged, i.Due = amount(f.Each), amount(f.Amount), amount(f.Due())
	if f.Paid > 0 {
		i.Paid = "\u2212" + amount(f.Paid)
	}
	if f.Credit > 0 {
		i.Credit = "\u2212" + amount(f.Credit)
	}
	if over := f.Paid - f.Amount; over > 0 {
		i.Over = amount(over)
	}
	switch {
	case i.Settled && f.PaidOn != 0:
		i.State = "desk.fees.paid"
	case i.Settled:
		i.State = "desk.fees.nothing"
	case i.Overdue:
		i.State = "desk.fees.overdue"
	default:
		i.State = "desk.fees.due"
	}
	return i, nil
}

// InvoiceShown is what a page of an invoice shows.
type InvoiceShown struct {
	Is        *Invoice
	Called    string // to whom it goes
	Address   string // theirs; empty: they have stated none
	AddressAt string // leads to where it is stated; empty: nowhere
	With      string // the meetings that bear the fee of its other players
	From      bureau.Contact
}

// ShowInvoice returns what a page shows of an invoice. Of a report without a fee there is none.
func (v *Visit) ShowInvoice(ref string) (s InvoiceShown, err error) {
	read, err := v.Read("invoice", ref)
	if err != nil {
		return s, err
	}
	of, ok := read.(document.Invoice)
	if !ok {
		return s, errors.New("portal: an invoice is something else")
	}
	if of.Fee == nil {
		return s, finding.Refuse("no-address", finding.Text("address", v.R.URL.Path))
	}
	s.From, s.With, s.Called = v.Of.Contact.In(v.Lang), strings.Join(of.Fee.With, ", "), of.Club
	s.Is, err = v.Invoice(of)
	return s, err
}
