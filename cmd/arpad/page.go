package main

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
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

// nameOf returns the name of a line, with that in kanji.
func (a *app) nameOf(line *rows.Line) string {
	if line.Withheld {
		return a.Text("care.nameless", nil)
	}
	return a.playerName(&register.Player{Name: line.Name, NameLocal: line.NameLocal, Erased: line.Name == ""})
}
