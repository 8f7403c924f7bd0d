package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/view"
)

// dry prints what submitting the reports would lead to, one after the other, and keeps
// nothing.
func (c *submitCommand) dry(ctx context.Context, a *app, b *bureau.Bureau, paths []string) error {
	return b.Preview(ctx, func(preview *bureau.Bureau) error {
		for _, path := range paths {
			s, err := c.read(path)
			if err != nil {
				return err
			}
			p, err := view.PreviewSubmission(ctx, preview, *s)
			if err != nil {
				return err
			}
			a.receipt(p.Receipt)
			if p.Event == nil {
				continue
			}
			err = preview.View(ctx, func(_ bureau.Reader, settings *bureau.Settings) error {
				v := &reportView{app: a, r: p.Receipt.Report, settings: settings, t: a.columns()}
				v.head()
				v.title("")
				return nil
			})
			if err != nil {
				return err
			}
			a.entriesOf(p)
			a.changesOf(p)
		}
		a.say("report.dry", nil)
		return nil
	})
}

// entriesOf prints who the entries of a report are.
func (a *app) entriesOf(p *view.Preview) {
	if p.Event.Batch == nil {
		return
	}
	t := a.columns()
	t.AppendHeader(table.Row{a.Text("history.section", nil), a.Text("column.type", nil), a.Text("column.start", nil), a.Text("column.player-id", nil), a.Text("column.name", nil), a.Text("column.points", nil)})
	for i := range p.Event.Batch.Sections {
		s := &p.Event.Batch.Sections[i]
		for _, e := range s.Entries {
			id, name := p.Event.Names(e.Player)
			t.AppendRow(table.Row{a.Section(s.Name), a.Word(s.Kind.String()), e.Start, id, cmp.Or(name, a.Text("care.nameless", nil)), e.Points})
		}
	}
	fmt.Fprintln(a.out)
	a.print(t)
}

// changesOf prints which ratings a report would change.
func (a *app) changesOf(p *view.Preview) {
	fmt.Fprintln(a.out)
	if len(p.Changes) == 0 {
		a.say("report.dry-no-changes", nil)
		return
	}
	a.say("report.dry-changes", nil)
	t := a.columns()
	for _, change := range p.Changes {
		t.AppendRow(table.Row{change.ID, cmp.Or(change.Name, a.Text("care.nameless", nil)), a.Word(change.Kind.String()), change.From, "→", change.To})
	}
	a.print(t)
}
