package main

import (
	"errors"
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
		return document.WriteLog(a.out, r, entries)
	}
	return a.textLog(r, entries, s.Zone)
}

// entries returns the entries about a subject, all if there is none.
func (c *logCommand) entries(r bureau.Reader) ([]*bureau.Entry, error) {
	if c.Subject == "" {
		return bureau.Entries.All(r, "")
	}
	return rows.LogOf(r, c.Subject)
}

// textLog prints the entries as a table, with times in a zone.
func (a *app) textLog(r bureau.Reader, entries []*bureau.Entry, zone string) (err error) {
	where, unknown := time.LoadLocation(zone)
	if unknown != nil {
		where = time.UTC // Init has refused unknown zones
	}
	printRows(a, entries, func(e *bureau.Entry) table.Row {
		by, failed := bureau.AccountOf(r, e.Actor)
		if err = errors.Join(err, failed); failed != nil {
			return nil
		}
		who := by.Name
		if e.Program != "" {
			who += " (" + e.Program + ")"
		}
		return table.Row{e.Seq, e.At.In(where).Format(time.DateTime), who, e.Action, e.Subject, e.Reason, document.Decided(a.Printer, e)}
	})
	return err
}
