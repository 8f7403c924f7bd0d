package main

import (
	"context"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// memberCommand handles the register of memberships.
type memberCommand struct {
	Add    memberAdd    `cmd:"" help:"cli.member-add"`
	Remove memberRemove `cmd:"" help:"cli.member-remove"`
	List   memberList   `cmd:"" help:"cli.member-list"`
	Import csvImport    `cmd:"" help:"cli.member-import"`
	Export csvExport    `cmd:"" help:"cli.member-export"`
}

// days formats a range of days; a zero end is open.
func days(r civil.Range) string {
	if r == (civil.Range{}) {
		return ""
	}
	return r.From.String() + " – " + r.To.String()
}

// memberAdd adds a membership.
type memberAdd struct {
	bureauFlags
	reasonFlag
	Player string     `arg:"" name:"id" help:"cli.arg-player"`
	From   civil.Date `required:"" help:"cli.flag-member-from" placeholder:"YYYY-MM-DD"`
	To     civil.Date `required:"" help:"cli.flag-member-to" placeholder:"YYYY-MM-DD"`
	Event  string     `help:"cli.flag-member-event" placeholder:"NAME"`
}

func (c *memberAdd) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	made, err := register.Enrol(ctx, b, register.Membership{Player: c.Player, Days: civil.Range{From: c.From, To: c.To}, Event: c.Event}, c.Reason)
	if err != nil {
		return err
	}
	key := "member"
	switch {
	case made.Covered:
		key = "member-already"
	case made.Joined:
		key = "member-joined"
	}
	a.say("register."+key, explain.Data{"player": made.Player, "days": days(made.Days)})
	return nil
}

// memberRemove deletes a membership.
type memberRemove struct {
	bureauFlags
	reasonFlag
	Player string     `arg:"" name:"id" help:"cli.arg-player"`
	From   civil.Date `required:"" help:"cli.flag-member-from" placeholder:"YYYY-MM-DD"`
	Event  string     `help:"cli.flag-member-event" placeholder:"NAME"`
}

func (c *memberRemove) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	data := explain.Data{"player": c.Player, "from": c.From.String()}
	return a.done(register.Resign(ctx, b, register.Membership{Player: c.Player, Days: civil.Range{From: c.From}, Event: c.Event}, c.Reason), "register.member-removed", data)
}

// memberList lists memberships.
type memberList struct {
	bureauFlags
	Player string     `help:"cli.flag-member-player" placeholder:"ID"`
	On     civil.Date `help:"cli.flag-member-on" placeholder:"YYYY-MM-DD"`
}

func (c *memberList) Run(a *app, r bureau.Reader) error {
	all, err := register.MembershipsOf(r, c.Player, c.On)
	if err != nil {
		return err
	}
	printRows(a, all, func(m register.Membership) table.Row { return table.Row{m.Player, days(m.Days), m.Event} })
	return nil
}
