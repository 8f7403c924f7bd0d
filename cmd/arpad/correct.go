package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// proposeCommand proposes corrections.
type proposeCommand struct {
	Result   command[act.ProposeResult]     `cmd:"" help:"cli.correct-result"`
	Count    command[act.ProposeCount]      `cmd:"" help:"cli.correct-count"`
	Omit     command[act.ProposeOmission]   `cmd:"" help:"cli.correct-omit"`
	Player   command[act.ProposePlayer]     `cmd:"" help:"cli.correct-player"`
	Withdraw command[act.ProposeWithdrawal] `cmd:"" help:"cli.correct-withdraw"`
	Late     command[act.ProposeLate]       `cmd:"" help:"cli.correct-late"`
	Report   command[act.ProposeReport]     `cmd:"" help:"cli.correct-report"`
	Rating   command[act.ProposeRating]     `cmd:"" help:"cli.correct-rating"`
}

// correctionCommand decides on corrections.
type correctionCommand struct {
	Show   correctionShowCommand         `cmd:"" help:"cli.correction-show"`
	Accept correctionAcceptCommand       `cmd:"" help:"cli.correction-accept"`
	Reject command[act.RejectCorrection] `cmd:"" help:"cli.correction-reject"`
	Undo   command[act.UndoCorrection]   `cmd:"" help:"cli.correction-undo"`
}

// correctionShowCommand shows a correction with its impact.
type correctionShowCommand struct {
	bureauFlags
	Number string `arg:"" help:"cli.arg-correction"`
}

func (c *correctionShowCommand) Run(a *app, r bureau.Reader) error {
	k, err := correction.Find(r, c.Number)
	if err != nil {
		return err
	}
	a.correction(k)
	return nil
}

// correction prints a correction with its impact.
func (a *app) correction(k *correction.Correction) {
	a.say("correction.title", explain.Data{"correction": k.Number, "state": a.Word(string(k.State)), "what": document.CorrectedWhat(a.Printer, k)})
	a.say("correction.from", explain.Data{"label": k.Label, "reason": k.Reason})
	if k.Inquiry != "" {
		a.say("correction.inquiry", explain.Data{"inquiry": k.Inquiry, "date": a.Date(k.Asked)})
	}
	for _, list := range k.Impact {
		key := "correction.list-same"
		switch {
		case list.Reissue:
			key = "correction.list-reissued"
		case list.TooOld && list.First:
			key = "correction.list-late"
		case list.TooOld:
			key = "correction.list-stands"
		}
		a.say(key, explain.Data{"label": list.Label, "date": a.Date(list.List), "until": a.Date(list.Until), "citation": a.Citation(list.Clause, list.Reading)})
		t := a.columns()
		for _, m := range list.Moves {
			t.AppendRow(table.Row{"  " + m.Player, a.Word(m.Kind.String()), fmt.Sprintf("%v -> %v", m.From, m.To)})
		}
		if len(list.Moves) > 0 {
			a.print(t)
		}
	}
	switch k.State {
	case correction.Proposed:
		a.say("correction.next", explain.Data{"correction": k.Number})
	case correction.Accepted, correction.Rejected:
		a.say("correction.decided", explain.Data{"state": a.Word(string(k.State)), "actor": k.Decided.Actor, "reason": k.Decided.Reason})
	}
	if k.UndoneBy != "" {
		a.say("correction.undone", explain.Data{"correction": k.UndoneBy})
	}
}

// correctionAcceptCommand puts a correction into force.
type correctionAcceptCommand struct {
	bureauFlags
	behind
	act.AcceptCorrection
}

func (c *correctionAcceptCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	if err := c.allow(b, c.Reason); err != nil {
		return err
	}
	if _, err := act.Do(ctx, b, &c.AcceptCorrection, act.With{}); err != nil {
		return err
	}
	a.say("correction.accepted", explain.Data{"correction": c.Number})
	return b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		all, err := lists.AllPublications(r)
		for _, p := range all {
			if p.Cause == c.Number {
				a.published(p)
			}
		}
		return err
	})
}

// correctionsCommand lists corrections.
type correctionsCommand struct {
	showFlags
	Public bool `help:"cli.flag-public"`
}

func (c *correctionsCommand) Run(a *app, r bureau.Reader, s *bureau.Settings) error {
	all, err := correction.All(r)
	if err != nil {
		return err
	}
	if c.Public {
		all = slices.DeleteFunc(all, func(k *correction.Correction) bool { return k.State != correction.Accepted })
	}
	log := document.NewCorrections(a.Printer, s, all)
	if c.Format == "json" {
		return document.Write(a.out, log)
	}
	for _, p := range log.Corrections {
		a.logEntry(&p)
	}
	return nil
}

// logEntry prints an entry of the log.
func (a *app) logEntry(p *document.Correction) {
	a.say("correction.log", explain.Data{"correction": p.Correction, "day": p.Day.String(), "state": a.Word(string(p.State)), "what": p.What})
	key := "correction.reissued"
	if len(p.Reissued) == 0 {
		key = "correction.not-reissued"
	}
	listed := a.Text(key, explain.Data{"lists": a.joined(p.Reissued...), "n": strconv.Itoa(p.Ratings)})
	fmt.Fprintf(a.out, "    %s\n    %s\n", finding.OneLine(p.Reason), listed)
	if len(p.Corrected) > 0 {
		fmt.Fprintf(a.out, "    %s\n", a.Text("correction.stand", explain.Data{"lists": a.joined(p.Corrected...), "citation": p.Citation}))
	}
	if p.UndoneBy != nil {
		fmt.Fprintf(a.out, "    %s\n", a.Text("correction.undone", explain.Data{"correction": *p.UndoneBy}))
	}
}
