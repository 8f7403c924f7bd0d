package registers

import (
	"cmp"
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
)

// mostPaid is how many fees are marked as paid at once.
const mostPaid = 200

// mostPayments is how many payments the page shows.
const mostPayments = 30

// feeShown is the fee of a report.
type feeShown struct {
	*portal.Invoice
	Called string // the club
	Pay    *portal.Form
}

// owedShown is what a club owes for a month.
type owedShown struct {
	Club, Month   string
	Reports       int
	Charged, Due  string // amounts
	Credit        string // amount; empty: none
	Late          bool   // of one of the reports the last day is over
	charged, due  int
	credit        int
	currency, key string
}

// paymentShown is a payment.
type paymentShown struct {
	Ref, Event, Amount string
	Day                civil.Date
	Back               *portal.Form // that takes it back; nil: the visitor does not
}

// feesShown is what the page of the fees shows.
type feesShown struct {
	desktop
	Month       string // whose fees are shown; empty: of all months what is outstanding
	Months      []string
	Outstanding string // amount; empty: nothing
	Overdue     int    // reports
	Fees        []feeShown
	Owed        []owedShown
	Payments    []paymentShown
	AllPayments int
	Withhold    *portal.Form
	Once        string // by which the form of several is known again
}

// paying returns what the pages of fees show each: whoever may record payments sees the forms.
func paying(v *portal.Visit, commands ...string) desktop {
	d := deskOf(v, "fees", commands...)
	d.May = v.Is.Actor.Is(bureau.Officer | bureau.Treasurer)
	return d
}

func showFees(v *portal.Visit) (any, error) { return feesOf(v) }

// feesOf returns the fees of the list that is asked for, or all that are outstanding.
func feesOf(v *portal.Visit) (*feesShown, error) {
	month := v.R.URL.Query().Get("month")
	s := &feesShown{desktop: paying(v, "arpad fee list --unpaid", "arpad fee paid REF --amount N"), Month: month}
	var refs []string
	months := map[string]bool{}
	err := view(v, func(r bureau.Reader) error {
		found, err := rows.Reports.Select(r, bureau.Range{Order: 7, From: int64(1)}) // of which something is outstanding
		for _, one := range found {
			months[one.Period] = true
		}
		if err == nil && month != "" {
			found, err = rows.Reports.Select(r, bureau.Range{Order: 2, Is: []any{month}})
		}
		if err != nil {
			return err
		}
		for _, one := range found {
			refs = append(refs, one.Ref)
		}
		return s.payments(v, r)
	})
	if err != nil {
		return nil, err
	}
	delete(months, "")
	for label := range months {
		s.Months = append(s.Months, label)
	}
	slices.Sort(s.Months)
	for _, ref := range refs {
		of, err := read[document.Invoice](v, "invoice", ref)
		if err != nil {
			return nil, err
		}
		if of.Fee == nil {
			continue
		}
		one, err := s.fee(v, of)
		if err != nil {
			return nil, err
		}
		s.Fees = append(s.Fees, *one)
	}
	slices.SortFunc(s.Fees, func(a, b feeShown) int {
		return cmp.Or(cmp.Compare(min(b.DueNow, 1), min(a.DueNow, 1)), cmp.Compare(a.Fee.Until, b.Fee.Until), strings.Compare(bureau.RefKey(a.Ref), bureau.RefKey(b.Ref)))
	})
	s.sum(v)
	s.Once = rand.Text()
	f := forms{v: v}
	if v.Is.Actor.Is(bureau.Officer) && s.Overdue > 0 {
		s.Withhold = f.of(&act.WithholdOverdue{}, "")
	}
	return s, f.err
}

// sendFees records that several fees were paid, each by an act of its own. If one cannot be recorded, those before it stay.
func sendFees(v *portal.Visit) error {
	refs := v.R.PostForm["paid"]
	switch {
	case len(refs) == 0 || len(refs) > mostPaid:
		return portal.Said("desk.registers.none-ticked")
	case v.Is.Actor.May(&act.LineOf(&act.PayFee{}).Rule) != nil:
		return v.Refuse(http.StatusNotFound, "missing")
	}
	done := 0
	for _, ref := range refs {
		n, err := strconv.Atoi(v.Field("amount." + ref))
		if err != nil {
			return portal.Said("desk.do.no-number")
		}
		_, err = act.Do(v.R.Context(), v.Bureau, &act.PayFee{Ref: ref, Amount: n}, act.With{Seen: v.Field("seen." + ref), Key: v.Field("once") + ref})
		if err != nil {
			return err
		}
		done++
	}
	return v.DoneAll(v.Printer().Text("desk.registers.paid-all", explain.Data{"fees": strconv.Itoa(done)}), v.R.URL.Path)
}

// fee returns the fee of a report, with the form by which a payment is recorded.
func (s *feesShown) fee(v *portal.Visit, of document.Invoice) (*feeShown, error) {
	i, err := v.Invoice(of)
	if err != nil {
		return nil, err
	}
	one := &feeShown{Invoice: i}
	if one.Called, err = clubCalled(v, i); err != nil {
		return nil, err
	}
	if i.DueNow == 0 || !s.May {
		return one, nil
	}
	seen, err := reportSeen(v, of.Ref)
	f := forms{v: v}
	one.Pay = f.of(&act.PayFee{Ref: of.Ref}, seen)
	return one, errors.Join(err, f.err)
}

// clubCalled returns the name of the club to which an invoice goes: as it is registered, else as it was reported.
func clubCalled(v *portal.Visit, i *portal.Invoice) (name string, err error) {
	err = view(v, func(r bureau.Reader) error {
		c, err := register.Clubs.Get(r, i.Club)
		if name = i.Invoice.Club; c != nil {
			name = called(v.Lang, c.Name, c.NameLocal)
		}
		return err
	})
	return name, err
}

// reportSeen returns the digest of what is seen of a report.
func reportSeen(v *portal.Visit, ref string) (seen string, err error) {
	err = view(v, func(r bureau.Reader) error {
		c, err := intake.Find(r, ref)
		if err == nil {
			seen, err = bureau.SeenOf(r, intake.Subject(c))
		}
		return err
	})
	return seen, err
}

// amount writes an amount.
func amount(v *portal.Visit, n int, currency string) string {
	return v.Printer().Amount(strconv.Itoa(n), currency)
}

// sum adds the fees up, by club and month.
func (s *feesShown) sum(v *portal.Visit) {
	at, due, currency := map[string]int{}, 0, ""
	for i := range s.Fees {
		f := &s.Fees[i]
		key := f.Fee.Period + "\x00" + f.Called
		n, known := at[key]
		if !known {
			n, at[key] = len(s.Owed), len(s.Owed)
			s.Owed = append(s.Owed, owedShown{Club: f.Called, Month: f.Fee.Period, currency: f.Fee.Currency, key: key})
		}
		o := &s.Owed[n]
		o.Reports++
		o.charged, o.due, o.credit, o.Late = o.charged+f.Fee.Amount, o.due+f.DueNow, o.credit+f.Fee.Credit, o.Late || f.Overdue
		if due, currency = due+f.DueNow, f.Fee.Currency; f.Overdue {
			s.Overdue++
		}
	}
	slices.SortFunc(s.Owed, func(a, b owedShown) int { return strings.Compare(a.key, b.key) })
	for i := range s.Owed {
		o := &s.Owed[i]
		o.Charged, o.Due = amount(v, o.charged, o.currency), amount(v, o.due, o.currency)
		if o.credit > 0 {
			o.Credit = amount(v, o.credit, o.currency)
		}
	}
	if due > 0 {
		s.Outstanding = amount(v, due, currency)
	}
}

// payments fills in the last payments.
func (s *feesShown) payments(v *portal.Visit, r bureau.Reader) error {
	all, err := rows.Payments.Select(r, bureau.Range{Order: 1, Backward: true, Limit: mostPayments})
	if err != nil {
		return err
	}
	for _, p := range all {
		one, err := paymentOf(v, r, p, s.May)
		if err != nil {
			return err
		}
		s.Payments = append(s.Payments, one)
	}
	return nil
}

// paymentOf returns a payment, with the form that takes it back if the visitor may.
func paymentOf(v *portal.Visit, r bureau.Reader, p *rows.Payment, may bool) (one paymentShown, err error) {
	c, err := intake.Find(r, p.Ref)
	if err != nil {
		return one, err
	}
	one = paymentShown{Ref: p.Ref, Event: c.Event, Amount: amount(v, p.Amount, p.Currency), Day: p.Day}
	if may && v.Is.Actor.May(&act.LineOf(&act.PayFee{}).Rule) == nil {
		seen, err := bureau.SeenOf(r, intake.Subject(c))
		if err != nil {
			return one, err
		}
		one.Back, err = v.Form(&act.PayFee{Undo: act.Undo{Undo: true}, Ref: p.Ref, Amount: p.Amount}, seen)
		if err != nil {
			return one, err
		}
	}
	return one, nil
}

// oneFee is what the page of an invoice shows.
type oneFee struct {
	desktop
	portal.InvoiceShown
	Payments []paymentShown
	Pay      *portal.Form
	Case     bool // the visitor may read the report
}

func showFee(v *portal.Visit) (any, error) {
	ref := v.R.PathValue("ref")
	of, err := v.ShowInvoice(ref)
	if err != nil {
		return nil, err
	}
	s := &oneFee{desktop: paying(v, "arpad fee show "+ref, "arpad fee paid "+ref+" --amount N"), InvoiceShown: of, Case: v.Is.Actor.Is(readers)}
	if s.Called, err = clubCalled(v, of.Is); err != nil {
		return nil, err
	}
	err = view(v, func(r bureau.Reader) error {
		if of.Is.Club != "" && s.May {
			contact, err := register.ContactOfClub(r, of.Is.Club)
			if err != nil {
				return err
			}
			s.Address = contact.Address
		}
		all, err := rows.Payments.Select(r, bureau.Range{Is: []any{ref}})
		for _, p := range all {
			one, err := paymentOf(v, r, p, s.May)
			if err != nil {
				return err
			}
			s.Payments = append(s.Payments, one)
		}
		return err
	})
	if err == nil && s.May && of.Is.DueNow > 0 {
		var seen string
		seen, err = reportSeen(v, ref)
		f := forms{v: v}
		s.Pay = f.of(&act.PayFee{Ref: ref}, seen)
		err = errors.Join(err, f.err)
	}
	return s, err
}
