package main

import (
	"context"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
)

// inquiryCommand handles inquiries.
type inquiryCommand struct {
	Add      command[act.AddInquiry]      `cmd:"" help:"cli.inquiry-add"`
	List     inquiryListCommand           `cmd:"" help:"cli.inquiry-list"`
	Show     inquiryShowCommand           `cmd:"" help:"cli.inquiry-show"`
	Grant    grantCommand                 `cmd:"" help:"cli.inquiry-grant"`
	Reply    command[act.ReplyInquiry]    `cmd:"" help:"cli.inquiry-reply"`
	Close    command[act.CloseInquiry]    `cmd:"" help:"cli.inquiry-close"`
	Withdraw command[act.WithdrawInquiry] `cmd:"" help:"cli.inquiry-withdraw"`
}

// askCommand asks an officer for something.
type askCommand struct {
	Renewal       command[act.Asks[act.AddMember]]         `cmd:"" help:"cli.ask-renewal"`
	Dispensation  command[act.Asks[act.DispenseEvent]]     `cmd:"" help:"cli.ask-dispensation"`
	Result        command[act.Asks[act.ProposeResult]]     `cmd:"" help:"cli.ask-result"`
	Count         command[act.Asks[act.ProposeCount]]      `cmd:"" help:"cli.ask-count"`
	Omission      command[act.Asks[act.ProposeOmission]]   `cmd:"" help:"cli.ask-omission"`
	Player        command[act.Asks[act.ProposePlayer]]     `cmd:"" help:"cli.ask-player"`
	Withdrawal    command[act.Asks[act.ProposeWithdrawal]] `cmd:"" help:"cli.ask-withdrawal"`
	Late          command[act.Asks[act.ProposeLate]]       `cmd:"" help:"cli.ask-late"`
	Anonymisation command[act.Asks[act.AnonymisePerson]]   `cmd:"" help:"cli.ask-anonymisation"`
	Erasure       command[act.Asks[act.ErasePerson]]       `cmd:"" help:"cli.ask-erasure"`
}

// grantCommand does what an inquiry asks for. An erasure is confirmed as by person erase.
type grantCommand struct {
	bureauFlags
	Yes bool `help:"cli.flag-yes"`
	act.GrantInquiry
}

func (c *grantCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	var does act.Act
	err := b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		q, _, err := correction.FindInquiry(r, c.Number)
		if err == nil && q.Asks != nil && q.Closed == nil {
			does, err = act.Wished(q, c.Reason)
		}
		return err
	})
	if erases, is := does.(*act.ErasePerson); err == nil && is {
		err = (&eraseCommand{Yes: c.Yes, ErasePerson: *erases}).confirm(ctx, a, b)
	}
	if err != nil {
		return err
	}
	return a.act(ctx, b, &c.GrantInquiry)
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
	state := "open"
	switch {
	case q.Granted:
		state = "granted"
	case q.Withdrawn:
		state = "withdrawn"
	case q.Closed != nil:
		state = "closed"
	case q.Waits():
		state = "waits"
	case q.Asks != nil:
		return a.Text("inquiry.asks", explain.Data{"act": strings.ReplaceAll(q.Asks.Act, ".", " ")})
	}
	return a.Text("inquiry."+state, nil)
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
		add("reply", who.Reply)
	}
	if g := q.Game; g != nil {
		add("game", a.Text("inquiry.game-is", explain.Data{"section": g.Section, "round": strconv.Itoa(g.Round), "white": strconv.Itoa(g.White), "black": strconv.Itoa(g.Black)}))
	}
	if q.Asks != nil {
		does, err := act.Wished(q, "")
		if err != nil {
			return err
		}
		add("does", explain.CommandLine(act.Command(does)))
	}
	add("club", q.Club)
	add("list", q.List)
	add("player", q.Player)
	add("event", q.Report)
	if q.Closed != nil {
		add("answer", q.Closed.Reason)
	}
	a.print(t)
	return nil
}
