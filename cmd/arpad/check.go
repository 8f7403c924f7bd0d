package main

import (
	"fmt"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/season"
)

// checkCommand tells what a regulation finds in reports.
type checkCommand struct {
	rules
	source
	words
	Type   string `enum:",standard,rapid,blitz" default:"" help:"cli.flag-type" placeholder:"TYPE"`
	Format string `enum:"text,json" default:"text" help:"cli.flag-format" placeholder:"text|json"`
}

// Run runs the command.
func (c *checkCommand) Run(a *app) error {
	kind, _ := rating.ParseKind(c.Type)
	in, err := a.read(&c.rules, &c.source, &c.words, kind)
	if err != nil {
		return err
	}
	findings, err := a.season(in, func(*season.Period) error { return nil })
	if err != nil {
		return err
	}
	a.status = exitFine
	switch worst, _ := finding.Worst(findings); {
	case len(in.Reports) == 0:
		a.atLeast(exitFailed)
	case worst == finding.Error:
		a.atLeast(exitRefused)
	}
	if c.Format == "json" {
		return document.NewFindings(a.Printer, findings).Write(a.out)
	}
	for _, f := range findings {
		fmt.Fprintln(a.out, a.line(f))
		fmt.Fprintf(a.out, "    %s\n", a.Cure(f))
	}
	count := map[finding.Severity]int{}
	for _, f := range findings {
		count[f.Severity]++
	}
	a.say("check.summary", explain.Data{
		"reports": fmt.Sprint(len(in.Reports)), "errors": fmt.Sprint(count[finding.Error]),
		"warnings": fmt.Sprint(count[finding.Warning]), "infos": fmt.Sprint(count[finding.Info]),
	})
	return nil
}

// line writes a finding in one line: where, how grave, what, and the clause.
func (a *app) line(f finding.Finding) string {
	where := f.Report
	if f.Line > 0 {
		where += fmt.Sprintf(":%d", f.Line)
		if f.Column > 0 {
			where += fmt.Sprintf(":%d", f.Column)
		}
	}
	if f.Section != "" {
		where += " (" + f.Section + ")"
	}
	text := a.Word(f.Severity.String()) + ": " + a.Message(f)
	if where != "" {
		text = where + ": " + text
	}
	if citation := a.Citation(f.Clause, f.Reading); citation != "" {
		text += " " + citation
	}
	return text
}

// printFindings prints the findings of a severity and above on the error
// stream, each with its cure if it is an error.
func (a *app) printFindings(findings []finding.Finding, least finding.Severity) {
	for _, f := range findings {
		if f.Severity < least {
			continue
		}
		fmt.Fprintln(a.err, a.line(f))
		if f.Severity == finding.Error {
			fmt.Fprintf(a.err, "    %s\n", a.Cure(f))
		}
	}
}
