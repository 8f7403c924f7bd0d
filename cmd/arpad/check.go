package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/season"
)

// checkCommand prints what a regulation finds in reports or, without one, what a bureau
// would do with them.
type checkCommand struct {
	bureauFlags
	rulesIfAny
	source
	words
	Type   string `enum:",${types}" default:"" help:"cli.flag-type" placeholder:"TYPE"`
	Format string `enum:"text,json" default:"text" help:"cli.flag-format"`
}

func (c *checkCommand) Run(a *app) error {
	if c.Regulation == "" {
		return c.inBureau(a)
	}
	kind, _ := rating.ParseKind(c.Type)
	rules := rules(c.rulesIfAny)
	in, err := a.read(&rules, &c.source, &c.words, kind)
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
	for _, kind := range document.FindingKinds(findings) {
		a.printKind(a.out, kind, findings, true)
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

// inBureau prints what the bureau would do with the reports.
func (c *checkCommand) inBureau(a *app) error {
	if c.words != (words{}) || c.Players != "" || c.IDs != "auto" || len(c.Set) > 0 {
		return finding.NewProblem("check-in-bureau")
	}
	submit := submitCommand{bureauFlags: c.bureauFlags, reading: c.reading, MaxSize: c.MaxSize, Files: c.Reports}
	submit.Type = c.Type
	paths, err := submit.paths()
	if err != nil {
		return err
	}
	limitMemory(paths...)
	return c.run(a, func(ctx context.Context, b *bureau.Bureau) error { return submit.dry(ctx, a, b, paths, c.Format) })
}

// line formats a finding in one line: place, severity, message and clause.
func (a *app) line(f finding.Finding) string {
	where := finding.OneLine(f.Report)
	if at := place(f.At); at != "" {
		where += ":" + at
	}
	if f.Section != "" {
		where += " (" + finding.OneLine(f.Section) + ")"
	}
	if where == "" {
		return a.described(f)
	}
	return where + ": " + a.described(f)
}

// place formats a place in a file, empty for the file as a whole.
func place(at finding.At) string {
	switch {
	case at.Line == 0:
		return ""
	case at.Column == 0:
		return fmt.Sprint(at.Line)
	}
	return fmt.Sprintf("%d:%d", at.Line, at.Column)
}

// described formats severity, message and clause of a finding.
func (a *app) described(f finding.Finding) string {
	text := a.Word(f.Severity.String()) + ": " + a.Message(f)
	if citation := a.Citation(f.Clause, f.Reading); citation != "" {
		text += " " + citation
	}
	return text
}

// group prints findings by file and section, the most severe first, each kind and each
// cure once. Findings without a place are printed one by one: each is about somebody else.
func (a *app) group(to io.Writer, found []finding.Finding) {
	for _, g := range document.GroupFindings(a.Printer, found) {
		about := g.Report
		if g.InSection {
			about = a.Text("report.section-of", explain.Data{"file": g.Report, "section": a.Section(g.Section)})
		}
		fmt.Fprintf(to, "  %s\n", finding.OneLine(about))
		for _, c := range g.Cures {
			for _, kind := range document.FindingKinds(c.Findings) {
				all := kind
				if place(kind[len(kind)-1].At) != "" {
					all = kind[:1]
				}
				for _, f := range all {
					where := place(f.At)
					if where != "" {
						where += ": "
					}
					fmt.Fprintf(to, "    %s%s\n", where, a.described(f))
				}
				if len(all) < len(kind) {
					fmt.Fprintf(to, "        %s\n", a.others(kind, found))
				}
			}
			fmt.Fprintf(to, "        %s\n", c.Cure)
		}
	}
}

// printFindings prints findings from a severity upwards on the error stream,
// errors with their cures.
func (a *app) printFindings(findings []finding.Finding, least finding.Severity) {
	out := bufio.NewWriter(a.err)
	defer func() { _ = out.Flush() }() // nobody is left to be told of an error
	for _, kind := range document.FindingKinds(findings) {
		if f := kind[0]; f.Severity >= least {
			a.printKind(out, kind, findings, f.Severity == finding.Error)
		}
	}
}

// printKind prints findings of one kind: the first one, where the others are, and the
// cure.
func (a *app) printKind(to io.Writer, kind, found []finding.Finding, cure bool) {
	fmt.Fprintln(to, a.line(kind[0]))
	if len(kind) > 1 {
		fmt.Fprintf(to, "    %s\n", a.others(kind, found))
	}
	if cure {
		fmt.Fprintf(to, "    %s\n", a.Cure(kind[0]))
	}
}

// others says how many findings of a kind there are, at least if some of its severity were left
// out of those found, and where those after the first are.
func (a *app) others(kind, found []finding.Finding) string {
	const most = 3
	var places []string
	for _, f := range kind[1:] {
		if where := place(f.At); where != "" && len(places) < most {
			places = append(places, where)
		}
	}
	if more := len(kind) - 1 - len(places); more > 0 && len(places) > 0 {
		places = append(places, a.Text("check.others", explain.Data{"n": fmt.Sprint(more)}))
	}
	key := "check.kind"
	if len(places) == 0 {
		key = "check.kind-of"
	}
	data := explain.Data{"n": fmt.Sprint(len(kind)), "least": "", "places": strings.Join(places, a.Text("list.comma", nil))}
	if slices.ContainsFunc(found, func(f finding.Finding) bool {
		return f.ID == "findings-left-out" && f.Severity == kind[0].Severity && f.Report == kind[0].Report
	}) {
		data["least"] = "yes"
	}
	return a.Text(key, data)
}
