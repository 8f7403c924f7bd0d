package main

import (
	"fmt"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
)

// precedentCommand handles decisions in cases that the rules do not cover.
type precedentCommand struct {
	Add  command[act.AddPrecedent] `cmd:"" help:"cli.precedent-add"`
	List precedentsCommand         `cmd:"" help:"cli.precedent-list"`
	Show precedentShowCommand      `cmd:"" help:"cli.precedent-show"`
}

// precedentsCommand lists the precedents.
type precedentsCommand struct{ bureauFlags }

func (c *precedentsCommand) Run(a *app, b *bureau.Bureau, rd bureau.Reader, s *bureau.Settings) error {
	all, err := desk.Precedents(b, rd)
	t := a.columns()
	for _, p := range all {
		t.AppendRow(table.Row{p.Name(), p.Title, a.Citation(p.Clause, ""), s.Local(p.At).Format("2006-01-02")})
	}
	if len(all) > 0 {
		a.print(t)
	}
	return err
}

// precedentShowCommand prints a precedent, and the reports that cite it.
type precedentShowCommand struct {
	bureauFlags
	Name string `arg:"" name:"precedent" help:"cli.arg-report-precedent"`
}

func (c *precedentShowCommand) Run(a *app, rd bureau.Reader, s *bureau.Settings) error {
	p, err := desk.FindPrecedent(rd, c.Name)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "%s  %s %s\n%s\n", p.Name(), finding.OneLine(p.Title), finding.OneLine(a.Citation(p.Clause, "")), "    "+strings.ReplaceAll(finding.Harmless(p.Text), "\n", "\n    "))
	a.say("precedent.decided", explain.Data{"by": p.By, "day": s.Local(p.At).Format("2006-01-02")})
	all, err := intake.All(rd, "")
	for _, r := range all {
		if r.Cites(p.Name()) {
			a.say("precedent.cited", explain.Data{"ref": r.Ref, "event": r.Event})
		}
	}
	return err
}
