package main

import (
	"io"
	"slices"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// rateCommand rates reports and prints the lists.
type rateCommand struct {
	rules
	source
	words
	Type    string `enum:",${types}" default:"" help:"cli.flag-type" placeholder:"TYPE"`
	Format  string `enum:"text,json,csv" default:"text" help:"cli.flag-format"`
	Lists   string `enum:"all,last" default:"all" help:"cli.flag-lists"`
	Compare string `type:"existingfile" help:"cli.flag-compare" placeholder:"LIST.csv"`
}

func (c *rateCommand) Run(a *app) error {
	kind, _ := rating.ParseKind(c.Type)
	in, err := a.read(&c.rules, &c.source, &c.words, kind)
	if err != nil {
		return err
	}
	other, err := c.readOther(a, in)
	if err != nil {
		return err
	}
	switch { // only JSON has the tables of the events
	case c.Format != "json":
		in.Trace = season.TraceNone
	case c.Lists == "last":
		in.Trace, in.OnlyRows = season.TraceLast, true
	default:
		in.Trace, in.OnlyRows = season.TraceAll, true
	}
	out := c.printer(a, in)
	var last *season.Period
	findings, err := a.season(in, func(p *season.Period) error {
		last = p
		if c.Lists == "all" && c.Format != "csv" || p.Last {
			return out.Period(p)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if other != nil && last != nil {
		differences, err := season.Compare(in.Input, last, other.players, other.list)
		if err != nil {
			return err
		}
		if err := out.Compare(differences); err != nil {
			return err
		}
	}
	if err := out.End(findings); err != nil {
		return err
	}
	a.printFindings(findings, finding.Warning)
	return nil
}

// ratePrinter prints ratings in one format.
type ratePrinter interface {
	Period(*season.Period) error
	Compare([]season.Difference) error
	End([]finding.Finding) error
}

func (c *rateCommand) printer(a *app, in *input) ratePrinter {
	switch c.Format {
	case "json":
		return document.NewRatingWriter(a.out, a.Printer, in.Regulation.ID)
	case "csv":
		return &csvView{a.out}
	}
	return &textView{a}
}

// csvView prints the last list as an opening list.
type csvView struct{ out io.Writer }

func (v *csvView) Period(p *season.Period) error     { return roster.Write(v.out, p.Players, p.After) }
func (v *csvView) Compare([]season.Difference) error { return nil }
func (v *csvView) End([]finding.Finding) error       { return nil }

// season rates the reports, with a progress bar if it takes long, and sets the
// exit status. It returns all findings, including those of reading.
func (a *app) season(in *input, each func(*season.Period) error) ([]finding.Finding, error) {
	in.Progress = a.progress()
	periods := 0
	found, err := season.Rate(in.Input, func(p *season.Period) error {
		periods++
		return each(p)
	})
	if err != nil {
		return nil, err
	}
	findings := slices.Concat(in.findings, found)
	slices.SortFunc(findings, finding.Compare)
	switch refused := slices.ContainsFunc(findings, func(f finding.Finding) bool { return f.Refuses || report.Contradicts(&f) }); {
	case periods == 0:
		a.atLeast(exitFailed)
	case refused:
		a.atLeast(exitRefused)
	}
	return findings, nil
}

// progress returns a progress bar that appears after a second, if the output is
// a terminal.
func (a *app) progress() func(done, of int) {
	on, ok := a.err.(after)
	if !ok || !terminal(on) {
		return nil
	}
	started := time.Now()
	var bar *progressbar.ProgressBar
	return func(done, of int) {
		if bar == nil && time.Since(started) > time.Second {
			bar = progressbar.NewOptions(of, progressbar.OptionSetWriter(on.File), progressbar.OptionClearOnFinish(), progressbar.OptionShowCount())
		}
		if bar != nil && done == of {
			bar.ChangeMax(of) // it may not have been known
		}
		if bar != nil {
			_ = bar.Set(done)
		}
	}
}
