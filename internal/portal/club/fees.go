package club

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
)

// feesShown is what the page of a club's fees shows.
type feesShown struct {
	*chosenClub
	Fees        []*portal.Invoice
	Outstanding string // amount; empty: nothing
	Overdue     int    // reports
	Credit      string // amount that was paid beyond what was due; empty: none
	Each        string // what the rules of today charge; empty: nothing
	Edition     string
	Payment     string // how they are paid; empty: the federation has not said
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
	s := &feesShown{chosenClub: c, Edition: about.ID, Payment: v.Of.Contact.In(v.Lang).Payment, Commands: []string{"arpad fee list", "arpad fee show REF"}}
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
		i, err := v.Invoice(of)
		if err != nil {
			return nil, err
		}
		if i.Club != c.ID {
			continue
		}
		s.Fees = append(s.Fees, i)
		due, over, currency = due+i.DueNow, over+max(0, of.Fee.Paid-of.Fee.Amount), of.Fee.Currency
		if i.Overdue {
			s.Overdue++
		}
	}
	slices.SortFunc(s.Fees, func(a, b *portal.Invoice) int {
		return cmp.Or(cmp.Compare(min(b.DueNow, 1), min(a.DueNow, 1)), strings.Compare(bureau.RefKey(b.Ref), bureau.RefKey(a.Ref)))
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
	portal.InvoiceShown
	Command string
}

func showInvoice(v *portal.Visit) (any, error) {
	of, err := v.ShowInvoice(v.R.PathValue("ref"))
	if err != nil {
		return nil, err
	}
	if err := v.R.ParseForm(); err != nil {
		return nil, err
	}
	v.R.Form.Set("club", of.Is.Club)
	s := &invoiceShown{InvoiceShown: of, Command: "arpad fee show " + of.Is.Ref}
	if s.chosenClub, err = clubOf(v, "fees"); err != nil {
		return nil, err
	}
	read, err := v.Read("club-contact", s.Is.Club)
	if err != nil {
		return nil, err
	}
	contact, err := as[*register.ClubContact](read)
	if err == nil {
		s.InvoiceShown.Called, s.Address, s.AddressAt = s.chosenClub.Called, contact.Address, s.Tabs[1].To+"#contact"
	}
	return s, err
}
