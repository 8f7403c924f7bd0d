package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
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
	Add        playerAdd        `cmd:"" help:"cli.player-add"`
	Set        playerSet        `cmd:"" help:"cli.player-set"`
	Remove     playerRemove     `cmd:"" help:"cli.player-remove"`
	Show       playerShow       `cmd:"" help:"cli.player-show"`
	Import     csvImport        `cmd:"" help:"cli.player-import"`
	Export     playerExport     `cmd:"" help:"cli.player-export"`
	Fide       playerFide       `cmd:"" help:"cli.player-fide"`
	Links      playerLinks      `cmd:"" help:"cli.player-links"`
	First      playerFirst      `cmd:"" help:"cli.player-first"`
	Stated     playerStated     `cmd:"" help:"cli.player-stated"`
	Fields     playerFields     `cmd:"" help:"cli.player-fields"`
	Duplicates playerDuplicates `cmd:"" help:"cli.player-duplicates"`
	Distinct   playerDistinct   `cmd:"" help:"cli.player-distinct"`
	Merge      playerMerge      `cmd:"" help:"cli.player-merge"`
	Unmerge    playerUnmerge    `cmd:"" help:"cli.player-unmerge"`
}

// reasonFlag is the flag for the reason of an action.
type reasonFlag struct {
	Reason string `help:"cli.flag-reason" placeholder:"TEXT"`
}

// playerAdd registers a player.
type playerAdd struct {
	bureauFlags
	reasonFlag
	Fields []string `arg:"" name:"field=value" sep:"none" help:"cli.arg-fields"`
}

func (c *playerAdd) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	card, alike, err := register.Enter(ctx, b, c.Fields, c.Reason)
	if err != nil {
		return err
	}
	a.say("register.registered", explain.Data{"player": card.ID, "name": card.Name})
	for _, p := range alike {
		a.printFindings([]finding.Finding{p.Finding()}, finding.Warning)
		fmt.Fprintf(a.err, "    %s\n    %s\n", a.evidence(p.Weighed), a.Cure(p.Finding()))
	}
	return nil
}

// playerSet changes a player.
type playerSet struct {
	bureauFlags
	reasonFlag
	ID     string   `arg:"" name:"id" help:"cli.arg-player"`
	Fields []string `arg:"" name:"field=value" sep:"none" help:"cli.arg-fields"`
}

func (c *playerSet) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	card, err := register.Set(ctx, b, c.ID, c.Fields, c.Reason)
	if err == nil {
		a.say("register.amended", explain.Data{"player": card.ID, "name": card.Name})
	}
	return err
}

// playerRemove takes back that a player was registered.
type playerRemove struct {
	bureauFlags
	reasonFlag
	ID string `arg:"" name:"id" help:"cli.arg-player"`
}

func (c *playerRemove) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	return a.done(privacy.Remove(ctx, b, c.ID, c.Reason), "register.removed", explain.Data{"player": c.ID})
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

// csvImport imports a CSV into the register whose command it is below.
type csvImport struct {
	bureauFlags
	reasonFlag
	MaxSize int64  `default:"16" help:"cli.flag-max-size" placeholder:"MIB"`
	File    string `arg:"" name:"file.csv" help:"cli.arg-csv" type:"existingfile"`
}

// imports import the CSVs of the registers.
var imports = map[string]func(ctx context.Context, b *bureau.Bureau, in io.Reader, file, reason string) (*register.Imported, error){
	"player": register.ImportPlayers, "club": register.ImportClubs, "member": register.ImportMembers,
}

// Run imports the file and prints the result.
func (c *csvImport) Run(a *app, k *kong.Context) error {
	limitMemory(c.File)
	data, err := file.Load(c.File, c.MaxSize<<20)
	if err != nil {
		return err
	}
	in, encoded := file.Table(data, filepath.Base(c.File))
	a.printFindings(encoded, finding.Info)
	if slices.ContainsFunc(encoded, finding.Finding.RefusesAll) {
		return c.notImported(a)
	}
	return c.run(a, func(ctx context.Context, b *bureau.Bureau) error {
		b.MaxRows = rowsIn(c.MaxSize<<20, register.MaxRows)
		made, err := imports[k.Selected().Parent.Name](ctx, b, in, filepath.Base(c.File), c.Reason)
		if err != nil {
			return err
		}
		a.printFindings(made.Findings, finding.Info)
		if made.Refused() {
			return c.notImported(a)
		}
		a.say("register.imported", explain.Data{"new": fmt.Sprint(made.New), "changed": fmt.Sprint(made.Changed), "same": fmt.Sprint(made.Same)})
		a.given(made.Given)
		a.warn(register.ProposeClubs(made.Proposed))
		return nil
	})
}

func (c *csvImport) notImported(a *app) error {
	a.say("register.not-imported", explain.Data{"file": filepath.Base(c.File)})
	a.atLeast(exitRefused)
	return nil
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
	Label string `required:"" help:"cli.flag-fide-label" placeholder:"YYYY-MM"`
	List  string `arg:"" name:"list" help:"cli.arg-fide-list" type:"existingfile"`
}

func (c *playerFide) Run(a *app) error {
	f, err := openFide(c.List)
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
		made, err := register.UpdateFide(ctx, b, players, c.Label)
		if err != nil {
			return err
		}
		a.printFindings(made.Findings, finding.Warning)
		a.say("register.fide-updated", explain.Data{
			"label": c.Label, "found": fmt.Sprint(made.Found), "changed": fmt.Sprint(made.Changed), "missing": fmt.Sprint(made.Missing),
		})
		if len(links) > 0 {
			a.say("register.fide-links", explain.Data{"links": fmt.Sprint(len(links)), "file": filepath.Base(c.List)})
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

// playerDistinct records that two players are different people.
type playerDistinct struct {
	bureauFlags
	reasonFlag
	undoFlag
	One   string `arg:"" name:"id" help:"cli.arg-player"`
	Other string `arg:"" name:"other" help:"cli.arg-other"`
}

func (c *playerDistinct) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	distinguish, said := register.Distinguish, "register.distinct"
	if c.Undo {
		distinguish, said = register.Undistinguish, "register.distinct-undone"
	}
	return a.done(distinguish(ctx, b, c.One, c.Other, c.Reason), said, explain.Data{"player": c.One, "other": c.Other})
}

// playerMerge merges an ID into another.
type playerMerge struct {
	bureauFlags
	reasonFlag
	Old  string `arg:"" name:"old" help:"cli.arg-old"`
	Into string `arg:"" name:"into" help:"cli.arg-into"`
}

func (c *playerMerge) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	m, err := desk.MergePlayers(ctx, b, c.Old, c.Into, c.Reason)
	if err == nil {
		a.say("register.merged", explain.Data{"old": m.Old, "player": m.Into, "entries": fmt.Sprint(len(m.Moved))})
	}
	return err
}

// playerFirst sets or takes back a first rating.
type playerFirst struct {
	bureauFlags
	reasonFlag
	Undo   bool          `xor:"to" required:"" help:"cli.flag-first-undo"`
	To     rating.Rating `name:"rating" xor:"to" required:"" help:"cli.flag-first-rating" placeholder:"RATING"`
	Player string        `arg:"" name:"id" help:"cli.arg-player"`
}

func (c *playerFirst) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	p, err := desk.GiveFirst(ctx, b, c.Player, c.To, c.Reason)
	if err != nil {
		return err
	}
	a.say(map[bool]string{true: "register.first-undone", false: "register.first-given"}[c.Undo], explain.Data{"player": p.ID, "name": p.Name, "rating": c.To.String()})
	return nil
}

// playerUnmerge undoes a merge.
type playerUnmerge struct {
	bureauFlags
	reasonFlag
	Old string `arg:"" name:"old" help:"cli.arg-old"`
}

func (c *playerUnmerge) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	rated, err := desk.UnmergePlayers(ctx, b, c.Old, c.Reason)
	if err != nil {
		return err
	}
	a.say("register.unmerged", explain.Data{"old": c.Old})
	for _, ref := range rated {
		a.printFindings([]finding.Finding{finding.New("rated-as-merged", finding.Warning, finding.At{}, finding.Text("ref", ref), finding.Text("id", c.Old))}, finding.Warning)
	}
	return nil
}
