package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// eventCommand shows an event.
type eventCommand struct {
	bureauFlags
	Format string `enum:"text,csv,json" default:"text" help:"cli.flag-format"`
	Ref    string `arg:"" help:"cli.arg-ref"`
}

func (c *eventCommand) Run(a *app, r bureau.Reader) error {
	e, err := view.FindEvent(r, c.Ref)
	if err != nil {
		return err
	}
	switch c.Format {
	case "csv":
		d := document.NewEvent(e)
		return document.WriteEventCSV(a.out, &d)
	case "json":
		return document.Write(a.out, document.NewEvent(e))
	}
	a.event(e)
	return nil
}

// event prints the crosstables of an event, with what a calculation made of its entries.
func (a *app) event(e *view.Event) {
	a.say("event.title", explain.Data{
		"event": eventName(e.Report), "ref": e.Report.Ref, "state": a.Word(string(e.Report.State)), "period": e.Report.Period, "revision": strconv.Itoa(e.Revision),
	})
	if len(e.Qualified) > 0 {
		a.say("event.qualified", explain.Data{"names": a.joined(e.Qualified...)})
	}
	a.announcement(e.Announced)
	if e.Batch == nil {
		return
	}
	for i := range e.Batch.Sections {
		a.crosstable(e, i)
	}
}

func (a *app) crosstable(e *view.Event, section int) {
	s := &e.Batch.Sections[section]
	fmt.Fprintln(a.out)
	not := ""
	if s.Refused {
		not = a.Text("event.not-rated", nil)
	}
	a.say("event.section", explain.Data{"section": a.Section(s.Name), "rounds": strconv.Itoa(s.Rounds), "type": a.Word(s.Kind.String()), "not": not})
	for _, of := range e.NotRated {
		for _, f := range of.Findings {
			if of.Number == section+1 {
				fmt.Fprintf(a.out, "    %s %s\n", a.Message(f), a.Citation(f.Clause, f.Reading))
			}
		}
	}
	t := a.columns()
	if slices.ContainsFunc(e.Entered, func(k *rows.Entry) bool { return k.Section == section && k.InList }) {
		head := make(table.Row, 4+s.Rounds)
		for i := range head {
			head[i] = ""
		}
		t.AppendHeader(append(head, a.titles("column.rating", "column.change")...))
	}
	for _, entry := range s.Entries {
		id, name := e.Names(entry.Player)
		row := table.Row{entry.Start, id, a.playerName(&register.Player{Name: name, NameLocal: e.Local(entry.Player), Erased: name == ""}), entry.Points}
		for round := 1; round <= s.Rounds; round++ {
			row = append(row, cell(e.Batch, section, entry.Player, round))
		}
		if k := e.EnteredAs(section, entry.Player); k != nil {
			row = append(row, rating.Rating(k.Rating))
			if k.Rating != 0 {
				row = append(row, rating.Points(k.Change).Signed())
			}
		}
		t.AppendRow(row)
	}
	a.print(t)
}

// cell formats a game for a crosstable: the opponent's start number, the
// colour, the result.
func cell(batch *pack.Batch, section int, player uint32, round int) string {
	s := &batch.Sections[section]
	for i := range batch.Games {
		g := &batch.Games[i]
		if int(g.Section) != section || int(g.Round) != round || g.White != player && g.Black != player {
			continue
		}
		white, black := halves(g.Result)
		if g.White == player {
			return fmt.Sprintf("%dw%s", s.StartOf(g.Black), white)
		}
		return fmt.Sprintf("%db%s", s.StartOf(g.White), black)
	}
	for _, b := range s.Byes {
		if b.Player == player && int(b.Round) == round {
			return byes[b.Kind]
		}
	}
	return "-"
}

// byes are the codes of rounds without a game; with a number if they score like
// a win or a draw. A pairing-allocated bye scores what the event decides.
var byes = map[report.ByeKind]string{
	report.PairingBye: "bye", report.FullBye: "bye1", report.HalfBye: "bye=", report.ZeroBye: "-",
}

// halves returns a result as seen by White and by Black.
func halves(r report.Result) (white, black string) {
	between := "-"
	if !r.Played() {
		between = "/"
	}
	white, black, _ = strings.Cut(strings.ReplaceAll(r.String(), "1/2", "="), between)
	return white, black
}
