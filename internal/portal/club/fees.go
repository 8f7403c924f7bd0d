package club

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
)

// invoiced is an invoice as its club reads it.
type invoiced struct {
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
	dueNow             int
}

// invoiceOf returns an invoice with what is said of it.
func invoiceOf(v *portal.Visit, of document.Invoice) (*invoiced, error) {
	f := of.Fee
	amount := func(n int) string { return v.Printer().Amount(strconv.Itoa(n), f.Currency) }
	i := &invoiced{Invoice: of}
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
	i.dueNow, i.Overdue, i.Settled = f.Due(), f.Due() > 0 && today(v) > f.Until, f.Due() == 0
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

// feesShown is what the page of a club's fees shows.
type feesShown struct {
	*chosenClub
	Fees        []*invoiced
	Outstanding string // amount; empty: nothing
	Overdue     int    // reports
	Credit      string // amount that was paid beyond what was due; empty: none
	Each        string // what the rules of today charge; empty: nothing
	Edition     string
	Commands    []string
}

func showFees(v *portal.Visit) (any, error) {
	c, err := clubOf(v, "fees")
	if err != nil {
		return nil, err
	}
	rules, err := v.Of.Rules()
	if err != nil {
		return nil, err
	}
	about := rules.Latest().About()
	s := &feesShown{chosenClub: c, Edition: about.ID, Commands: []string{"arpad fee list", "arpad fee show REF"}}
	if fee := about.Fee; fee.Each > 0 {
		s.Each = v.Printer().Amount(strconv.Itoa(fee.Each), fee.Currency)
	}
	all, err := each[document.Invoice](v, "fees")
	if err != nil {
		return nil, err
	}
	due, over, currency := 0, 0, ""
	for _, of := range all {
		if of.Fee == nil {
			continue
		}
		i, err := invoiceOf(v, of)
		if err != nil {
			return nil, err
		}
		if i.Club != c.ID {
			continue
		}
		s.Fees = append(s.Fees, i)
		due, over, currency = due+i.dueNow, over+max(0, of.Fee.Paid-of.Fee.Amount), of.Fee.Currency
		if i.Overdue {
			s.Overdue++
		}
	}
	slices.SortFunc(s.Fees, func(a, b *invoiced) int {
		return cmp.Or(cmp.Compare(min(b.dueNow, 1), min(a.dueNow, 1)), strings.Compare(bureau.RefKey(b.Ref), bureau.RefKey(a.Ref)))
	})
	if due > 0 {
		s.Outstanding = v.Printer().Amount(strconv.Itoa(due), currency)
	}
	if over > 0 {
		s.Credit = v.Printer().Amount(strconv.Itoa(over), currency)
	}
	return s, nil
}

// invoiceShown is what the page of an invoice shows.
type invoiceShown struct {
	*chosenClub
	Is      *invoiced
	With    string // the meetings that bear the fee of its other players
	Address string // of the club; empty: it has stated none
	From    bureau.Contact
	Command string
}

func showInvoice(v *portal.Visit) (any, error) {
	ref := v.R.PathValue("ref")
	read, err := v.Read("invoice", ref)
	if err != nil {
		return nil, err
	}
	of, err := as[document.Invoice](read)
	if err != nil {
		return nil, err
	}
	if of.Fee == nil {
		return nil, finding.Refuse("no-address", finding.Text("address", v.R.URL.Path))
	}
	s := &invoiceShown{From: v.Of.Contact.In(v.Lang), Command: "arpad fee show " + ref}
	if s.Is, err = invoiceOf(v, of); err != nil {
		return nil, err
	}
	if err := v.R.ParseForm(); err != nil {
		return nil, err
	}
	s.With = strings.Join(of.Fee.With, ", ")
	v.R.Form.Set("club", s.Is.Club)
	if s.chosenClub, err = clubOf(v, "fees"); err != nil {
		return nil, err
	}
	read, err = v.Read("club-contact", s.Is.Club)
	if err != nil {
		return nil, err
	}
	contact, err := as[*register.ClubContact](read)
	if err == nil {
		s.Address = contact.Address
	}
	return s, err
}
