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
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
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

func (c *listCommand) Run(a *app, b *bureau.Bureau, r bureau.Reader, s *bureau.Settings) error {
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
	l, err := c.find(b, r)
	if err != nil {
		return err
	}
	return a.printList(l, c.Format, c.pageFlags != (pageFlags{}))
}

// forPairing reports whether the list is for a pairing program: with one rating of each
// player.
func (c *listCommand) forPairing() bool { return c.Format == "fide" || c.Format == "swiss-manager" }

// ofPages reports whether the format is one of published lists alone.
func (c *listCommand) ofPages() bool {
	return c.forPairing() || c.Format == "xlsx" || c.Format == "jcf"
}

// find returns the list that the flags select.
func (c *listCommand) find(b *bureau.Bureau, r bureau.Reader) (*ranking.List, error) {
	switch {
	case c.Unofficial:
		return ranking.Unofficial(context.Background(), b, r)
	case c.Now && c.pageFlags == (pageFlags{}) && !c.ofPages():
		return ranking.Current(r, c.Label)
	}
	board, selection, err := c.board(r)
	if err != nil {
		return nil, err
	}
	return board.Whole(r, *selection)
}

// printList prints a list in a format, given whether it is a part that was asked for.
func (a *app) printList(l *ranking.List, format string, part bool) error {
	for _, f := range document.ListFormats {
		if f.Name == format {
			return f.Write(a.out, l)
		}
	}
	return a.list(l, part)
}

// index prints which lists there are.
func (a *app) index(format string, r bureau.Reader, s *bureau.Settings) error {
	if format == "json" {
		d, err := document.ReadLists(r)
		if err != nil {
			return err
		}
		return document.Write(a.out, d)
	}
	all, err := lists.AllPublications(r)
	if err != nil {
		return err
	}
	printRows(a, all, func(p *lists.Publication) table.Row {
		return table.Row{p.Label, p.Revision, clock(s, p.At), a.causeOf(p.Cause), p.Digest[:shownDigest]}
	})
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
func (a *app) listHead(p *rows.Publication, unofficial bool) {
	a.listTitle(p, unofficial)
	if p.Revision != 0 {
		a.say("published.digest", explain.Data{"digest": p.Digest[:shownDigest]})
	}
}

// shownDigest is how much of a digest a terminal shows; documents have all of it.
const shownDigest = 16

// listTitle prints which list it is.
func (a *app) listTitle(p *rows.Publication, unofficial bool) {
	data := explain.Data{"label": p.Label, "date": a.dayOf(p.InForce), "edition": p.Edition}
	switch {
	case unofficial:
		a.say("published.unofficial", data)
	case p.Revision == 0:
		a.say("published.now", data)
	default:
		key := "published.title"
		if p.InForce == 0 {
			key = "published.title-without-day"
		}
		data["revision"], data["cause"] = strconv.Itoa(p.Revision), a.causeOf(p.Cause)
		a.say(key, data)
	}
}

// listOf returns which list a run made, given its publication; nil: it is not published.
func listOf(run *lists.Run, p *lists.Publication) *rows.Publication {
	of := &rows.Publication{Label: run.Label, InForce: run.List, Edition: run.Edition}
	if p != nil {
		of.Revision, of.Cause, of.Digest = p.Revision, p.Cause, p.Digest
	}
	return of
}

// dayOf formats a day, as a dash if it is unknown.
func (a *app) dayOf(d civil.Date) string {
	if d == 0 {
		return "-"
	}
	return a.Date(d)
}

// list prints a list as text: a part with places and clubs.
func (a *app) list(l *ranking.List, part bool) error {
	t, shown := a.columns(), 0
	head := table.Row{a.Text("column.player-id", nil), a.Text("column.name", nil)}
	if part {
		head = append(append(table.Row{a.Text("column.place", nil)}, head...), a.Text("register.field-club", nil))
	}
	for _, name := range a.kindNames(l.About.Lists) {
		head = append(head, name, a.Text("column.change", nil), a.Text("column.games", nil))
		head = append(head, a.markHead(&l.About)...)
	}
	t.AppendHeader(head)
	for line, err := range l.All() {
		if err != nil {
			return err
		}
		row := table.Row{line.ID, a.nameOf(line)}
		if part {
			row = append(append(table.Row{orEmpty(line.Place)}, row...), line.Club)
		}
		for _, kind := range l.About.Lists {
			f := line.Of(kind)
			if !f.Rating.Rated() {
				row = append(row, "", "", "")
				row = append(row, a.mark(&l.About, view.Mark{})...)
				continue
			}
			change := ""
			if by, _ := line.Change(kind); by != 0 {
				change = fmt.Sprintf("%+d", by)
			}
			row = append(row, f.Rating, change, f.Games)
			row = append(row, a.mark(&l.About, view.Mark{K: f.K, Qualifies: f.Qualifies})...)
		}
		t.AppendRow(row)
		shown++
	}
	if p := l.Publication; part {
		a.say("published.page", explain.Data{"label": p.Label, "revision": strconv.Itoa(p.Revision), "shown": strconv.Itoa(shown), "total": strconv.Itoa(l.Total)})
	} else {
		a.listHead(p, l.Unofficial)
	}
	a.print(t)
	if l.About.Expectancy {
		a.say("published.about-k", nil)
	}
	if l.About.Qualifying.Decides() {
		a.say("published.about-q", nil)
	}
	return nil
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
func orEmpty[T ~uint8 | ~int16 | ~int](n T) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(int(n))
}
