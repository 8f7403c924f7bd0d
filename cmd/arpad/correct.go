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
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// proposeCommand proposes corrections.
type proposeCommand struct {
	Result   correctResultCommand   `cmd:"" help:"cli.correct-result"`
	Count    correctCountCommand    `cmd:"" help:"cli.correct-count"`
	Omit     correctOmitCommand     `cmd:"" help:"cli.correct-omit"`
	Player   correctPlayerCommand   `cmd:"" help:"cli.correct-player"`
	Withdraw correctWithdrawCommand `cmd:"" help:"cli.correct-withdraw"`
	Late     correctLateCommand     `cmd:"" help:"cli.correct-late"`
	Report   correctReportCommand   `cmd:"" help:"cli.correct-report"`
	Rating   correctRatingCommand   `cmd:"" help:"cli.correct-rating"`
}

// correctionFlags are the flags of every correction.
type correctionFlags struct {
	bureauFlags
	Reason  string `required:"" help:"cli.flag-public-reason" placeholder:"TEXT"`
	Inquiry string `help:"cli.flag-inquiry" placeholder:"Q1"`
}

// propose proposes a correction and prints its impact.
func (c *correctionFlags) propose(ctx context.Context, a *app, b *bureau.Bureau, what correction.Amendment) error {
	k, err := correction.Propose(ctx, b, correction.Proposal{What: what, Inquiry: c.Inquiry, Reason: c.Reason})
	if err == nil {
		a.correction(k)
	}
	return err
}

// correctGameFlags are the flags of corrections of a game.
type correctGameFlags struct {
	correctionFlags
	Section string `help:"cli.flag-in-section" placeholder:"NAME"`
	Round   int    `required:"" help:"cli.flag-round" placeholder:"N"`
	White   int    `required:"" help:"cli.flag-white" placeholder:"N"`
	Black   int    `required:"" help:"cli.flag-black" placeholder:"N"`
	Ref     string `arg:"" help:"cli.arg-ref"`
}

// game proposes to correct the game: its result, or whether it counts.
func (c *correctGameFlags) game(ctx context.Context, a *app, b *bureau.Bureau, result *report.Result, out *pack.Out) error {
	return c.propose(ctx, a, b, correction.Amendment{Kind: correction.AmendResult, Report: c.Ref, Adjustments: []check.Adjustment{{
		Section: c.Section, Round: c.Round, White: c.White, Black: c.Black, Result: result, Out: out,
	}}})
}

// correctResultCommand corrects a result.
type correctResultCommand struct {
	correctGameFlags
	Result gameResult `required:"" help:"cli.flag-result" placeholder:"1-0"`
}

func (c *correctResultCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	return c.game(ctx, a, b, new(report.Result(c.Result)), nil)
}

// correctCountCommand counts a game that was left out of a list.
type correctCountCommand struct{ correctGameFlags }

func (c *correctCountCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	return c.game(ctx, a, b, nil, new(pack.In))
}

// correctOmitCommand leaves out a game that a list counted.
type correctOmitCommand struct{ correctGameFlags }

func (c *correctOmitCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	return c.game(ctx, a, b, nil, new(pack.Held))
}

// correctPlayerCommand changes the player of an entry.
type correctPlayerCommand struct {
	correctionFlags
	Section  string `help:"cli.flag-in-section" placeholder:"NAME"`
	Start    int    `required:"" help:"cli.flag-start-number" placeholder:"N"`
	Player   string `required:"" help:"cli.flag-player" placeholder:"ID"`
	Exchange bool   `help:"cli.flag-exchange"`
	Ref      string `arg:"" help:"cli.arg-ref"`
}

func (c *correctPlayerCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	return c.propose(ctx, a, b, correction.Amendment{Kind: correction.AmendPlayer, Report: c.Ref, Adjustments: []check.Adjustment{{
		Section: c.Section, Start: c.Start, Player: c.Player, Exchange: c.Exchange,
	}}})
}

// correctWithdrawCommand removes a report from its list.
type correctWithdrawCommand struct {
	correctionFlags
	Ref string `arg:"" help:"cli.arg-ref"`
}

func (c *correctWithdrawCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	return c.propose(ctx, a, b, correction.Amendment{Kind: correction.Withdraw, Report: c.Ref})
}

// correctLateCommand adds a report to a published list.
type correctLateCommand struct {
	correctionFlags
	Label string `help:"cli.flag-late-label" placeholder:"LABEL"`
	Ref   string `arg:"" help:"cli.arg-ref"`
}

func (c *correctLateCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	return c.propose(ctx, a, b, correction.Amendment{Kind: correction.AddLate, Report: c.Ref, Label: c.Label})
}

// correctReportCommand brings in what came of a report after its list.
type correctReportCommand struct {
	correctionFlags
	Ref string `arg:"" help:"cli.arg-ref"`
}

func (c *correctReportCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	return c.propose(ctx, a, b, correction.Amendment{Kind: correction.AmendReport, Report: c.Ref})
}

// correctRatingCommand sets a rating.
type correctRatingCommand struct {
	correctionFlags
	Player string        `required:"" help:"cli.flag-player" placeholder:"ID"`
	Type   rating.Kind   `default:"standard" help:"cli.flag-rating-type" placeholder:"TYPE"`
	Rating rating.Rating `required:"" help:"cli.flag-rating-to" placeholder:"RATING"`
	Label  string        `help:"cli.flag-rating-label" placeholder:"LABEL"`
}

func (c *correctRatingCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	return c.propose(ctx, a, b, correction.Amendment{Kind: correction.AmendRating, Player: c.Player, Type: c.Type, Rating: c.Rating, Label: c.Label})
}

// correctionCommand decides on corrections.
type correctionCommand struct {
	Show   correctionShowCommand   `cmd:"" help:"cli.correction-show"`
	Accept correctionAcceptCommand `cmd:"" help:"cli.correction-accept"`
	Reject correctionRejectCommand `cmd:"" help:"cli.correction-reject"`
	Undo   correctionUndoCommand   `cmd:"" help:"cli.correction-undo"`
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
	Reason string `required:"" help:"cli.flag-reason" placeholder:"TEXT"`
	Number string `arg:"" help:"cli.arg-correction"`
}

func (c *correctionAcceptCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	if err := c.allow(b, c.Reason); err != nil {
		return err
	}
	k, err := correction.Accept(ctx, b, c.Number, c.Reason)
	if err != nil {
		return err
	}
	a.say("correction.accepted", explain.Data{"correction": k.Number})
	return b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		all, err := lists.AllPublications(r)
		for _, p := range all {
			if p.Cause == k.Number {
				a.published(p)
			}
		}
		return err
	})
}

// correctionRejectCommand rejects a correction.
type correctionRejectCommand struct {
	bureauFlags
	Reason string `required:"" help:"cli.flag-reason" placeholder:"TEXT"`
	Number string `arg:"" help:"cli.arg-correction"`
}

func (c *correctionRejectCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	return a.done(correction.Reject(ctx, b, c.Number, c.Reason), "correction.rejected", explain.Data{"correction": c.Number})
}

// correctionUndoCommand proposes to undo a correction.
type correctionUndoCommand struct {
	correctionFlags
	Number string `arg:"" help:"cli.arg-correction"`
}

func (c *correctionUndoCommand) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	k, err := correction.Undo(ctx, b, c.Number, c.Inquiry, c.Reason)
	if err != nil {
		return err
	}
	a.correction(k)
	return nil
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
