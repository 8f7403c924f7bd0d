package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// listFlags select a list.
type listFlags struct {
	bureauFlags
	Revision int    `help:"cli.flag-revision" placeholder:"N"`
	Now      bool   `help:"cli.flag-now"`
	Label    string `arg:"" optional:"" help:"cli.arg-list"`
}

// listCommand prints a list.
type listCommand struct {
	listFlags
	pageFlags
	surveyFlags
	Format     string `enum:"text,csv,json,xlsx,fide,swiss-manager,jcf" default:"text" help:"cli.flag-list-format"`
	Index      bool   `xor:"shown" help:"cli.flag-index"`
	Unofficial bool   `xor:"shown" help:"cli.flag-unofficial"`
}

func (c *listCommand) Run(a *app) error {
	return c.view(a, func(b *bureau.Bureau, r bureau.Reader, s *bureau.Settings) error {
		switch {
		case c.Index && c.Format == "csv":
			return noCSV("--index")
		case c.Index && c.ofPages():
			return noCSV("--index")
		case c.Index:
			return a.index(c.Format, r, s)
		}
		if c.Unofficial && (c.Now || c.Revision != 0 || c.Label != "" || c.pageFlags != (pageFlags{}) || c.surveyFlags != (surveyFlags{})) {
			return finding.NewProblem("unofficial-alone")
		}
		if c.surveyFlags != (surveyFlags{}) {
			return c.survey(a, r)
		}
		if c.pageFlags != (pageFlags{}) || c.ofPages() {
			p, err := c.page(r)
			if err != nil {
				return err
			}
			return a.printPage(p, c.Format)
		}
		find := c.find
		if c.Unofficial {
			find = func(b *bureau.Bureau, r bureau.Reader) (*view.List, error) {
				return view.UnofficialList(context.Background(), b, r)
			}
		}
		l, err := find(b, r)
		if err != nil {
			return err
		}
		switch c.Format {
		case "csv":
			return a.listCSV(l)
		case "json":
			return document.Write(a.out, document.NewList(l))
		}
		a.list(l)
		return nil
	})
}

// forPairing reports whether the list is for a pairing program: with one rating of each
// player.
func (c *listCommand) forPairing() bool { return c.Format == "fide" || c.Format == "swiss-manager" }

// ofPages reports whether the format is one of published lists alone.
func (c *listCommand) ofPages() bool {
	return c.forPairing() || c.Format == "xlsx" || c.Format == "jcf"
}

func (c *listCommand) find(b *bureau.Bureau, r bureau.Reader) (*view.List, error) {
	if c.Now {
		return view.CurrentList(r, c.Label)
	}
	return view.PublishedList(b, r, c.Label, c.Revision)
}

// index prints which lists there are.
func (a *app) index(format string, r bureau.Reader, s *bureau.Settings) error {
	all, err := lists.AllPublications(r)
	if err != nil {
		return err
	}
	if format == "json" {
		return document.Write(a.out, document.NewLists(all))
	}
	t := a.columns()
	for _, p := range all {
		t.AppendRow(table.Row{p.Label, p.Revision, clock(s, p.At), a.causeOf(p.Cause), p.Digest[:16]})
	}
	a.print(t)
	return nil
}

// causeOf describes what led to a revision of a list.
func (a *app) causeOf(cause string) string {
	switch cause {
	case "period":
		return a.Text("published.period", nil)
	case "list zero":
		return a.Text("published.list-zero", nil)
	}
	return a.Text("published.correction", explain.Data{"correction": cause})
}

// listHead prints the heading of a list, with its digest if it is published.
func (a *app) listHead(l *view.List) {
	a.listTitle(l)
	if l.Publication != nil {
		a.say("published.digest", explain.Data{"digest": l.Publication.Digest})
	}
}

// listTitle prints which list it is.
func (a *app) listTitle(l *view.List) {
	data := explain.Data{"label": l.Run.Label, "date": a.dayOf(l.Run.List), "edition": l.Run.Edition}
	if l.Unofficial {
		a.say("published.unofficial", data)
		return
	}
	if l.Publication == nil {
		a.say("published.now", data)
		return
	}
	data["revision"], data["cause"] = strconv.Itoa(l.Publication.Revision), a.causeOf(l.Publication.Cause)
	a.say("published.title", data)
}

// dayOf formats a day, as a dash if it is unknown.
func (a *app) dayOf(d civil.Date) string {
	if d == 0 {
		return "-"
	}
	return a.Date(d)
}

// list prints a list as text.
func (a *app) list(l *view.List) {
	a.listHead(l)
	t := a.columns()
	head := table.Row{a.Text("column.player-id", nil), a.Text("column.name", nil)}
	for _, name := range a.kindNames(l.About.Lists) {
		head = append(head, name, a.Text("column.change", nil), a.Text("column.games", nil))
		head = append(head, a.markHead(&l.About)...)
	}
	t.AppendHeader(head)
	for _, line := range l.Lines {
		row := table.Row{line.Player.ID, a.playerName(line.Player)}
		for _, kind := range l.About.Lists {
			now, before := line.Standing.Of(kind), line.Before.Of(kind)
			if !now.Rating.Rated() {
				row = append(row, "", "", "")
				row = append(row, a.mark(&l.About, view.Mark{})...)
				continue
			}
			change := ""
			if before.Rating.Rated() && before.Rating != now.Rating {
				change = fmt.Sprintf("%+d", int(now.Rating)-int(before.Rating))
			}
			row = append(row, now.Rating, change, now.Games)
			row = append(row, a.mark(&l.About, line.Marks.Of(kind))...)
		}
		t.AppendRow(row)
	}
	a.print(t)
}

// markHead returns the titles of the columns for an edition's marks.
func (a *app) markHead(about *regulation.About) table.Row {
	var head table.Row
	if about.Expectancy {
		head = append(head, a.Text("column.k", nil))
	}
	if about.Qualifying.Decides() {
		head = append(head, a.Text("column.qualifies", nil))
	}
	return head
}

// mark formats a mark for the columns of markHead.
func (a *app) mark(about *regulation.About, m view.Mark) table.Row {
	var row table.Row
	if about.Expectancy {
		row = append(row, orEmpty(m.K))
	}
	if about.Qualifying.Decides() {
		qualifies := ""
		if m.Qualifies != nil && *m.Qualifies {
			qualifies = a.Text("published.qualifies", nil)
		}
		row = append(row, qualifies)
	}
	return row
}

// orEmpty formats a number, zero as an empty text.
func orEmpty[T ~uint8 | ~int16](n T) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(int(n))
}

// listCSV prints a list as CSV.
func (a *app) listCSV(l *view.List) error {
	w := sheet.NewWriter(a.out)
	head := []string{"id", "name"}
	for _, kind := range l.About.Lists {
		head = append(head, kind.String(), kind.String()+"_games")
		if l.About.Expectancy {
			head = append(head, kind.String()+"_k")
		}
		if l.About.Qualifying.Decides() {
			head = append(head, kind.String()+"_qualifies")
		}
	}
	head = append(head, "name_local", "club") // later columns follow, for the programs that know the first ones
	for _, kind := range l.About.Lists {
		head = append(head, kind.String()+"_change")
	}
	if err := w.Write(head); err != nil {
		return err
	}
	for i := range l.Lines {
		line := &l.Lines[i]
		row := []string{line.Player.ID, line.Player.Name}
		for _, kind := range l.About.Lists {
			row = append(row, cells(&l.About, line, kind)...)
		}
		row = append(row, line.Player.NameLocal, line.Player.Club)
		for _, kind := range l.About.Lists {
			change := ""
			if n, ok := line.Change(kind); ok {
				change = strconv.Itoa(n)
			}
			row = append(row, change)
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// cells returns the cells of a line for one kind of rating.
func cells(about *regulation.About, line *view.Line, kind rating.Kind) []string {
	s, m := line.Standing.Of(kind), line.Marks.Of(kind)
	row := []string{"", ""}
	if s.Rating.Rated() {
		row = []string{s.Rating.String(), strconv.Itoa(int(s.Games))}
	} else {
		m = view.Mark{}
	}
	if about.Expectancy {
		row = append(row, orEmpty(m.K))
	}
	if about.Qualifying.Decides() {
		qualifies := ""
		if m.Qualifies != nil {
			qualifies = strconv.FormatBool(*m.Qualifies)
		}
		row = append(row, qualifies)
	}
	return row
}
