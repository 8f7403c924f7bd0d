package main

import (
	"context"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
)

// inquiryCommand handles inquiries.
type inquiryCommand struct {
	Add   inquiryAddCommand   `cmd:"" help:"cli.inquiry-add"`
	List  inquiryListCommand  `cmd:"" help:"cli.inquiry-list"`
	Show  inquiryShowCommand  `cmd:"" help:"cli.inquiry-show"`
	Close inquiryCloseCommand `cmd:"" help:"cli.inquiry-close"`
}

// inquiryAddCommand records an inquiry.
type inquiryAddCommand struct {
	bureauFlags
	Who     string     `required:"" help:"cli.flag-who" placeholder:"NAME"`
	Contact string     `help:"cli.flag-contact" placeholder:"ADDRESS"`
	What    string     `help:"cli.flag-what" placeholder:"TEXT"`
	On      civil.Date `help:"cli.flag-on" placeholder:"YYYY-MM-DD"`
	List    string     `help:"cli.flag-about-list" placeholder:"LABEL"`
	Player  string     `help:"cli.flag-about-player" placeholder:"ID"`
	Event   string     `help:"cli.flag-about-event" placeholder:"REF"`
}

func (c *inquiryAddCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	q, err := correction.Inquire(ctx, b, correction.Inquiry{On: c.On, List: c.List, Player: c.Player, Report: c.Event},
		correction.Inquirer{Name: c.Who, Contact: c.Contact, Words: c.What})
	if err != nil {
		return err
	}
	a.say("inquiry.noted", explain.Data{"inquiry": q.Number, "date": a.Date(q.On)})
	return nil
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

// inquiryCloseCommand closes an inquiry.
type inquiryCloseCommand struct {
	bureauFlags
	Reason string `required:"" help:"cli.flag-answer" placeholder:"TEXT"`
	Number string `arg:"" help:"cli.arg-inquiry"`
}

func (c *inquiryCloseCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	return a.done(correction.CloseInquiry(ctx, b, c.Number, c.Reason), "inquiry.is-closed", explain.Data{"inquiry": c.Number})
}
