package main

import (
	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
)

// inquiryCommand handles inquiries.
type inquiryCommand struct {
	Add   command[act.AddInquiry]   `cmd:"" help:"cli.inquiry-add"`
	List  inquiryListCommand        `cmd:"" help:"cli.inquiry-list"`
	Show  inquiryShowCommand        `cmd:"" help:"cli.inquiry-show"`
	Close command[act.CloseInquiry] `cmd:"" help:"cli.inquiry-close"`
}

// inquiryListCommand lists the inquiries.
type inquiryListCommand struct{ bureauFlags }

func (c *inquiryListCommand) Run(a *app, r bureau.Reader) error {
	all, err := correction.Inquiries(r)
	if err != nil {
		return err
	}
	printRows(a, all, func(q *correction.Inquiry) table.Row {
		return table.Row{q.Number, q.On, a.inquiryState(q), q.List, q.Player, q.Report}
	})
	return nil
}

func (a *app) inquiryState(q *correction.Inquiry) string {
	if q.Closed != nil {
		return a.Text("inquiry.closed", nil)
	}
	return a.Text("inquiry.open", nil)
}

// inquiryShowCommand shows an inquiry and the inquirer to an officer.
type inquiryShowCommand struct {
	bureauFlags
	Number string `arg:"" help:"cli.arg-inquiry"`
}

func (c *inquiryShowCommand) Run(a *app, r bureau.Reader) error {
	q, who, err := correction.FindInquiry(r, c.Number)
	if err != nil {
		return err
	}
	t := a.columns()
	add := func(key, value string) {
		if value != "" {
			t.AppendRow(table.Row{a.Text("inquiry."+key, nil), value})
		}
	}
	add("number", q.Number+"  "+a.inquiryState(q))
	add("date", a.Date(q.On))
	if who != nil {
		add("who", who.Name)
		add("contact", who.Contact)
		add("words", who.Words)
	}
	add("list", q.List)
	add("player", q.Player)
	add("event", q.Report)
	if q.Closed != nil {
		add("answer", q.Closed.Reason)
	}
	a.print(t)
	return nil
}
