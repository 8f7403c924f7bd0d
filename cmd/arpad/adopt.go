package main

import (
	"path/filepath"
	"regexp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/adoption"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// adoptCommand compares the lists of an old bureau with what its reports lead to.
type adoptCommand struct {
	rules
	words
	reading
	Type    string   `enum:",${types}" default:"" help:"cli.flag-type" placeholder:"TYPE"`
	Lists   []string `required:"" sep:"none" type:"path" help:"cli.adopt-lists" placeholder:"PATH"`
	Players string   `type:"existingfile" help:"cli.adopt-players" placeholder:"REGISTER.csv"`
	IDs     string   `name:"ids" enum:"${identities}" default:"auto" help:"cli.flag-ids"`
	MaxSize int64    `default:"16" help:"cli.flag-max-size" placeholder:"MIB"`
	All     bool     `help:"cli.adopt-all"`
	Format  string   `enum:"text,json" default:"text" help:"cli.flag-format"`
	Reports []string `arg:"" name:"report" help:"cli.arg-reports" type:"path"`
}

func (c *adoptCommand) Run(a *app) error {
	regulation, err := c.find()
	if err != nil {
		return err
	}
	kind, _ := rating.ParseKind(c.Type)
	in := &input{Input: season.Input{Regulation: regulation, IDs: season.Identity(c.IDs)}}
	if err := in.readReports(&source{reading: c.reading, MaxSize: c.MaxSize, Reports: c.Reports}, &c.words, kind); err != nil {
		return err
	}
	book, err := c.book(a, in)
	if err != nil {
		return err
	}
	in.Progress = a.progress()
	compared := adoption.Input{Input: in.Input, Book: book}
	found, err := adoption.Compare(compared)
	if err != nil {
		return err
	}
	findings := slices.Concat(in.findings, found.Findings)
	slices.SortFunc(findings, finding.Compare)
	if slices.ContainsFunc(findings, func(f finding.Finding) bool { return f.Refuses }) {
		a.atLeast(exitRefused)
	}
	said := document.NewAdoption(a.Printer, &compared, found, findings)
	if c.Format == "json" {
		return document.Write(a.out, said)
	}
	a.adoption(&said, len(in.Reports), c.All)
	a.printFindings(findings, finding.Error)
	return nil
}

// book reads the lists of the old bureau.
func (c *adoptCommand) book(a *app, in *input) (*adoption.Book, error) {
	paths, err := expand(c.Lists)
	if err != nil {
		return nil, err
	}
	limitMemory(append(paths, c.Players)...)
	book := &adoption.Book{}
	if c.Players != "" {
		known, _, err := c.list(a, in, c.Players)
		if err != nil {
			return nil, err
		}
		book.Register(known)
	}
	files := map[civil.Date]string{}
	for _, path := range paths {
		players, list, err := c.list(a, in, path)
		if err != nil {
			return nil, err
		}
		file := filepath.Base(path)
		day := list.From
		if day == 0 {
			day = dayOfFile(file)
		}
		switch other := files[day]; {
		case day == 0:
			return nil, finding.NewProblem("list-without-day", finding.Text("file", file))
		case other != "":
			return nil, finding.NewProblem("list-day-repeated", finding.Text("file", file), finding.Text("other", other), finding.Text("day", day.String()))
		}
		files[day] = file
		book.Add(file, day, players, list)
	}
	if len(files) < 2 {
		return nil, finding.NewProblem("lists-too-few")
	}
	return book, nil
}

// list reads a list. A list of FIDE is one of the old bureau only if that is FIDE.
func (c *adoptCommand) list(a *app, in *input, path string) (*roster.Roster, *roster.List, error) {
	f, err := openList(path)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = f.Close() }() // read only
	if f.fide() {
		if in.Regulation.Latest().About().Authority != "fide" {
			return nil, nil, finding.NewProblem("list-not-national", finding.Text("file", path))
		}
		if in.IDs == season.AutoID {
			in.IDs = season.FideID
		}
	}
	players, list, findings, err := a.readList(f, c.MaxSize<<20, roster.MaxPlayers, season.Sought(&in.Input))
	in.findings = append(in.findings, findings...)
	return players, list, err
}

// dated matches a day or a month in the name of a file: 2024-03, 20240301.
var dated = regexp.MustCompile(`(?:^|[^0-9])((?:19|20)[0-9]{2})[-_.]?(0[1-9]|1[0-2])(?:[-_.]?([0-3][0-9]))?(?:[^0-9]|$)`)

// dayOfFile returns the first day of a list by the name of its file, zero if it has none.
func dayOfFile(name string) civil.Date {
	m := dated.FindStringSubmatch(name)
	if m == nil {
		return 0
	}
	if m[3] == "" {
		m[3] = "01"
	}
	day, err := civil.Parse(m[1] + "-" + m[2] + "-" + m[3])
	if err != nil {
		return 0
	}
	return day
}
