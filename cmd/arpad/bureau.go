package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
	_ "time/tzdata" // time zones on every machine

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/store"
)

// bureauFlags identify the bureau and the acting officer.
type bureauFlags struct {
	DB    string `name:"db" default:"arpad.db" env:"ARPAD_DB" help:"cli.flag-db" placeholder:"FILE"`
	As    string `env:"ARPAD_OFFICER" help:"cli.flag-as" placeholder:"NAME"`
	Key   string `name:"key-file" env:"ARPAD_KEY_FILE" help:"cli.flag-key-file" placeholder:"FILE"`
	Clock moment `env:"ARPAD_CLOCK" hidden:""`
}

// moment is what the clock shows in place of the machine's; zero: that.
type moment struct{ time.Time }

// UnmarshalText parses a moment, of which the days around are days of the calendar, too.
func (m *moment) UnmarshalText(text []byte) (err error) {
	const first, last = 1900, 2999
	if m.Time, err = time.Parse(time.RFC3339, string(text)); err == nil && (m.Year() < first || m.Year() > last) {
		return finding.NewProblem("clock-range", finding.Text("clock", string(text)), finding.Int("first", first), finding.Int("last", last))
	}
	return err
}

// flags returns the flags of a command.
func (o *bureauFlags) flags() *bureauFlags { return o }

// backupsFlag says where the bureau's own backups are.
type backupsFlag struct {
	Backups string `env:"ARPAD_BACKUPS" help:"cli.flag-backups" placeholder:"FOLDER"`
}

// office returns the office for the flags. The app reports checkpoints that
// could not be signed.
func (o *bureauFlags) office(a *app) *office.Office {
	wanted := &office.Office{Database: o.DB, Key: o.Key, Officer: o.As, Unsigned: a.noteUnsigned, Named: a.noteNamed, Upgraded: a.noteUpgraded, Progress: a.progress()}
	if !o.Clock.IsZero() {
		wanted.Clock = func() time.Time { return o.Clock.Time }
	}
	return wanted
}

// run opens the bureau and calls f with it.
func (o *bureauFlags) run(a *app, f func(context.Context, *bureau.Bureau) error) error {
	ctx, done := a.untilStopped()
	defer done()
	b, err := o.office(a).Open(ctx)
	if err != nil {
		return err
	}
	return a.with(ctx, b, f)
}

// with calls f with a bureau and closes it. A refusal is printed with its cure.
func (a *app) with(ctx context.Context, b *bureau.Bureau, f func(context.Context, *bureau.Bureau) error) error {
	err := f(ctx, b)
	if err == nil && len(a.named) > 0 {
		a.warn([]finding.Finding{finding.New("reason-names-player", finding.Warning, finding.At{}, finding.Text("players", a.joined(a.named...)))})
	}
	said := a.sayRefused(err)
	var refused *finding.Refused
	if errors.As(err, &refused) {
		a.propose(similar(ctx, b, refused.Finding))
	}
	return errors.Join(said, office.Close(b))
}

// sayRefused prints what was refused, and returns any other error.
func (a *app) sayRefused(err error) error {
	var refused *finding.Refused
	if !errors.As(err, &refused) {
		return err
	}
	a.printFindings([]finding.Finding{refused.Finding}, finding.Info)
	a.atLeast(exitRefused)
	return nil
}

// noteUnsigned notes the error of a checkpoint that could not be signed, to be
// printed at the end.
func (a *app) noteUnsigned(file string, err error) {
	why := office.Cause(err)
	var refused *finding.Refused
	if errors.As(err, &refused) {
		why = a.Message(refused.Finding)
	}
	a.unsigned = finding.NewProblem("checkpoint-not-signed", finding.Text("file", file), finding.Text("cause", why))
}

// noteNamed notes the players whom the reason of the action names.
func (a *app) noteNamed(ids []string) { a.named = ids }

// noteUpgraded prints that the database was upgraded, and where it is as it was before.
func (a *app) noteUpgraded(backup string) {
	a.upgraded = true
	a.warn([]finding.Finding{finding.New("database-upgraded", finding.Info, finding.At{})})
	if backup != "" {
		fmt.Fprintln(a.err, a.Text("database.kept-before", explain.Data{"file": backup}))
	}
}

// warn prints findings about something that succeeded, with their cures.
func (a *app) warn(found []finding.Finding) {
	for _, f := range found {
		fmt.Fprintf(a.err, "%s\n    %s\n", a.line(f), a.Cure(f))
	}
}

// view opens the bureau for reading.
func (o *bureauFlags) view(a *app, f func(*bureau.Bureau, bureau.Reader, *bureau.Settings) error) error {
	return o.run(a, func(ctx context.Context, b *bureau.Bureau) error {
		return b.View(ctx, func(r bureau.Reader, s *bureau.Settings) error { return f(b, r, s) })
	})
}

// showFlags are the flags of a command that prints text or JSON.
type showFlags struct {
	bureauFlags
	Format string `enum:"text,json" default:"text" help:"cli.flag-format"`
}

// show prints what was found as text or JSON, unless finding it has failed.
func show[T, D any](a *app, format string, found T, failed error, text func(T), json func(T) D) error {
	switch {
	case failed != nil:
		return failed
	case format == "json":
		return document.Write(a.out, json(found))
	}
	text(found)
	return nil
}

// initCommand creates an installation.
type initCommand struct {
	bureauFlags
	Authority string            `required:"" enum:"${authorities}" help:"cli.flag-authority"`
	Label     string            `required:"" help:"cli.flag-label-zero" placeholder:"YYYY-MM"`
	Zone      string            `help:"cli.flag-zone" placeholder:"ZONE"`
	IDForm    string            `name:"id-form" help:"cli.flag-id-form" placeholder:"N00000000"`
	Set       map[string]string `help:"cli.flag-set" placeholder:"NAME=VALUE" mapsep:"none"`
	Other     string            `name:"other-files" default:"warn" enum:"${other_files}" help:"cli.flag-other-files"`
	Reason    string            `help:"cli.flag-reason-options" placeholder:"TEXT"`
	Unrated   bool              `help:"cli.flag-unrated"`
	MaxSize   int64             `default:"16" help:"cli.flag-max-size" placeholder:"MIB"`
	Players   string            `arg:"" name:"opening.csv" help:"cli.arg-list-zero" type:"existingfile"`
}

func (c *initCommand) Run(a *app) error {
	f, err := openList(c.Players)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // read only
	limitMemoryTo(memoryForTaking, garbageOfTaking, c.Players)
	players, list, findings, err := a.readList(f, c.MaxSize<<20, register.MaxRows, nil)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(findings, func(f finding.Finding) bool { return f.ID == "ids-given" }) {
		for i := range players.Players {
			players.Players[i].ID = "" // the bureau has a form for them
		}
	}
	a.printFindings(slices.DeleteFunc(findings, func(f finding.Finding) bool { return f.ID == "list-without-ratings" }), finding.Info) // Init refuses it
	ctx, done := a.untilStopped()
	defer done()
	wanted := bureau.Settings{Authority: c.Authority, ListZero: c.Label, Zone: c.Zone, IDs: c.IDForm, Options: c.Set, OtherFiles: bureau.OtherFiles(c.Other), Reason: c.Reason, Unrated: c.Unrated}
	count := len(players.Players)
	b, found, err := c.office(a).Begin(ctx, wanted, players.Players, list)
	if err != nil {
		return a.sayRefused(err)
	}
	return a.with(ctx, b, func(context.Context, *bureau.Bureau) error {
		a.say("bureau.initialised", explain.Data{
			"authority": c.Authority, "players": fmt.Sprint(count), "label": c.Label, "file": store.Name(c.DB),
		})
		a.warn(found)
		return nil
	})
}
