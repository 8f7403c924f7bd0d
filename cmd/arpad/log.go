package main

import (
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// logCommand prints the audit log.
type logCommand struct {
	showFlags
	Subject string `arg:"" optional:"" help:"cli.arg-subject"`
}

func (c *logCommand) Run(a *app, r bureau.Reader, s *bureau.Settings) error {
	entries, err := c.entries(r)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		return document.WriteLog(a.out, entries)
	}
	a.textLog(entries, s.Zone)
	return nil
}

// entries returns the entries about a subject, all if there is none.
func (c *logCommand) entries(r bureau.Reader) ([]*bureau.Entry, error) {
	if c.Subject == "" {
		return bureau.Entries.All(r, "")
	}
	return rows.LogOf(r, c.Subject)
}

// textLog prints the entries as a table, with times in a zone.
func (a *app) textLog(entries []*bureau.Entry, zone string) {
	where, err := time.LoadLocation(zone)
	if err != nil {
		where = time.UTC // Init has refused unknown zones
	}
	printRows(a, entries, func(e *bureau.Entry) table.Row {
		return table.Row{e.Seq, e.At.In(where).Format(time.DateTime), e.Actor, e.Action, e.Subject, e.Reason, document.Decided(a.Printer, e)}
	})
}
