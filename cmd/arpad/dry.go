package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/submission"
)

// dry prints what submitting the reports would lead to, one after the other, and keeps
// nothing. Its exit status is that of arpad check.
func (c *submitCommand) dry(ctx context.Context, a *app, b *bureau.Bureau, paths []string, format string) error {
	json := document.NewPreviews()
	read := 0
	err := b.Preview(ctx, func(preview *bureau.Bureau) error {
		for _, path := range paths {
			p, err := c.preview(ctx, a, preview, path)
			if err != nil {
				return err
			}
			if p.Receipt.Report != nil {
				read++
			}
			a.examined(p.Receipt.Findings)
			if format == "json" {
				json.Add(a.Printer, filepath.Base(path), p)
				continue
			}
			if err := a.preview(ctx, preview, p); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if read == 0 {
		a.atLeast(exitFailed)
	}
	if format == "json" {
		return document.Write(a.out, json)
	}
	a.say("report.dry", nil)
	return nil
}

// preview submits a file to a preview of the bureau.
func (c *submitCommand) preview(ctx context.Context, a *app, preview *bureau.Bureau, path string) (*trial.Preview, error) {
	s, err := c.read(path)
	if err != nil {
		found, err := tooLarge(err, filepath.Base(path))
		return trial.Unread(found), err
	}
	p, err := submission.Try(ctx, preview, s.Submission())
	if err == nil && p.Receipt.Report != nil && !p.Receipt.Report.Sound() {
		a.atLeast(exitRefused)
	}
	return p, err
}

// examined sets the exit status of findings.
func (a *app) examined(found []finding.Finding) {
	if worst, _ := finding.Worst(found); worst == finding.Error {
		a.atLeast(exitRefused)
	}
}

// preview prints what a submission would lead to.
func (a *app) preview(ctx context.Context, preview *bureau.Bureau, p *trial.Preview) error {
	if p.Receipt.Report == nil {
		a.group(a.err, p.Receipt.Findings)
		return nil
	}
	a.receipt(p.Receipt)
	err := preview.View(ctx, func(_ bureau.Reader, settings *bureau.Settings) error {
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
	return nil
}

// entriesOf prints who the entries of a report are.
func (a *app) entriesOf(p *trial.Preview) {
	if p.Event.Batch == nil {
		return
	}
	t := a.columns()
	t.AppendHeader(a.titles("history.section", "column.type", "column.start", "column.player-id", "column.name", "column.points"))
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
func (a *app) changesOf(p *trial.Preview) {
	fmt.Fprintln(a.out)
	if len(p.Changes) == 0 {
		a.say("report.dry-no-changes", nil)
		return
	}
	a.say("report.dry-changes", nil)
	printRows(a, p.Changes, func(change trial.Change) table.Row {
		return table.Row{change.ID, cmp.Or(change.Name, a.Text("care.nameless", nil)), a.Word(change.Kind.String()), change.From, "→", change.To}
	})
}
