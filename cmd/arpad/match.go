package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/report/file"
)

// matchCommand matches entries; without a word who they are it prints the candidates.
type matchCommand struct {
	bureauFlags
	Ref     string  `arg:"" help:"cli.arg-report-ref"`
	Section string  `help:"cli.flag-report-section" placeholder:"NAME"`
	Start   int     `help:"cli.flag-report-start-number" placeholder:"N"`
	Player  string  `xor:"who" help:"cli.flag-report-is" placeholder:"ID"`
	New     bool    `xor:"who" help:"cli.flag-report-new"`
	Undo    bool    `xor:"who" help:"cli.flag-undo"`
	Accept  *string `xor:"who" enum:"certain" help:"cli.flag-report-accept" placeholder:"certain"`
	CSV     bool    `name:"csv" xor:"who" help:"cli.flag-report-csv"`
	File    string  `xor:"who" type:"existingfile" help:"cli.flag-report-ticked" placeholder:"FILE.CSV"`
}

func (c *matchCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	if c.Player != "" || c.New || c.Undo || c.Accept != nil || c.File != "" {
		return a.after(ctx, b, c.Ref, c.decide(ctx, a, b))
	}
	return b.View(ctx, func(rd bureau.Reader, _ *bureau.Settings) error {
		r, err := intake.Find(rd, c.Ref)
		if err != nil {
			return err
		}
		all, err := desk.UnknownEntries(rd, r)
		switch {
		case err != nil:
		case c.CSV:
			err = desk.WriteTicks(a.out, all, a.candidateEvidence)
		default:
			a.unknownEntries(all)
		}
		return err
	})
}

// decide records what an officer says who entries are.
func (c *matchCommand) decide(ctx context.Context, a *app, b *bureau.Bureau) error {
	switch {
	case c.New:
		id, err := desk.MatchNew(ctx, b, c.Ref, c.Section, c.Start)
		if err == nil {
			a.say("report.registered", explain.Data{"player": id})
		}
		return err
	case c.Undo:
		return desk.TakeBack(ctx, b, c.Ref, "", desk.Mistake{Decision: check.Decision{Match: &check.Match{Section: c.Section, Start: c.Start}}})
	case c.Accept != nil:
		accepted, err := desk.AcceptCertain(ctx, b, c.Ref)
		if err == nil {
			a.unknownEntries(accepted)
			a.say("report.accepted", explain.Data{"entries": fmt.Sprint(len(accepted))})
		}
		return err
	case c.File != "":
		return c.take(ctx, a, b)
	}
	return desk.Match(ctx, b, c.Ref, c.Section, c.Start, c.Player)
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
	n, err := desk.MatchTicked(ctx, b, c.Ref, in, filepath.Base(c.File))
	if err == nil {
		a.say("report.accepted", explain.Data{"entries": fmt.Sprint(n)})
	}
	return err
}

// unknownEntries prints unknown entries of a report with their candidates.
func (a *app) unknownEntries(all []desk.UnknownEntry) {
	for _, s := range all {
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
