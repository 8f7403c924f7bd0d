package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
)

// feeCommand handles the fees of reports.
type feeCommand struct {
	List    feesCommand    `cmd:"" help:"cli.fee-list"`
	Show    invoiceCommand `cmd:"" help:"cli.fee-show"`
	Paid    paidCommand    `cmd:"" help:"cli.fee-paid"`
	Overdue overdueCommand `cmd:"" help:"cli.fee-overdue"`
}

// feeLine formats a fee in one line.
func (a *app) feeLine(f *check.Fee) string {
	key := "fee.due"
	switch {
	case f.Paid > f.Amount:
		key = "fee.credit"
	case f.Due() == 0:
		key = "fee.settled"
	}
	return a.Text(key, explain.Data{
		"amount": fmt.Sprint(f.Amount), "due": fmt.Sprint(f.Due()), "over": fmt.Sprint(f.Paid - f.Amount), "currency": f.Currency, "until": a.Date(f.Until),
	}) + " " + a.Citation(f.Clause, f.Reading)
}

// feesCommand lists the fees.
type feesCommand struct {
	bureauFlags
	Period string `help:"cli.flag-report-of-period" placeholder:"LABEL"`
	Unpaid bool   `help:"cli.flag-report-unpaid"`
}

func (c *feesCommand) Run(a *app, rd bureau.Reader) error {
	all, err := intake.All(rd, c.Period)
	if err != nil {
		return err
	}
	t, below, due, currency := a.columns(), [][]string{}, 0, ""
	for _, r := range all {
		if r.Fee == nil || c.Unpaid && r.Fee.Due() == 0 {
			continue
		}
		due, currency = due+r.Fee.Due(), r.Fee.Currency
		t.AppendRow(table.Row{r.Ref, r.Club, r.Event})
		below = append(below, []string{a.feeLine(r.Fee)})
	}
	a.spread(t, below)
	a.say("fee.total", explain.Data{"due": fmt.Sprint(due), "currency": currency})
	return nil
}

// invoiceCommand prints the invoice for a report.
type invoiceCommand struct {
	showFlags
	Ref string `arg:"" help:"cli.arg-report-ref"`
}

func (c *invoiceCommand) Run(a *app, rd bureau.Reader) error {
	r, err := intake.Find(rd, c.Ref)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		return document.Write(a.out, document.NewInvoice(r))
	}
	if r.Fee == nil {
		a.say("fee.none", explain.Data{"ref": r.Ref})
		return nil
	}
	f := r.Fee
	t := a.columns()
	each := a.Text("fee.each", explain.Data{"players": fmt.Sprint(f.Players), "each": fmt.Sprint(f.Each), "currency": f.Currency})
	for _, row := range [][2]string{
		{"invoice", r.Ref}, {"to", a.Text("fee.recipient", explain.Data{"club": r.Club})}, {"for", r.Event}, {"period", f.Period},
		{"players", each}, {"earlier", fmt.Sprintf("%d (%s)", f.Earlier, strings.Join(f.With, ", "))},
		{"amount", a.Amount(fmt.Sprint(f.Amount), f.Currency)}, {"paid", a.Amount(fmt.Sprint(f.Paid), f.Currency)},
		{"credit", a.Amount(fmt.Sprint(f.Credit), f.Currency)},
		{"until", a.Date(f.Until)}, {"clause", a.Citation(f.Clause, f.Reading)},
	} {
		if (row[0] != "earlier" || f.Earlier > 0) && (row[0] != "credit" || f.Credit > 0) {
			t.AppendRow(table.Row{a.Text("fee.label."+row[0], nil), row[1]})
		}
	}
	a.print(t)
	return nil
}

// paidCommand records payments.
type paidCommand struct {
	bureauFlags
	undoFlag
	Refs   []string `arg:"" name:"ref" help:"cli.arg-fee-refs"`
	Amount int      `help:"cli.flag-report-amount" placeholder:"N"`
}

func (c *paidCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	record := func(b *bureau.Bureau, ref string) (*check.Fee, error) {
		if c.Undo {
			return nil, desk.TakeBack(ctx, b, ref, "", desk.Mistake{Decision: check.Decision{Payment: &check.Payment{Amount: c.Amount}}})
		}
		return desk.Pay(ctx, b, ref, c.Amount)
	}
	err := b.Preview(ctx, func(b *bureau.Bureau) (err error) {
		for i := 0; i < len(c.Refs) && err == nil; i++ {
			_, err = record(b, c.Refs[i])
		}
		return err
	})
	for i := 0; i < len(c.Refs) && err == nil; i++ {
		var f *check.Fee
		if f, err = record(b, c.Refs[i]); f != nil {
			fmt.Fprintln(a.out, a.feeLine(f))
		}
		err = a.after(ctx, b, c.Refs[i], err)
	}
	return err
}

// overdueCommand withholds reports with an overdue fee, and lists all that are.
type overdueCommand struct{ bureauFlags }

func (c *overdueCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	withheld, err := desk.Overdue(ctx, b)
	if err != nil {
		return err
	}
	for _, r := range withheld {
		a.say("report.stands", a.standing(r))
	}
	a.say("fee.overdue", explain.Data{"reports": fmt.Sprint(len(withheld))})
	return nil
}
