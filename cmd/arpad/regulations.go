package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// regulationsCommand shows the regulations.
type regulationsCommand struct {
	Example regulationsExample `cmd:"" help:"cli.regulations-example"`
	List    regulationsList    `cmd:"" help:"cli.regulations-list"`
	Show    regulationsShow    `cmd:"" help:"cli.regulations-show"`
}

// regulationsList lists the editions.
type regulationsList struct {
	Format string `enum:"text,json" default:"text" help:"cli.flag-format"`
}

func (c *regulationsList) Run(a *app) error {
	known := document.NewRegulations(a.Printer, catalog.Editions())
	if c.Format == "json" {
		return document.Write(a.out, known)
	}
	t := a.columns()
	t.AppendHeader(a.titles("column.player-id", "column.regulation", "column.in-force", "column.family", "column.lists"))
	for _, e := range known.Regulations {
		var lists []string
		for _, k := range e.Lists {
			lists = append(lists, a.Word(k.String()))
		}
		row := table.Row{e.ID, e.Name, "", "", a.joined(lists...)}
		if e.InForce != nil {
			row[2] = *e.InForce
		}
		if e.Family != nil {
			row[3] = *e.Family
		}
		t.AppendRow(row)
	}
	a.print(t)
	return nil
}

// regulationsShow shows an edition's clauses, options and readings.
type regulationsShow struct {
	ID     string `arg:"" help:"cli.arg-regulation"`
	Format string `enum:"text,json" default:"text" help:"cli.flag-format"`
}

// Run prints the edition; of a family, every edition.
func (c *regulationsShow) Run(a *app) error {
	found, err := catalog.Find(c.ID)
	if err != nil {
		return err
	}
	switch {
	case c.Format == "json" && len(found.Editions) == 1:
		return document.Write(a.out, document.NewRegulation(found.Editions[0]))
	case c.Format == "json":
		return document.Write(a.out, document.NewRegulationFamily(c.ID, found.Editions))
	}
	for i, e := range found.Editions {
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		about := e.About()
		c.text(a, &about)
	}
	return nil
}

// text prints the clauses in both languages, the current one first.
func (c *regulationsShow) text(a *app, about *regulation.About) {
	fmt.Fprintf(a.out, "%s  %s  %s\n\n", about.ID, a.Text("regulation."+about.ID, nil), about.InForce)
	languages := slices.Clone(explain.Languages)
	slices.SortStableFunc(languages, func(x, y string) int {
		switch a.Language {
		case x:
			return -1
		case y:
			return 1
		}
		return 0
	})
	t := a.columns()
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 3, WidthMax: 60, WidthMaxEnforcer: wrapped}})
	header := a.titles("column.clause", "column.status")
	for _, lang := range languages {
		header = append(header, lang)
	}
	t.AppendHeader(header)
	for _, clause := range about.Clauses {
		id := clause.ID
		if clause.Also != "" {
			id += " (" + clause.Also + ")"
		}
		row := table.Row{id, a.Word(string(clause.Status))}
		for _, lang := range languages {
			row = append(row, explain.New(lang).Clause(about, clause.ID))
		}
		t.AppendRow(row)
	}
	a.print(t)
	if len(about.Options) > 0 {
		fmt.Fprintf(a.out, "\n%s\n", a.Text("regulations.options", nil))
		printRows(a, about.Options, func(o regulation.Option) table.Row {
			return table.Row{"  --set " + o.Name + "=" + o.Value, strings.Join(o.Allowed, "|"), a.Citation("", o.Reading)}
		})
	}
	fmt.Fprintf(a.out, "\n%s\n", a.Text("regulations.readings", nil))
	t = a.columns()
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 2, WidthMax: 100, WidthMaxEnforcer: wrapped}})
	for _, id := range about.Readings {
		t.AppendRow(table.Row{"  " + id, a.Reading(id)})
	}
	a.print(t)
}
