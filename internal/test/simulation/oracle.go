package simulation

import (
	"fmt"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/test/oracle"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// oracle rates what the lists hold a second time and compares the lists as they
// stand now with what it comes to.
func (l *Life) oracle() {
	if !l.Plan.Plain {
		return
	}
	chain := l.retold()
	regulation := map[string]string{"ncs": "japan", "chessa": "chessa-2015", "nscl": "nscl"}[l.Plan.Authority]
	l.view(func(r bureau.Reader) error {
		chain, err := l.beforeErased(r, chain)
		if err != nil {
			return err
		}
		c, err := l.season(r, chain)
		if err != nil {
			return err
		}
		told := map[string]*oracle.Period{}
		for _, p := range oracle.Rate(regulation, c).Periods {
			told[p.Label] = p
		}
		var newest *oracle.Period
		for _, run := range chain {
			if p := told[run.Label]; p != nil {
				newest = p
			} else if len(run.Records) > 0 && run.Games > 0 {
				l.fail("the oracle agrees", "it has no list %s", run.Label)
			}
			if newest != nil {
				if err := l.agree(r, run, newest); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// retold returns the lists that the oracle can make again, in their order. In South
// Africa the intake counts all who played in an event: there they end with the
// first that holds a report of which a section or an entry was left out.
func (l *Life) retold() []*lists.Run {
	var chain []*lists.Run
	for run := l.chain.last; run.Base != 0; run = l.chain.all[run.Base] {
		chain = append([]*lists.Run{run}, chain...)
	}
	strange := slices.IndexFunc(chain, func(run *lists.Run) bool {
		return slices.ContainsFunc(run.Records, func(id lists.RecordID) bool {
			r := l.known.reports[id.Ref]
			lets := func(d *check.Decision) bool { return d.Adjustment != nil && d.Adjustment.Out != nil } // a single game count of a section that was left out
			return slices.ContainsFunc(r.Open(), waitsForPlayer) || len(r.Held()) > 0 && slices.ContainsFunc(r.Standing(), lets)
		})
	})
	if l.Plan.Authority == "chessa" && strange >= 0 {
		return chain[:strange]
	}
	return chain
}

// beforeErased returns the lists up to the first in which somebody has games whose birth was erased
// before it was made: it is unknown from then on (Reading G8), and the oracle has one birth for all lists.
func (l *Life) beforeErased(r bureau.Reader, chain []*lists.Run) ([]*lists.Run, error) {
	for n, run := range chain {
		in, err := lists.InputOf(r, run)
		if err != nil {
			return nil, err
		}
		var unborn []uint32
		for _, f := range in.Facts {
			if f.BirthYear == 0 {
				unborn = append(unborn, f.Player)
			}
		}
		ids, err := lists.IDsOf(r, unborn)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			if l.known.forgotten[id] && l.known.entered[id].Birth != 0 {
				return chain[:n], nil
			}
		}
	}
	return chain, nil
}

// season returns what the oracle rates: all players as they entered, and the
// reports as the lists hold them.
func (l *Life) season(r bureau.Reader, chain []*lists.Run) (*oracle.Case, error) {
	c := &oracle.Case{Options: map[string]string{"late": "count", "non_members": "count"}, From: l.Plan.On}
	for name, value := range l.Plan.Options {
		if c.Options[name] == "" {
			c.Options[name] = value
		}
	}
	if l.Plan.Authority != "ncs" {
		c.Options = nil
	}
	opening := map[string]roster.Standing{}
	players, list := l.world.Opening()
	for n := range players.Players {
		opening[players.Players[n].ID] = list.Standings[n]
	}
	for _, id := range l.known.ids {
		c.Opening = append(c.Opening, oracle.Opening{Player: l.known.entered[id], Standing: opening[id]})
	}
	for _, run := range chain {
		for _, id := range run.Records {
			e, err := view.FindEvent(r, id.Ref)
			if err != nil {
				return nil, err
			}
			name := e.Report.Event
			if run.Meet {
				name = run.Label // by which the oracle's list is found
			}
			c.Reports = append(c.Reports, asReport(e, name, run.Days.To))
		}
	}
	l.dice.Shuffle(len(c.Reports), func(i, j int) { c.Reports[i], c.Reports[j] = c.Reports[j], c.Reports[i] })
	return c, nil
}

// controls are time controls of each kind, whatever the regulation.
var controls = map[rating.Kind]report.TimeControl{rating.Standard: "5400+30", rating.Rapid: "900+10", rating.Blitz: "180+2"}

// asReport returns what a record holds as a report of a name, received on a day.
// Games that do not count are for points only.
func asReport(e *view.Event, name string, received civil.Date) *report.Report {
	event := &e.Batch.Events[0]
	r := &report.Report{
		File: e.Report.Ref, Name: name, Start: event.Start, End: event.End, Received: received, AgeYear: event.AgeYear,
		FIDEEvent: event.FIDE, Team: event.Team, Braille: event.Braille, System: event.System, Dispensation: "granted, if any was needed",
	}
	for i := range e.Batch.Sections {
		if s := &e.Batch.Sections[i]; !s.Refused {
			r.Sections = append(r.Sections, section(e, s, uint32(i)))
		}
	}
	return r
}

func section(e *view.Event, s *pack.Section, number uint32) report.Section {
	made := report.Section{
		Name: s.Name, Group: s.Group, Rounds: s.Rounds, UnratedFloor: s.Floor, Type: s.Kind, TimeControl: []report.TimeControl{controls[s.Kind]},
	}
	start := map[uint32]int{}
	for _, entry := range s.Entries {
		id, _ := e.Names(entry.Player)
		start[entry.Player] = int(entry.Start)
		made.Players = append(made.Players, report.Player{StartNumber: int(entry.Start), ID: id})
	}
	for i := range e.Batch.Games {
		if g := &e.Batch.Games[i]; g.Section == number {
			made.Games = append(made.Games, report.Game{
				Round: int(g.Round), White: start[g.White], Black: start[g.Black], Date: g.Date, Result: g.Result, Unrated: g.Out != pack.In,
			})
		}
	}
	for _, b := range s.Byes {
		made.Byes = append(made.Byes, report.Bye{Round: int(b.Round), Player: start[b.Player], Kind: b.Kind})
	}
	return made
}

// agree compares a list with what the oracle has come to.
func (l *Life) agree(r bureau.Reader, run *lists.Run, p *oracle.Period) error {
	list, err := ranking.Current(r, run.Label)
	if err != nil {
		return err
	}
	standings, err := lists.ListOf(r, list.Publication.Run)
	if err != nil {
		return err
	}
	stands := map[string]roster.Standing{}
	for i := range list.Lines {
		stands[list.Lines[i].ID] = standings.Standing(list.Lines[i].Number)
	}
	for id, lines := range p.Lines {
		standing := stands[id]
		for _, kind := range list.About.Lists {
			has, should := standing.Of(kind), lines[kind-1]
			is := fmt.Sprint(int(has.Rating), " after ", has.Games, " games, at most ", int(has.Best()))
			if want := fmt.Sprint(should.Rating, " after ", should.Total, " games, at most ", should.Peak); is != want && (standing.Rated() || should.Rating != 0) {
				l.fail("the oracle agrees", "list %s, %s, %v: it stands at %s, and comes to %s", run.Label, id, kind, is, want)
			}
			l.Tally.count("checked", "ratings by the oracle")
		}
	}
	return nil
}
