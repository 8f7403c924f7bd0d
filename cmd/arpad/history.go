package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// historyCommand shows a player's lists and events.
type historyCommand struct {
	office
	Player string `arg:"" name:"id" help:"cli.flag-player"`
}

// Run runs the command.
func (c *historyCommand) Run(a *app) error {
	return c.view(a, func(b *bureau.Bureau, r bureau.Reader, _ *bureau.Settings) error {
		h, err := b.History(r, c.Player)
		if err != nil {
			return err
		}
		a.history(h)
		return nil
	})
}

// history prints a player's history, the oldest list first.
func (a *app) history(h *bureau.History) {
	fmt.Fprintln(a.out, h.Player.ID, a.playerName(h.Player))
	t := a.columns()
	t.AppendHeader(append(table.Row{a.Text("history.list", nil), a.Text("history.revision", nil)}, append(a.kindNames(h.Kinds), "")...))
	for _, line := range h.Lists {
		row := table.Row{line.Run.Label}
		remark := a.Text("history.unpublished", explain.Data{"correction": line.Run.Cause})
		if line.Publication == nil {
			row = append(row, "-")
		} else {
			row = append(row, line.Publication.Revision)
			remark = a.causeOf(line.Publication.Cause)
		}
		for _, kind := range h.Kinds {
			row = append(row, a.thenAndNow(&line, kind))
		}
		if len(line.Corrections) > 0 {
			remark += a.Text("history.corrected", explain.Data{"corrections": strings.Join(line.Corrections, ", ")})
		}
		t.AppendRow(append(row, remark))
	}
	fmt.Fprintln(a.out, render(t))
	if len(h.Events) == 0 {
		return
	}
	fmt.Fprintln(a.out)
	t = a.columns()
	for _, e := range h.Events {
		t.AppendRow(table.Row{e.List, e.Ref, e.Event, e.Section, a.Word(e.Kind.String()), a.Text("history.score", explain.Data{
			"score": e.Score.String(), "games": strconv.Itoa(e.Games),
		})})
	}
	fmt.Fprintln(a.out, render(t))
}

// thenAndNow writes the rating of a published list and, where it stands
// otherwise now, that one too.
func (a *app) thenAndNow(line *bureau.HistoryLine, kind rating.Kind) string {
	then, now := line.Then.Of(kind).Rating, line.Now.Of(kind).Rating
	if line.Publication == nil || then == now {
		return now.String()
	}
	return a.Text("history.now", explain.Data{"then": then.String(), "now": now.String()})
}

// eventCommand shows an event.
type eventCommand struct {
	office
	Ref string `arg:"" help:"cli.arg-ref"`
}

// Run runs the command.
func (c *eventCommand) Run(a *app) error {
	return c.view(a, func(b *bureau.Bureau, r bureau.Reader, _ *bureau.Settings) error {
		e, err := b.Event(r, c.Ref)
		if err != nil {
			return err
		}
		a.event(e)
		return nil
	})
}

// event prints the crosstables of an event.
func (a *app) event(e *bureau.Event) {
	a.say("event.title", explain.Data{
		"event": e.Report.Event, "ref": e.Report.Ref, "state": a.Word(string(e.Report.State)), "period": e.Report.Period, "revision": strconv.Itoa(e.Revision),
	})
	if e.Batch == nil {
		return
	}
	for i := range e.Batch.Sections {
		a.crosstable(e, i)
	}
}

func (a *app) crosstable(e *bureau.Event, section int) {
	s := &e.Batch.Sections[section]
	fmt.Fprintln(a.out)
	a.say("event.section", explain.Data{"section": a.sectionName(s.Name), "rounds": strconv.Itoa(s.Rounds), "type": a.Word(s.Kind.String())})
	t := a.columns()
	for _, entry := range s.Entries {
		id, name := e.Names(entry.Player)
		row := table.Row{entry.Start, id, name, entry.Points}
		for round := 1; round <= s.Rounds; round++ {
			row = append(row, cell(e.Batch, section, entry.Player, round))
		}
		t.AppendRow(row)
	}
	fmt.Fprintln(a.out, render(t))
}

// sectionName names a section for people.
func (a *app) sectionName(name string) string {
	if name == "" {
		return a.Text("event.unnamed", nil)
	}
	return name
}

// cell writes a game as a crosstable does: the opponent's start number, the
// colour, the result.
func cell(batch *pack.Batch, section int, player uint32, round int) string {
	s := &batch.Sections[section]
	start := func(n uint32) int32 {
		return s.Entries[slices.IndexFunc(s.Entries, func(e pack.Entry) bool { return e.Player == n })].Start
	}
	for i := range batch.Games {
		g := &batch.Games[i]
		if int(g.Section) != section || int(g.Round) != round || g.White != player && g.Black != player {
			continue
		}
		white, black := halves(g.Result)
		if g.White == player {
			return fmt.Sprintf("%dw%s", start(g.Black), white)
		}
		return fmt.Sprintf("%db%s", start(g.White), black)
	}
	return "-"
}

// halves gives what a result says of White and of Black.
func halves(r report.Result) (white, black string) {
	between := "-"
	if !r.Played() {
		between = "/"
	}
	white, black, _ = strings.Cut(strings.ReplaceAll(r.String(), "1/2", "="), between)
	return white, black
}

// explanation turns what the bureau explains into what is printed.
func (a *app) explanation(x *bureau.Explanation, private bool) []*explain.List {
	var lists []*explain.List
	for _, e := range x.Ratings {
		first, last := e.Rows[0], e.Rows[len(e.Rows)-1]
		sections := map[int32]bool{}
		for _, s := range e.Steps {
			sections[s.Section] = sections[s.Section] || s.Player == x.Player.Number
		}
		l := &explain.List{
			Regulation: x.About, Period: regulation.Period{Label: x.Run.Label, Days: x.Run.Days, List: x.Run.List, Meet: x.Run.Meet},
			Opening: x.Opening, From: x.From, Kind: e.Kind, PlayerID: x.Player.ID, Player: x.Player.Name, Batch: x.Batch,
			Names:    func(n uint32) string { _, name := x.Names(n); return name },
			Previous: first.From, New: last.To, Private: private,
			Steps: slices.DeleteFunc(e.Steps, func(s regulation.Step) bool { return !sections[s.Section] && s.Player != x.Player.Number }),
		}
		place := explain.BeforeCalculation
		for _, row := range e.Rows {
			if row.Cause == "" {
				place = explain.AfterCalculation
				continue
			}
			l.Corrections = append(l.Corrections, explain.Correction{Number: row.Cause, Place: place, From: row.From, To: row.To})
		}
		for _, row := range e.Revised {
			l.Corrections = append(l.Corrections, explain.Correction{Number: row.Cause, Place: explain.BetweenRevisions, From: row.From, To: row.To})
		}
		for section, f := range x.Refused {
			s := &x.Batch.Sections[section]
			if s.Kind == e.Kind && slices.ContainsFunc(s.Entries, func(entry pack.Entry) bool { return entry.Player == x.Player.Number }) {
				l.Refused = append(l.Refused, f)
			}
		}
		slices.SortFunc(l.Refused, finding.Compare)
		lists = append(lists, l)
	}
	return lists
}
