package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/rating"
)

// pageFlags select, sort and page the lines of a published list.
type pageFlags struct {
	Sort    string        `enum:",${sorts}" default:"" help:"cli.flag-sort"`
	Reverse bool          `help:"cli.flag-reverse"`
	Type    string        `enum:",${types}" default:"" help:"cli.flag-page-type"`
	Club    string        `help:"cli.flag-page-club" placeholder:"CLUB"`
	Region  string        `help:"cli.flag-page-region" placeholder:"REGION"`
	Sex     string        `help:"cli.flag-page-sex" placeholder:"w|m"`
	Title   string        `help:"cli.flag-page-title" placeholder:"TITLE"`
	Min     rating.Rating `help:"cli.flag-page-min" placeholder:"RATING"`
	Max     rating.Rating `help:"cli.flag-page-max" placeholder:"RATING"`
	Active  bool          `help:"cli.flag-page-active"`
	Age     string        `name:"age-group" help:"cli.flag-page-age-group" placeholder:"U12"`
	Private bool          `help:"cli.flag-personal"`
	Offset  int           `help:"cli.flag-page-offset" placeholder:"N"`
	Limit   int           `help:"cli.flag-page-limit" placeholder:"N"`
}

// page reads the page that the flags select.
func (c *listCommand) page(r bureau.Reader) (*ranking.Page, error) {
	board, selection, err := c.board(r)
	if err != nil {
		return nil, err
	}
	return board.Page(r, *selection)
}

// board reads the list, and returns the selection of the flags.
func (c *listCommand) board(r bureau.Reader) (*ranking.Board, *ranking.Selection, error) {
	if c.Now {
		return nil, nil, finding.NewProblem("page-of-now")
	}
	kind, err := rating.ParseKind(c.Type)
	if err != nil {
		return nil, nil, err
	}
	under, err := ageGroup(c.Age)
	if err != nil {
		return nil, nil, err
	}
	board, err := ranking.NewBoard(r, c.Label, c.Revision)
	if err == nil && c.forPairing() && kind == 0 {
		kind = board.About.Lists[0]
	}
	return board, &ranking.Selection{
		Kind: kind, Sort: ranking.Sort(cmp.Or(c.Sort, "id")), Backward: c.Reverse, Club: c.Club, Region: c.Region, Sex: c.Sex, Title: c.Title,
		Min: c.Min, Max: c.Max, Active: c.Active, Under: under, Officer: c.Private, Offset: c.Offset, Limit: c.Limit,
	}, err
}

// ageGroup parses an age group: U12; empty means all ages.
func ageGroup(text string) (int, error) {
	if text == "" {
		return 0, nil
	}
	digits, ok := strings.CutPrefix(strings.ToUpper(text), "U")
	under, err := strconv.Atoi(digits)
	if !ok || err != nil || under < 4 || under > 20 {
		return 0, finding.NewProblem("age-group-form", finding.Text("text", text))
	}
	return under, nil
}

// printPage prints a page in a format.
func (a *app) printPage(p *ranking.Page, format string) error {
	switch format {
	case "csv":
		return document.WritePageCSV(a.out, p)
	case "json":
		return document.WritePage(a.out, p)
	case "fide":
		return document.WritePageFIDE(a.out, p)
	case "swiss-manager":
		return document.WritePageSwissManager(a.out, p)
	case "xlsx":
		return document.WritePageXLSX(a.out, p)
	case "jcf":
		return document.WritePageJCF(a.out, p)
	}
	a.pageText(p)
	return nil
}

// pageText prints a page as text.
func (a *app) pageText(p *ranking.Page) {
	published := p.Board.Publication
	a.say("published.page", explain.Data{
		"label": published.Label, "revision": strconv.Itoa(published.Revision), "shown": strconv.Itoa(len(p.Lines)), "total": strconv.Itoa(p.Total),
	})
	t := a.columns()
	head := table.Row{a.Text("column.place", nil), a.Text("column.player-id", nil), a.Text("column.name", nil), a.Text("register.field-club", nil)}
	for _, name := range a.kindNames(p.Board.About.Lists) {
		head = append(head, name, a.Text("column.change", nil), a.Text("column.games", nil))
	}
	t.AppendHeader(head)
	for i := range p.Lines {
		line := &p.Lines[i]
		place := ""
		if line.Place > 0 {
			place = strconv.Itoa(line.Place)
		}
		row := table.Row{place, line.ID, a.nameOf(line), line.Club}
		for _, kind := range p.Board.About.Lists {
			state := line.Of(kind)
			if !state.Rating.Rated() {
				row = append(row, "", "", "")
				continue
			}
			change := ""
			if by, _ := line.Change(kind); by != 0 {
				change = fmt.Sprintf("%+d", by)
			}
			row = append(row, state.Rating, change, state.Games)
		}
		t.AppendRow(row)
	}
	a.print(t)
}

// nameOf returns the name of a line, with that in kanji.
func (a *app) nameOf(line *ranking.PageLine) string {
	if line.Withheld {
		return a.Text("care.nameless", nil)
	}
	return strings.TrimSpace(line.Name + " " + line.NameLocal)
}
