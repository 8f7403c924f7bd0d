package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
)

// feeCommand handles the fees of reports.
type feeCommand struct {
	List    feesCommand                  `cmd:"" help:"cli.fee-list"`
	Show    invoiceCommand               `cmd:"" help:"cli.fee-show"`
	Paid    paidCommand                  `cmd:"" help:"cli.fee-paid"`
	Overdue command[act.WithholdOverdue] `cmd:"" help:"cli.fee-overdue"`
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
	act.Undo
	Refs   []string `arg:"" name:"ref" help:"cli.arg-fee-refs"`
	Amount int      `help:"cli.flag-report-amount" placeholder:"N"`
}

func (c *paidCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	each := func(do func(act.Act) error) (err error) {
		for i := 0; i < len(c.Refs) && err == nil; i++ {
			err = do(&act.PayFee{Undo: c.Undo, Ref: c.Refs[i], Amount: c.Amount})
		}
		return err
	}
	err := b.Preview(ctx, func(trial *bureau.Bureau) error {
		return each(func(does act.Act) error {
			_, err := act.Do(ctx, trial, does, act.With{})
			return err
		})
	})
	if err != nil {
		return err
	}
	return each(func(does act.Act) error { return a.act(ctx, b, does) })
}
