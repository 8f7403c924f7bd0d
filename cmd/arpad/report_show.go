package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/statement"
)

// reportsCommand lists reports.
type reportsCommand struct {
	showFlags
	Period string `help:"cli.flag-report-of-period" placeholder:"LABEL"`
	State  string `enum:",${states}" default:"" help:"cli.flag-report-state" placeholder:"STATE"`
}

func (c *reportsCommand) Run(a *app, rd bureau.Reader) error {
	all, err := intake.All(rd, c.Period)
	if err != nil {
		return err
	}
	list := document.NewReports()
	t, below := a.columns(), [][]string{}
	for _, r := range all {
		if c.State != "" && string(r.State) != c.State {
			continue
		}
		open, err := intake.OpenWarnings(rd, r)
		if err != nil {
			return err
		}
		told, err := intake.FIDE(rd, r)
		if err != nil {
			return err
		}
		list.Add(a.Printer, r, told, len(open))
		warnings := ""
		if len(open) > 0 {
			warnings = a.Text("report.warnings", explain.Data{"n": fmt.Sprint(len(open))})
		}
		t.AppendRow(table.Row{r.Ref, a.Word(string(r.State)), r.Period, eventName(r), warnings})
		below = append(below, document.WaitsFor(a.Printer, r))
	}
	if c.Format == "json" {
		return document.Write(a.out, list)
	}
	a.spread(t, below)
	a.say("report.count", explain.Data{"reports": fmt.Sprint(len(below))})
	return nil
}

// showCommand prints a report with its history.
type showCommand struct {
	showFlags
	Ref string `arg:"" help:"cli.arg-report-ref"`
}

func (c *showCommand) Run(a *app, rd bureau.Reader, s *bureau.Settings) error {
	r, err := intake.Find(rd, c.Ref)
	if err != nil {
		return err
	}
	p, found, err := intake.Latest(rd, r)
	if err != nil {
		return err
	}
	var qualified []string
	if p != nil {
		qualified = p.Qualified
	}
	follows, err := intake.Follows(rd, r)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		told, err := intake.FIDE(rd, r)
		if err != nil {
			return err
		}
		return document.Write(a.out, document.NewReportStatus(a.Printer, r, told, follows, qualified, found))
	}
	v := &reportView{app: a, r: r, qualified: qualified, settings: s, t: a.columns()}
	v.head()
	v.title("")
	v.announcement(follows)
	v.files()
	if err := v.statements(rd); err != nil {
		return err
	}
	v.history()
	v.decisions()
	return v.findings(found)
}

// reportView prints a report as text.
type reportView struct {
	*app
	r         *check.Case
	qualified []string // as reported
	settings  *bureau.Settings
	t         table.Writer
}

func (v *reportView) row(label, text string) {
	if text != "" {
		v.t.AppendRow(table.Row{"  " + v.Text("report.label."+label, nil), text})
	}
}

// title prints the rows collected so far, and starts new ones under a title.
func (v *reportView) title(label string) {
	if v.t.Length() > 0 {
		v.print(v.t)
	}
	v.t = v.columns()
	if label != "" {
		fmt.Fprintln(v.out, v.Text("report.label."+label, nil))
	}
}

// head prints the event and the state of the report.
func (v *reportView) head() {
	r := v.r
	fmt.Fprintf(v.out, "%s  %s  %s\n", r.Ref, v.Word(string(r.State)), finding.OneLine(eventName(r)))
	if r.Days.From != 0 {
		v.row("days", v.Text("report.days", explain.Data{"from": v.Date(r.Days.From), "to": v.Date(r.Days.To)}))
	}
	v.row("club", r.Club)
	v.row("period", r.Period)
	v.row("came", clock(v.settings, r.Received))
	if r.Deadline != 0 {
		v.row("deadline", v.Date(r.Deadline))
	}
	v.row("notice", r.Notice)
	v.row("size", v.Text("report.size", explain.Data{
		"sections": fmt.Sprint(len(r.Section)), "players": fmt.Sprint(r.Players), "games": fmt.Sprint(r.Games),
	}))
	if r.Fee != nil {
		v.row("fee", v.feeLine(r.Fee))
	}
	v.row("qualified", v.joined(v.qualified...))
	v.row("precedent", r.Precedent())
	for _, line := range document.WaitsFor(v.Printer, r) {
		v.row("waits", line)
	}
	if r.Behind {
		v.row("waits", v.Text("today.behind", explain.Data{"ref": r.Ref, "event": eventName(r), "label": r.Period}))
	}
}

// files prints the files of the report and their state.
func (v *reportView) files() {
	v.title("files")
	for _, f := range v.r.Revisions {
		what := cmp.Or(f.File, f.Reason, v.Text("report.checked-again", nil))
		if v.r.IsAside(f.Number) {
			what = v.Text("report.aside", explain.Data{"file": what})
		} else if len(f.Replaces) > 0 {
			what = v.Text("report.replaces", explain.Data{"file": what, "files": v.replaced(f.Replaces)})
		}
		digest := f.Digest
		if digest != "" {
			digest = fmt.Sprintf("%d  %s", f.Size, digest[:16])
		}
		v.t.AppendRow(table.Row{fmt.Sprintf("  %d", f.Number), clock(v.settings, f.At), f.Actor, what, digest})
	}
}

// statements prints what was said of the report beside its files.
func (v *reportView) statements(rd bureau.Reader) error {
	if len(v.r.Stated) > 0 {
		v.title("statements")
	}
	return intake.EachStatement(rd, v.r, func(s *check.Statement, w *statement.Words) {
		about := v.Text("report.all-files", nil)
		if s.File > 0 {
			about = v.Text("report.file", explain.Data{"n": fmt.Sprint(s.File)})
		}
		v.t.AppendRow(table.Row{fmt.Sprintf("  %d", s.Number), clock(v.settings, s.At), s.Actor, about, w.String()})
	})
}

// replaced returns the names of the replaced files, without duplicates.
func (a *app) replaced(parts []check.Part) string {
	var numbers []string
	for _, p := range parts {
		if n := fmt.Sprint(p.File); !slices.Contains(numbers, n) {
			numbers = append(numbers, n)
		}
	}
	return a.joined(numbers...)
}

// history prints the moves of the report: who, when and why.
func (v *reportView) history() {
	v.title("history")
	for _, m := range v.r.History {
		text := cmp.Or(m.Reason, v.Because(m.Because))
		if m.Precedent != "" {
			text += " [" + m.Precedent + "]"
		}
		v.t.AppendRow(table.Row{"  " + v.Word(string(m.To)), clock(v.settings, m.At), m.Actor, text})
	}
}

// decisions prints what officers have answered, corrected and matched.
func (v *reportView) decisions() {
	titled := false
	for _, d := range v.r.Standing() {
		text, reason := "", d.Reason
		switch {
		case d.Reply != nil:
			text = v.Text("report.answered", v.answered(d.Reply, "", ""))
			if d.Precedent != "" {
				reason += " [" + d.Precedent + "]"
			}
		case d.Adjustment != nil:
			text = v.adjusted(d.Adjustment)
			if n := d.Adjustment.Revision; n > 0 && n <= len(v.r.Revisions) {
				reason = v.r.Revisions[n-1].Reason
			}
		case d.Match != nil:
			text = v.Text("report.matched", explain.Data{
				"section": document.SectionOf(v.Printer, v.r, d.Match.Section), "start": fmt.Sprint(d.Match.Start), "player": d.Match.Player,
			})
		default:
			continue
		}
		if !titled {
			v.title("corrections")
			titled = true
		}
		v.t.AppendRow(table.Row{"  " + text, reason})
	}
	v.title("")
}

// answered returns the message data for an answer, and for the entry that it is about.
func (a *app) answered(r *check.Reply, start, name string) explain.Data {
	answer := "exclude"
	if r.Count {
		answer = "count"
	}
	return explain.Data{"section": r.Section, "start": start, "name": name, "question": r.What, "answer": answer}
}

func (v *reportView) adjusted(a *check.Adjustment) string {
	data := explain.Data{
		"section": document.SectionOf(v.Printer, v.r, a.Section), "round": fmt.Sprint(a.Round), "white": fmt.Sprint(a.White), "black": fmt.Sprint(a.Black),
		"start": fmt.Sprint(a.Start), "player": a.Player,
	}
	switch {
	case a.Result != nil:
		data["result"] = a.Result.String()
		return v.Text("report.adjusted-result", data)
	case a.Player != "":
		return v.Text("report.adjusted-player", data)
	case a.Floor.Rated():
		data["floor"] = fmt.Sprint(a.Floor)
		return v.Text("report.adjusted-floor", data)
	}
	return v.Text("report.adjusted-game", data)
}

// findings prints the findings with their cures.
func (v *reportView) findings(found []finding.Finding) error {
	if len(found) > 0 {
		v.title("findings")
	}
	v.group(v.out, found)
	return nil
}
