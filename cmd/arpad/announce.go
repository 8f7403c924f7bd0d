package main

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// announceCommand handles announced events.
type announceCommand struct {
	Add      command[act.AnnounceEvent] `cmd:"" help:"cli.announce-add"`
	Set      command[act.SetEvent]      `cmd:"" help:"cli.announce-set"`
	Dispense command[act.DispenseEvent] `cmd:"" help:"cli.announce-dispense"`
	Withdraw command[act.WithdrawEvent] `cmd:"" help:"cli.announce-withdraw"`
	List     announceList               `cmd:"" help:"cli.announce-list"`
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
