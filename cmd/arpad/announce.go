package main

import (
	"context"
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
)

// announceCommand handles announced events.
type announceCommand struct {
	Add      announceAdd      `cmd:"" help:"cli.announce-add"`
	Dispense announceDispense `cmd:"" help:"cli.announce-dispense"`
	Withdraw announceWithdraw `cmd:"" help:"cli.announce-withdraw"`
	List     announceList     `cmd:"" help:"cli.announce-list"`
}

// announceAdd announces an event.
type announceAdd struct {
	bureauFlags
	Name        string     `arg:"" name:"event" help:"cli.arg-event"`
	Club        string     `help:"cli.flag-club" placeholder:"NAME"`
	Start       civil.Date `required:"" help:"cli.flag-event-start" placeholder:"YYYY-MM-DD"`
	End         civil.Date `help:"cli.flag-event-end" placeholder:"YYYY-MM-DD"`
	Rounds      int        `required:"" help:"cli.flag-event-rounds" placeholder:"N"`
	Type        string     `enum:",${types}" default:"" help:"cli.flag-event-type" placeholder:"TYPE"`
	TimeControl string     `help:"cli.flag-event-time-control" placeholder:"CODE"`
	Group       string     `enum:",${groups}" default:"" help:"cli.flag-event-group" placeholder:"GROUP"`
	FIDEEvent   bool       `name:"fide-event" help:"cli.flag-event-fide"`
	Team        bool       `help:"cli.flag-event-team"`
	Braille     bool       `help:"cli.flag-event-braille"`
	Qualifying  bool       `help:"cli.flag-event-qualifying"`
}

// announcement returns the announcement described by the flags.
func (c *announceAdd) announcement() (check.Announcement, error) {
	made := check.Announcement{
		Name: c.Name, Club: c.Club, Days: civil.Range{From: c.Start, To: max(c.Start, c.End)}, Rounds: c.Rounds,
		FIDEEvent: c.FIDEEvent, Team: c.Team, Braille: c.Braille, Qualifying: c.Qualifying,
	}
	if c.End != 0 {
		made.Days.To = c.End
	}
	made.Type, _ = rating.ParseKind(c.Type)
	if c.TimeControl != "" {
		t := report.ReadTimeWords(c.TimeControl).Control
		if t == "" {
			return made, finding.NewProblem("time-control", finding.Text("text", c.TimeControl))
		}
		made.TimeControl = []report.TimeControl{t}
	}
	var err error
	made.Group, _, err = report.ReadGroup(c.Group, finding.At{})
	return made, err
}

func (c *announceAdd) Run(a *app) error {
	wanted, err := c.announcement()
	if err != nil {
		return err
	}
	return c.run(a, func(ctx context.Context, b *bureau.Bureau) error {
		kept, found, err := events.Announce(ctx, b, wanted)
		if err != nil {
			return err
		}
		if err := a.printAnswer(kept); err != nil {
			return err
		}
		a.printFindings(found, finding.Info)
		if worst, _ := finding.Worst(found); worst == finding.Error {
			a.atLeast(exitRefused)
		}
		return nil
	})
}

// printAnswer prints whether and how an announced event will be rated, and why.
func (a *app) printAnswer(kept *check.Announcement) error {
	a.say("register.announced", explain.Data{"ref": kept.Ref, "event": kept.Name, "days": days(kept.Days), "answer": a.answer(kept)})
	answer := kept.Answer
	if answer.Clause == "" {
		if answer.Reading == "" {
			return nil
		}
		_, err := fmt.Fprintf(a.out, "%s %s\n", a.Citation("", answer.Reading), a.Reading(answer.Reading))
		return err
	}
	rules, err := catalog.Find(answer.Edition)
	if err != nil {
		return err
	}
	about := rules.Latest().About()
	_, err = fmt.Fprintf(a.out, "%s %s\n", a.Citation(answer.Clause, answer.Reading), a.Clause(&about, answer.Clause))
	return err
}

// answer describes how an event will be rated.
func (a *app) answer(kept *check.Announcement) string {
	switch {
	case kept.Withdrawn != "":
		return a.Text("register.withdrawn", nil)
	case !kept.Answer.Rated:
		return a.Text("register.not-rated", nil)
	}
	return a.Word(kept.Answer.Kind.String())
}

// announceDispense grants a dispensation.
type announceDispense struct {
	bureauFlags
	reasonFlag
	undoFlag
	Asked civil.Date `help:"cli.flag-asked" placeholder:"YYYY-MM-DD"`
	Ref   string     `arg:"" name:"reference" help:"cli.arg-announcement"`
}

func (c *announceDispense) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	if c.Undo {
		return a.undone(events.TakeBack(ctx, b, c.Ref, c.Reason, true))
	}
	kept, err := events.Dispense(ctx, b, c.Ref, c.Reason, c.Asked)
	if err != nil {
		return err
	}
	key := "register.dispensed"
	if kept.Dispensation.Late {
		key = "register.dispensed-late"
	}
	a.say(key, explain.Data{"ref": kept.Ref, "reason": kept.Dispensation.Reason, "asked": a.Date(kept.Dispensation.Asked)})
	return a.printAnswer(kept)
}

// undone prints how an announced event will be rated after something was taken back.
func (a *app) undone(kept *check.Announcement, err error) error {
	if err != nil {
		return err
	}
	return a.printAnswer(kept)
}

// announceWithdraw records that an announced event is cancelled.
type announceWithdraw struct {
	bureauFlags
	reasonFlag
	undoFlag
	Ref string `arg:"" name:"reference" help:"cli.arg-announcement"`
}

func (c *announceWithdraw) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	if c.Undo {
		return a.undone(events.TakeBack(ctx, b, c.Ref, c.Reason, false))
	}
	return a.done(events.Withdraw(ctx, b, c.Ref, c.Reason), "register.event-withdrawn", explain.Data{"ref": c.Ref})
}

// announceList lists the announced events.
type announceList struct {
	bureauFlags
	Missing bool `help:"cli.flag-missing"`
}

func (c *announceList) Run(a *app, b *bureau.Bureau, r bureau.Reader, s *bureau.Settings) error {
	all, err := events.Announcements(r)
	if err != nil {
		return err
	}
	t, below := a.columns(), [][]string{}
	for _, x := range all {
		over := x.Withdrawn == "" && x.Days.To < b.Today(s)
		came := ""
		switch {
		case x.Report != nil:
			came = x.Report.Ref + " " + a.Word(string(x.Report.State))
		case over:
			came = a.Text("register.no-report", nil)
		}
		if !c.Missing || over && x.Report == nil {
			t.AppendRow(table.Row{x.Ref, days(x.Days), x.Name})
			below = append(below, []string{a.joined(x.Club, a.answer(x.Announcement), came)})
		}
	}
	a.spread(t, below)
	return nil
}
