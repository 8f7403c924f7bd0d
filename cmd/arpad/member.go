package main

import (
	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// memberCommand handles the register of memberships.
type memberCommand struct {
	Add    command[act.AddMember]       `cmd:"" help:"cli.member-add"`
	Remove command[act.RemoveMember]    `cmd:"" help:"cli.member-remove"`
	List   memberList                   `cmd:"" help:"cli.member-list"`
	Import csvImport[act.ImportMembers] `cmd:"" help:"cli.member-import"`
	Export csvExport                    `cmd:"" help:"cli.member-export"`
}

// days formats a range of days; a zero end is open.
func days(r civil.Range) string {
	if r == (civil.Range{}) {
		return ""
	}
	return r.From.String() + " – " + r.To.String()
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
