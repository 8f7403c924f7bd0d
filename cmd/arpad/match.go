package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/report/file"
)

// matchCommand matches entries; without a word who they are it prints the candidates, of all reports if none is named.
type matchCommand struct {
	bureauFlags
	act.MatchEntry
	CSV  bool   `name:"csv" xor:"who" help:"cli.flag-report-csv"`
	File string `xor:"who" type:"existingfile" help:"cli.flag-report-ticked" placeholder:"FILE.CSV"`
}

func (c *matchCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	switch {
	case c.Ref == "" && (c.Player != "" || c.New || c.Undo):
		return finding.NewProblem("match-whom")
	case c.Player != "":
		out, err := act.Do(ctx, b, &c.MatchEntry, act.With{})
		if err != nil {
			return err
		}
		return a.matched(ctx, b, out.Value.([]desk.Matched), nil)
	case c.New || c.Undo:
		out, err := act.Do(ctx, b, &c.MatchEntry, act.With{})
		if err != nil {
			return err
		}
		if c.New {
			a.say("report.registered", explain.Data{"player": fmt.Sprint(out.Value)})
		}
		return a.after(ctx, b, c.Ref)
	case c.File != "":
		return c.take(ctx, a, b)
	}
	var reports []*check.Case
	var all []desk.UnknownEntry
	err := b.View(ctx, func(rd bureau.Reader, _ *bureau.Settings) (err error) {
		if c.Ref == "" {
			reports, err = desk.Unidentified(rd)
		} else {
			reports = make([]*check.Case, 1)
			reports[0], err = intake.Find(rd, c.Ref)
		}
		for _, r := range reports {
			if err != nil {
				break
			}
			var entries []desk.UnknownEntry
			entries, err = desk.UnknownEntries(rd, r)
			all = append(all, entries...)
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case c.CSV:
		return desk.WriteTicks(a.out, all, a.candidateEvidence)
	case c.Accept == nil:
		a.unknownEntries(all, c.Ref == "")
		return nil
	}
	n := 0
	for _, r := range reports {
		out, err := act.Do(ctx, b, &act.MatchEntry{Ref: r.Ref, Accept: c.Accept}, act.With{})
		if err != nil {
			return err
		}
		accepted := out.Value.([]desk.UnknownEntry)
		n += len(accepted)
		a.unknownEntries(accepted, false)
		if c.Ref == "" && len(accepted) == 0 {
			continue
		}
		if err := a.after(ctx, b, r.Ref); err != nil {
			return err
		}
	}
	a.say("report.accepted", explain.Data{"entries": fmt.Sprint(n)})
	return nil
}

// take takes the candidates that an officer has ticked in a CSV.
func (c *matchCommand) take(ctx context.Context, a *app, b *bureau.Bureau) error {
	const most = 16 << 20
	data, err := file.Load(c.File, most)
	if err != nil {
		return err
	}
	in, encoded := file.Table(data, filepath.Base(c.File))
	a.printFindings(encoded, finding.Info)
	done, err := desk.MatchTicked(ctx, b, c.Ref, in, filepath.Base(c.File))
	if err = a.matched(ctx, b, done, err); err == nil {
		a.say("report.accepted", explain.Data{"entries": fmt.Sprint(len(done))})
	}
	return err
}

// matched lists who entries are by an act, unless that has failed, and the states of their reports.
func (a *app) matched(ctx context.Context, b *bureau.Bureau, done []desk.Matched, err error) error {
	for i, m := range done {
		if err != nil {
			break
		}
		a.say("report.matched", explain.Data{
			"section": a.Section(m.Section), "start": fmt.Sprint(m.Start), "player": together(m.Player.ID, m.Player.Name, m.Player.NameLocal),
		})
		if i+1 == len(done) || done[i+1].Ref != m.Ref {
			err = a.after(ctx, b, m.Ref)
		}
	}
	return err
}

// unknownEntries prints unknown entries with their candidates, below the references of their reports if wanted.
func (a *app) unknownEntries(all []desk.UnknownEntry, refs bool) {
	for i, s := range all {
		if refs && (i == 0 || s.Ref != all[i-1].Ref) {
			fmt.Fprintln(a.out, s.Ref)
		}
		rating := ""
		if s.Entry.Rating.Rated() {
			rating = s.Entry.Rating.String()
		}
		a.say("report.stranger", explain.Data{
			"section": a.Section(s.Section), "start": fmt.Sprint(s.Entry.StartNumber), "name": together(s.Entry.Name, s.Entry.NameLocal),
			"club": cmp.Or(s.Entry.Club, "-"), "rating": rating,
		})
		for i := range s.Candidates {
			c, sure := &s.Candidates[i], ""
			if i == 0 && s.Certain {
				sure = a.Text("evidence.certain", nil)
			}
			fmt.Fprintf(a.out, "    %s  %s  %s  %s\n        %s\n", c.Player.ID, together(c.Player.Name, c.Player.NameLocal, c.Player.Kana), finding.OneLine(cmp.Or(c.Player.Club, "-")),
				a.Rating(c.Rating), a.joined(together(fmt.Sprint(c.Points), sure), a.candidateEvidence(c)))
		}
		if len(s.Candidates) == 0 {
			fmt.Fprintf(a.out, "    %s\n", a.Text("report.nobody-like", nil))
		}
	}
}

// together returns those texts that are not empty, on one line.
func together(texts ...string) string {
	return strings.Join(strings.Fields(finding.OneLine(strings.Join(texts, " "))), " ")
}

// candidateEvidence formats the evidence for and against a candidate.
func (a *app) candidateEvidence(c *desk.Candidate) string {
	all := a.evidence(c.Weighed)
	if c.Plays {
		all = a.joined(all, a.Text("evidence.plays", nil))
	}
	return all
}
