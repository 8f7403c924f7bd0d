package main

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// clubCommand handles the register of clubs.
type clubCommand struct {
	Add       command[act.AddClub]       `cmd:"" help:"cli.club-add"`
	Set       command[act.SetClub]       `cmd:"" help:"cli.club-set"`
	Reporters command[act.NameReporters] `cmd:"" help:"cli.club-reporters"`
	Contact   command[act.ContactClub]   `cmd:"" help:"cli.club-contact"`
	Remove    command[act.RemoveClub]    `cmd:"" help:"cli.club-remove"`
	Show      clubShow                   `cmd:"" help:"cli.club-show"`
	List      clubList                   `cmd:"" help:"cli.club-list"`
	Import    csvImport[act.ImportClubs] `cmd:"" help:"cli.club-import"`
	Export    csvExport                  `cmd:"" help:"cli.club-export"`

	Proposed clubsProposed `cmd:"" help:"cli.club-proposed"`
}

// clubShow shows a club.
type clubShow struct {
	bureauFlags
	Club string `arg:"" name:"club" help:"cli.arg-club"`
}

func (c *clubShow) Run(a *app, r bureau.Reader) error {
	found, err := register.FindClub(r, c.Club)
	if err != nil {
		return err
	}
	contact, err := register.ContactOfClub(r, found.ID)
	if err == nil {
		a.print(a.card(append(found.Fields(), contact.Fields()...)))
	}
	return err
}

// clubList lists the clubs.
type clubList struct{ bureauFlags }

func (c *clubList) Run(a *app, r bureau.Reader) error {
	all, err := register.AllClubs(r)
	if err != nil {
		return err
	}
	printRows(a, all, func(found *register.Club) table.Row { return table.Row{found.ID, found.Name, days(found.Registered)} })
	return nil
}

// clubsProposed lists the clubs that players name and that are not registered.
type clubsProposed struct {
	bureauFlags
	Format string `enum:"text,csv" default:"text" help:"cli.flag-format"`
}

func (c *clubsProposed) Run(a *app, r bureau.Reader) error {
	all, err := register.ProposedClubs(r)
	if err != nil {
		return err
	}
	if c.Format == "csv" {
		return register.WriteProposedClubs(all, a.out)
	}
	t := a.columns()
	for _, club := range all {
		add := finding.Action{ID: "club.add", Values: []finding.Value{finding.Text("name", club.Name)}}
		t.AppendRow(table.Row{club.Name, a.Text("register.club-players", explain.Data{"players": fmt.Sprint(club.Players)}), a.Commands([]finding.Action{add})})
	}
	if len(all) == 0 {
		a.say("register.no-clubs-proposed", nil)
		return nil
	}
	a.print(t)
	return nil
}
