package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/rating"
)

// periodCommand handles periods.
type periodCommand struct {
	List    periodListCommand         `cmd:"" help:"cli.period-list"`
	Show    periodShowCommand         `cmd:"" help:"cli.period-show"`
	Close   command[act.ClosePeriod]  `cmd:"" help:"cli.period-close"`
	Reopen  command[act.ReopenPeriod] `cmd:"" help:"cli.period-reopen"`
	Review  reviewCommand             `cmd:"" help:"cli.period-review"`
	Tick    command[act.TickCheck]    `cmd:"" help:"cli.period-tick"`
	Plan    command[act.PlanPeriod]   `cmd:"" help:"cli.period-plan"`
	Stop    command[act.StopPeriod]   `cmd:"" help:"cli.period-stop"`
	Publish publishCommand            `cmd:"" help:"cli.period-publish"`
}

// periodListCommand lists the periods.
type periodListCommand struct{ bureauFlags }

func (c *periodListCommand) Run(a *app, r bureau.Reader) error {
	periods, err := lists.AllPeriods(r)
	if err != nil {
		return err
	}
	printRows(a, periods, func(p *lists.Period) table.Row {
		return table.Row{p.Label, a.periodState(p), p.Days.From.String() + " - " + p.Days.To.String(), a.Text("period.list", explain.Data{"date": a.Date(p.List)})}
	})
	return nil
}

// planned prints when a draft is published by itself.
func (a *app) planned(p *lists.Period) {
	key := "period.planned"
	if p.Stale() {
		key = "period.plan-stale"
	}
	a.say(key, explain.Data{"label": p.Label, "day": a.Date(p.Plan.On), "run": strconv.Itoa(p.Plan.Run)})
}

// periodState formats the state of a period.
func (a *app) periodState(p *lists.Period) string { return a.Word(p.State.Word()) }

// periodShowCommand prints a period with its reports.
type periodShowCommand struct {
	bureauFlags
	Label string `arg:"" help:"cli.arg-label"`
}

func (c *periodShowCommand) Run(a *app, r bureau.Reader, s *bureau.Settings) error {
	p, err := lists.FindPeriod(r, c.Label)
	if err != nil {
		return err
	}
	a.say("period.title", explain.Data{"label": p.Label, "state": a.periodState(p), "from": a.Date(p.Days.From), "to": a.Date(p.Days.To), "date": a.Date(p.List)})
	reports, err := intake.All(r, c.Label)
	if err != nil {
		return err
	}
	printRows(a, reports, func(report *check.Case) table.Row {
		return table.Row{report.Ref, a.Word(string(report.State)), report.Event}
	})
	if p.Plan != nil {
		a.planned(p)
	}
	runs, err := view.RunsOf(r, p)
	if err != nil {
		return err
	}
	a.runs(runs, s)
	return nil
}

// runs prints the runs of a period.
func (a *app) runs(runs []view.LoggedRun, s *bureau.Settings) {
	t := a.columns()
	for _, run := range runs {
		row := table.Row{a.Text("run.number", explain.Data{"run": strconv.Itoa(run.ID)}), clock(s, run.At), run.Actor, a.Text("run."+string(run.State), nil)}
		revision, cause := "", ""
		if run.Revision > 0 {
			revision = a.Text("run.revision", explain.Data{"revision": strconv.Itoa(run.Revision)})
		}
		if run.Cause != "" {
			cause = a.Text("published.correction", explain.Data{"correction": run.Cause})
		}
		t.AppendRow(append(row, run.Edition+options(run.Options), a.Text("run.made-of", explain.Data{
			"reports": strconv.Itoa(len(run.Records)), "games": strconv.Itoa(run.Games),
		}), revision, cause))
	}
	a.print(t)
	for _, run := range runs {
		if run.State == view.RunDraft || run.State == view.RunStands {
			a.left(run.Left)
		}
	}
}

// options formats options, each with a leading space.
func options(set map[string]string) string {
	text := ""
	for _, name := range slices.Sorted(maps.Keys(set)) {
		text += " " + name + "=" + set[name]
	}
	return text
}

// drafted prints the draft of a list.
func (a *app) drafted(run *lists.Run) error {
	a.say("bureau.drafted", explain.Data{
		"label": run.Label, "reports": strconv.Itoa(len(run.Records)), "games": strconv.Itoa(run.Games), "edition": run.Edition, "day": a.Date(run.List),
	})
	rules, err := run.Rules()
	if err != nil {
		return err
	}
	_, found := rules.For(run.Period()) // of another edition
	a.warn(found)
	a.left(run.Left)
	return nil
}

// left prints the reports that a list leaves out.
func (a *app) left(left []lists.Omitted) {
	for _, out := range left {
		key := "review.left"
		if len(out.Waits) > 0 {
			key = "review.left-waits"
		}
		a.say(key, explain.Data{"ref": out.Ref, "state": a.Word(string(out.State)), "waits": a.Because(out.Waits)})
		if out.Until != 0 {
			fmt.Fprint(a.out, "    ")
			a.say("review.left-fee", explain.Data{"until": a.Date(out.Until)})
		}
	}
}

// behind is the flag of commands that append leaves to the transparency log.
type behind struct {
	Force bool `help:"cli.flag-force-behind"`
}

// allow permits leaves while the clock is behind the last one, if the flag is
// set. That needs a reason.
func (f behind) allow(b *bureau.Bureau, reason string) error {
	if f.Force && strings.TrimSpace(reason) == "" {
		return finding.Refuse("reason-needed")
	}
	if f.Force {
		b.Behind = reason
	}
	return nil
}

// since prints what has come since a draft was made.
func (a *app) since(label string, s *closing.Since) {
	if len(s.Reports) > 0 {
		a.say("period.behind", explain.Data{"label": label, "refs": strings.Join(s.Reports, ", ")})
	}
	if s.Registers {
		a.say("period.behind-registers", explain.Data{"label": label})
	}
}

// publishCommand publishes a draft.
type publishCommand struct {
	bureauFlags
	behind
	act.PublishPeriod
}

func (c *publishCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	if err := c.allow(b, c.Reason); err != nil {
		return err
	}
	out, err := act.Do(ctx, b, &c.PublishPeriod, act.With{})
	if err != nil {
		return err
	}
	if out.Waits {
		a.waits(&c.PublishPeriod)
		return nil
	}
	a.published(out.Value.(*lists.Publication))
	a.warn(office.Exposed(b))
	return nil
}

func (a *app) published(p *lists.Publication) {
	a.say("bureau.published", explain.Data{"label": p.Label, "revision": strconv.Itoa(p.Revision), "digest": p.Digest[:shownDigest]})
}

// reviewCommand prints the review of a draft.
type reviewCommand struct {
	showFlags
	Label string `arg:"" help:"cli.arg-label"`
}

func (c *reviewCommand) Run(a *app, b *bureau.Bureau, r bureau.Reader) error {
	v, err := closing.ReviewOf(b, r, c.Label)
	return show(a, c.Format, v, err, a.review, func(v *closing.Review) document.Review { return document.NewReview(a.Printer, v) })
}

// review prints a review as text.
func (a *app) review(v *closing.Review) {
	title := "review.title"
	if v.State == lists.Published {
		title = "review.title-published"
	}
	a.say(title, explain.Data{"label": v.Label, "edition": v.Edition + options(v.Options), "run": strconv.Itoa(v.Run)})
	for _, k := range v.Kinds {
		a.kindReview(&k)
	}
	fmt.Fprintln(a.out)
	a.since(v.Label, &v.Since)
	a.left(v.Left)
	for _, out := range v.Out {
		if out.Why == closing.Refused {
			a.say("review.refused", explain.Data{"ref": out.Ref, "section": a.Section(out.Section)})
			continue
		}
		a.say("review.out", explain.Data{"ref": out.Ref, "section": a.Section(out.Section), "games": strconv.Itoa(out.Games), "why": a.Text("review.why-"+string(out.Why), nil)})
	}
	for _, event := range v.Missing {
		a.say("review.missing", explain.Data{"event": event})
	}
	for _, check := range v.Checks {
		mark := a.Text("review.open", nil)
		if check.Ticked {
			mark = a.Text("review.done", explain.Data{"reason": check.Reason})
		}
		fmt.Fprintf(a.out, "%s  %s\n    %s\n", check.Key, mark, a.Message(check.Finding))
	}
	for _, w := range v.Warned {
		a.say("review.warnings", explain.Data{"ref": w.Report.Ref, "event": eventName(w.Report)})
		a.group(a.out, w.Warnings)
	}
	if v.State == lists.Published {
		return
	}
	if n := len(v.Open()); n > 0 {
		a.say("review.to-tick", explain.Data{"n": strconv.Itoa(n), "label": v.Label})
	} else {
		a.say("review.ready", explain.Data{"label": v.Label, "day": a.Date(v.List)})
	}
}

func (a *app) kindReview(k *closing.KindReview) {
	a.say("review.kind", explain.Data{
		"type": a.Word(k.Kind.String()), "created": strconv.Itoa(k.Created), "unchanged": strconv.Itoa(k.Unchanged),
		"changed": strconv.Itoa(k.Changed), "dropped": strconv.Itoa(k.Dropped),
	})
	if len(k.Buckets) == 0 {
		return
	}
	printRows(a, k.Buckets, func(bucket closing.Bucket) table.Row { return table.Row{"  " + span(bucket.From), bucket.Players} })
	a.say("review.movers", nil)
	t := a.columns()
	for _, m := range k.Movers {
		name := cmp.Or(m.Name, a.Text("care.nameless", nil))
		t.AppendRow(table.Row{"  " + m.Player, name, fmt.Sprintf("%v -> %v", m.From, m.To), fmt.Sprintf("%+d", int(m.To)-int(m.From))})
	}
	a.print(t)
}

// span formats a bucket of changes: "+10..+19".
func span(from int) string {
	sign := cmp.Compare(from, 0)
	last := from/10*10 + 9*sign
	return fmt.Sprintf("%+d..%+d", from, last)
}

// kindNames returns the names of kinds as a table header.
func (a *app) kindNames(kinds []rating.Kind) table.Row {
	var row table.Row
	for _, kind := range kinds {
		row = append(row, a.Word(kind.String()))
	}
	return row
}
