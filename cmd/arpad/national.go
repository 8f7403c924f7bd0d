package main

import (
	"cmp"
	"regexp"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// nationalCode matches a federation's code; codes that begin with XX or BB
// belong to programs.
var nationalCode = regexp.MustCompile(`^([AC-WYZ][A-Z]|X[A-WYZ]|B[AC-Z])[A-Z]$`)

// readListed reads the opening list. The federation defaults to that of the
// report.
func (a *app) readListed(c *convertCommand, r *report.Report) (*season.NationalList, error) {
	federation := cmp.Or(c.Federation, r.Federation)
	if !nationalCode.MatchString(federation) {
		return nil, finding.NewProblem("federation-code", finding.Text("text", federation))
	}
	f, err := openList(c.Players)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read only
	if f.fide() {
		return nil, finding.NewProblem("list-not-national", finding.Text("file", c.Players))
	}
	players, list, findings, err := a.readList(f, c.MaxSize<<20, roster.MaxPlayers, nil)
	if err != nil {
		return nil, err
	}
	a.printFindings(findings, finding.Warning)
	return &season.NationalList{Roster: players, List: list, IDs: season.Identity(c.IDs), Federation: federation}, nil
}
