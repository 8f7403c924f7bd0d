package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/roster/fidelist"
)

// playerCommand handles the register of players.
type playerCommand struct {
	Add        command[act.AddPlayer]          `cmd:"" help:"cli.player-add"`
	Set        command[act.SetPlayer]          `cmd:"" help:"cli.player-set"`
	Consent    command[act.SetConsent]         `cmd:"" help:"cli.player-consent"`
	Remove     command[act.RemovePlayer]       `cmd:"" help:"cli.player-remove"`
	Show       playerShow                      `cmd:"" help:"cli.player-show"`
	Import     csvImport[act.ImportPlayers]    `cmd:"" help:"cli.player-import"`
	Export     playerExport                    `cmd:"" help:"cli.player-export"`
	Fide       playerFide                      `cmd:"" help:"cli.player-fide"`
	Links      playerLinks                     `cmd:"" help:"cli.player-links"`
	First      command[act.GiveFirst]          `cmd:"" help:"cli.player-first"`
	Stated     playerStated                    `cmd:"" help:"cli.player-stated"`
	Fields     playerFields                    `cmd:"" help:"cli.player-fields"`
	Duplicates playerDuplicates                `cmd:"" help:"cli.player-duplicates"`
	Distinct   command[act.DistinguishPlayers] `cmd:"" help:"cli.player-distinct"`
	Merge      command[act.MergePlayers]       `cmd:"" help:"cli.player-merge"`
	Unmerge    command[act.UnmergePlayers]     `cmd:"" help:"cli.player-unmerge"`
}

// playerShow prints a player.
type playerShow struct {
	bureauFlags
	Private bool   `help:"cli.flag-personal"`
	ID      string `arg:"" name:"id" help:"cli.arg-player"`
}

func (c *playerShow) Run(a *app, r bureau.Reader) error {
	card, err := register.CardOf(r, c.ID)
	if err != nil {
		return err
	}
	if card.ID != c.ID {
		a.say("register.redirect", explain.Data{"old": c.ID, "player": card.ID})
	}
	t := a.card(card.Fields(c.Private))
	if len(card.Merged) > 0 {
		t.AppendRow(table.Row{a.Text("register.field-merged", nil), strings.Join(card.Merged, ", ")})
	}
	line, err := view.CurrentLine(r, card.ID)
	if err != nil {
		return err
	}
	var today *ranking.Player
	if line.Standing.Rated() {
		board, err := ranking.NewBoard(r, "", 0)
		if err == nil {
			today, err = board.Player(r, line.Player.Number)
		}
		if err != nil {
			return err
		}
	}
	for _, kind := range rating.AllKinds {
		if now := line.Standing.Of(kind).Rating; now.Rated() {
			t.AppendRow(table.Row{a.Word(kind.String()), a.rated(now, line.Marks.Of(kind), today.Of(kind).NextK)})
		}
	}
	a.print(t)
	return nil
}

// rated formats a rating with its marks and the next K.
func (a *app) rated(now rating.Rating, m view.Mark, next rating.K) string {
	words := []string{now.String()}
	if m.K != 0 {
		words = append(words, a.Text("published.k", explain.Data{"k": orEmpty(m.K)}))
	}
	if next != 0 {
		words = append(words, a.Text("published.next-k", explain.Data{"k": orEmpty(next)}))
	}
	if m.Qualifies != nil && *m.Qualifies {
		words = append(words, a.Text("published.may-qualify", nil))
	}
	return a.joined(words...)
}

// card returns a table of a register entry.
func (a *app) card(fields []register.Field) table.Writer {
	t := a.columns()
	for _, f := range fields {
		t.AppendRow(table.Row{a.Text("register.field-"+f.Name, nil), f.Text})
	}
	return t
}

// csvExport exports the register whose command it is below as a CSV.
type csvExport struct{ bureauFlags }

// exports export the registers that have nothing private.
var exports = map[string]func(bureau.Reader, io.Writer) error{"club": register.ExportClubs, "member": register.ExportMembers}

func (c *csvExport) Run(a *app, r bureau.Reader, k *kong.Context) error {
	return exports[k.Selected().Parent.Name](r, a.out)
}

// csvImport imports a CSV into a register.
type csvImport[A any] struct {
	bureauFlags
	Act     A      `embed:""`
	MaxSize int64  `default:"16" help:"cli.flag-max-size" placeholder:"MIB"`
	File    string `arg:"" name:"file.csv" help:"cli.arg-csv" type:"existingfile"`
}

func (c *csvImport[A]) Run(a *app) error {
	limitMemory(c.File)
	data, err := file.Load(c.File, c.MaxSize<<20)
	if err != nil {
		return err
	}
	does := any(&c.Act).(interface {
		act.Act
		Take(file act.File)
	})
	does.Take(act.File{Name: filepath.Base(c.File), Data: data})
	return c.run(a, func(ctx context.Context, b *bureau.Bureau) error {
		b.MaxRows = rowsIn(c.MaxSize<<20, register.MaxRows)
		return a.act(ctx, b, does)
	})
}

// imported prints what an import has changed.
func (a *app) imported(made *register.Imported) {
	a.printFindings(made.Findings, finding.Info)
	if made.Refused() {
		a.say("register.not-imported", explain.Data{"file": made.File})
		a.atLeast(exitRefused)
		return
	}
	a.say("register.imported", explain.Data{"new": fmt.Sprint(made.New), "changed": fmt.Sprint(made.Changed), "same": fmt.Sprint(made.Same)})
	a.given(made.Given)
	a.warn(register.ProposeClubs(made.Proposed))
}

// given prints who got which ID.
func (a *app) given(players []*register.Player) {
	if len(players) == 0 {
		return
	}
	a.say("register.ids-given", explain.Data{"players": fmt.Sprint(len(players))})
	printRows(a, players, func(p *register.Player) table.Row { return table.Row{p.ID, p.Name, p.NameLocal} })
}

// playerExport exports the players as a CSV.
type playerExport struct {
	bureauFlags
	Private bool `help:"cli.flag-personal"`
}

func (c *playerExport) Run(a *app, r bureau.Reader) error {
	return register.ExportPlayers(r, a.out, c.Private)
}

// playerFide updates ratings from a FIDE list.
type playerFide struct {
	bureauFlags
	act.UpdateFIDE
	File string `arg:"" name:"list" help:"cli.arg-fide-list" type:"existingfile"`
}

func (c *playerFide) Run(a *app) error {
	f, err := openFide(c.File)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // read only
	setMemoryLimit(memoryForStream)
	return c.run(a, func(ctx context.Context, b *bureau.Bureau) error {
		var unlinked *register.Unlinked
		err := b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
			unlinked, err = register.UnlinkedPlayers(r)
			return err
		})
		if err != nil {
			return err
		}
		players, err := a.readFide(f, fidelist.Wanted{IDs: unlinked.Linked, Like: unlinked.Like})
		if err != nil {
			return err
		}
		links := unlinked.Links(players)
		c.List = players
		out, err := act.Do(ctx, b, &c.UpdateFIDE, act.With{})
		if err != nil {
			return err
		}
		made := out.Value.(*register.FideUpdate)
		a.printFindings(made.Findings, finding.Warning)
		a.say("register.fide-updated", explain.Data{
			"label": c.Label, "found": fmt.Sprint(made.Found), "changed": fmt.Sprint(made.Changed), "missing": fmt.Sprint(made.Missing),
		})
		if len(links) > 0 {
			a.say("register.fide-links", explain.Data{"links": fmt.Sprint(len(links)), "file": filepath.Base(c.File)})
		}
		return nil
	})
}

// openFide opens a FIDE list.
func openFide(path string) (*listFile, error) {
	f, err := openList(path)
	if err == nil && !f.fide() {
		err = errors.Join(finding.NewProblem("no-list-of-fide", finding.Text("file", filepath.Base(path))), f.Close())
	}
	return f, err
}

// playerLinks lists the players without a FIDE ID who may be in a FIDE list.
type playerLinks struct {
	bureauFlags
	Format string `enum:"text,csv" default:"text" help:"cli.flag-format"`
	List   string `arg:"" name:"list" help:"cli.arg-fide-list" type:"existingfile"`
}

func (c *playerLinks) Run(a *app) error {
	f, err := openFide(c.List)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }() // read only
	var unlinked *register.Unlinked
	err = c.view(a, func(_ *bureau.Bureau, r bureau.Reader, _ *bureau.Settings) (err error) {
		unlinked, err = register.UnlinkedPlayers(r)
		return err
	})
	if err != nil {
		return err
	}
	players, err := a.readFide(f, fidelist.Wanted{Like: unlinked.Like})
	if err != nil {
		return err
	}
	links := unlinked.Links(players)
	switch {
	case c.Format == "csv":
		return register.WriteFideLinks(links, a.out)
	case len(links) == 0:
		a.say("register.no-fide-links", nil)
		return nil
	}
	t := a.columns()
	for _, link := range links {
		others := ""
		if link.Others > 0 {
			others = a.Text("register.fide-link-others", explain.Data{"others": fmt.Sprint(link.Others)})
		}
		t.AppendRow(table.Row{link.ID, link.Name, link.FideID, link.Listed, link.Year, others})
	}
	a.print(t)
	a.say("register.fide-links-import", explain.Data{"file": filepath.Base(c.List)})
	return nil
}

// playerFields prints which personal fields are kept, what for, and which are
// public.
type playerFields struct{ bureauFlags }

func (c *playerFields) Run(a *app, s *bureau.Settings) error {
	t := a.columns()
	for _, f := range register.PersonalFields(s.Text()) {
		shown := "register.private"
		if f.Public {
			shown = "register.public"
		}
		purpose := a.Text("register.purpose-"+f.Name, nil)
		if f.Clause != "" {
			purpose += " " + a.Citation(f.Clause, "")
		}
		t.AppendRow(table.Row{f.Name, a.Text("register.field-"+f.Name, nil) + a.Text("register.colon", nil) + purpose, a.Text(shown, nil)})
	}
	_, err := fmt.Fprintln(a.out, render(t))
	return err
}

// playerDuplicates prints pairs of players who may be the same person.
type playerDuplicates struct {
	bureauFlags
	Limit int `default:"50" help:"cli.flag-limit" placeholder:"N"`
}

func (c *playerDuplicates) Run(a *app, r bureau.Reader) error {
	pairs, err := register.Duplicates(r)
	if err != nil {
		return err
	}
	for _, p := range pairs[:min(c.Limit, len(pairs))] {
		names := [2]string{}
		for i, id := range []string{p.A, p.B} {
			found, err := register.Find(r, id)
			if err != nil {
				return err
			}
			names[i] = finding.OneLine(found.Name)
		}
		fmt.Fprintf(a.out, "%3d  %s %s  %s %s\n     %s\n", p.Points, p.A, names[0], p.B, names[1], a.evidence(p.Weighed))
	}
	a.say("register.duplicates", explain.Data{"pairs": fmt.Sprint(len(pairs))})
	return nil
}

// evidence formats the evidence for and against two being one person.
func (a *app) evidence(w identity.Weighed) string {
	words := make([]string, len(w.Evidence))
	for i, e := range w.Evidence {
		if words[i] = a.Text("register.evidence-"+e.What, nil); e.Points != 0 {
			words[i] += fmt.Sprintf(" %+d", e.Points)
		}
	}
	return a.joined(words...)
}
