package main

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/trf"
)

// fideCommand handles what FIDE is told of FIDE events.
type fideCommand struct {
	List    fideList                     `cmd:"" help:"cli.fide-list"`
	Write   fideWrite                    `cmd:"" help:"cli.fide-write"`
	Sent    command[act.SendToFIDE]      `cmd:"" help:"cli.fide-sent"`
	Receipt command[act.ConfirmToFIDE]   `cmd:"" help:"cli.fide-receipt"`
	Exclude command[act.ExcludeFromFIDE] `cmd:"" help:"cli.fide-exclude"`
	Include command[act.IncludeForFIDE]  `cmd:"" help:"cli.fide-include"`
}

// fideList lists FIDE events and what was sent of them.
type fideList struct {
	showFlags
	Open bool `help:"cli.flag-fide-open"`
}

func (c *fideList) Run(a *app, b *bureau.Bureau, r bureau.Reader, s *bureau.Settings) error {
	states := fidereport.States()
	if c.Open {
		states = fidereport.Open
	}
	all, err := agenda.FIDEEventsOf(r, b.Today(s), states...)
	return show(a, c.Format, all, err, a.fideEvents, document.NewFIDEEvents)
}

// fideEvents prints FIDE events, with a line for each section.
func (a *app) fideEvents(all *agenda.FIDEEvents) {
	t, below := a.columns(), [][]string{}
	for i := range all.Reported {
		e := &all.Reported[i]
		var lines []string
		for _, s := range e.Sections {
			lines = append(lines, a.filed(e, &s))
		}
		if len(lines) == 0 {
			lines = []string{a.Text("fide.unreadable", nil)}
		}
		t.AppendRow(table.Row{e.Ref, days(civil.Range{From: e.FirstDay, To: e.LastDay}), e.Event})
		below = append(below, lines)
	}
	for _, e := range all.Expected {
		t.AppendRow(table.Row{e.Ref, days(e.Days), e.Name})
		below = append(below, []string{a.Text("register.no-report", nil)})
	}
	a.spread(t, below)
	if t.Length() == 0 {
		a.say("fide.none", nil)
	}
}

// filed says where the report of a section of a FIDE event stands.
func (a *app) filed(e *agenda.FIDEEvent, s *fidereport.Section) string {
	data := explain.Data{"section": a.Section(s.Name), "age": fmt.Sprint(e.Days)}
	switch {
	case s.Exclusion != nil:
		data["day"] = a.Date(s.Exclusion.Day)
	case s.Filing != nil:
		data["day"], data["receipt"] = a.Date(s.Filing.Day), s.Filing.Receipt
	}
	return a.Text("fide."+string(s.State), data)
}

// fideWrite writes what FIDE is told of a section of an event.
type fideWrite struct {
	bureauFlags
	saver
	Ref     string     `arg:"" help:"cli.arg-report-ref"`
	Section string     `help:"cli.flag-section" placeholder:"NAME"`
	To      string     `enum:"trf16,trf26" default:"trf26" help:"cli.flag-fide-to"`
	Out     outputFile `short:"o" default:"-" help:"cli.flag-out" placeholder:"FILE"`
}

func (c *fideWrite) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	var told *report.Report
	var section int
	var found []finding.Finding
	err := b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		told, section, found, err = desk.FIDEReport(r, c.Ref, c.Section)
		return err
	})
	if err != nil {
		return err
	}
	report.FillPoints(told)
	a.group(a.err, append(found, linesMissing(told, section, c.To, c.Ref)...))
	var out bytes.Buffer
	if err := trf.Write(&out, told, section, exchangeVersions[c.To]); err != nil {
		return err
	}
	return c.save(a, &c.bureauFlags, c.Out, func(w io.Writer) error {
		_, err := w.Write(out.Bytes())
		return err
	})
}

// filedAt prints where an event stands with FIDE after an officer's action.
func (a *app) filedAt(ctx context.Context, b *bureau.Bureau, ref string) error {
	return b.View(ctx, func(r bureau.Reader, s *bureau.Settings) error {
		e, err := agenda.FIDEEventOf(r, b.Today(s), ref)
		if err == nil {
			a.fideEvents(&agenda.FIDEEvents{Reported: []agenda.FIDEEvent{*e}})
		}
		return err
	})
}
