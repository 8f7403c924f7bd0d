package main

import (
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/view"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// explainCommand tells how a player's ratings came about.
type explainCommand struct {
	explainRules
	explainSource
	words
	DB       string `name:"db" help:"cli.flag-explain-db" placeholder:"FILE"`
	List     string `help:"cli.flag-explain-list" placeholder:"LABEL"`
	Revision int    `help:"cli.flag-revision" placeholder:"N"`
	Now      bool   `help:"cli.flag-now"`
	Player   string `required:"" help:"cli.flag-player" placeholder:"ID"`
	Type     string `enum:",standard,rapid,blitz" default:"" help:"cli.flag-list-type" placeholder:"TYPE"`
	Format   string `enum:"text,json" default:"text" help:"cli.flag-format" placeholder:"text|json"`
	Private  bool   `help:"cli.flag-private"`
}

// explainRules is rules, of which a bureau knows its own.
type explainRules struct {
	Regulation string            `help:"cli.flag-regulation" placeholder:"ID"`
	Set        map[string]string `help:"cli.flag-set" placeholder:"NAME=VALUE" mapsep:"none"`
}

// explainSource is source, of which a bureau needs nothing.
type explainSource struct {
	Players  string   `help:"cli.flag-players" placeholder:"OPENING.csv" type:"existingfile"`
	IDs      string   `name:"ids" enum:"auto,national,fide" default:"auto" help:"cli.flag-ids" placeholder:"auto|national|fide"`
	Encoding string   `help:"cli.flag-encoding" placeholder:"NAME"`
	MaxSize  int64    `default:"16" help:"cli.flag-max-size" placeholder:"MIB"`
	Reports  []string `arg:"" optional:"" name:"report" help:"cli.arg-reports" type:"path"`
}

// Run runs the command.
func (c *explainCommand) Run(a *app) error {
	if c.DB != "" {
		return c.fromStore(a)
	}
	if c.Regulation == "" || len(c.Reports) == 0 {
		return finding.NewProblem("explain-from-what")
	}
	kind, _ := rating.ParseKind(c.Type)
	rules, source := rules(c.explainRules), source(c.explainSource)
	in, err := a.read(&rules, &source, &c.words, kind)
	if err != nil {
		return err
	}
	in.Trace, in.About = season.TraceAll, c.Player
	var listed []*explain.List
	var periods []*season.Period
	findings, err := a.season(in, func(p *season.Period) error {
		found := listsOf(p, c.Player, len(periods) == 0)
		for _, l := range found {
			l.Private = c.Private
		}
		listed, periods = append(listed, found...), append(periods, p)
		return nil
	})
	if err != nil {
		return err
	}
	if len(periods) == 0 {
		a.printFindings(findings, finding.Warning)
		return nil
	}
	name, ok := nameOf(periods[len(periods)-1].Players, c.Player)
	if !ok {
		return finding.NewProblem("unknown-player", finding.Text("id", c.Player))
	}
	addRefusals(listed, periods, findings)
	listed = slices.DeleteFunc(listed, func(l *explain.List) bool {
		idle := len(l.Steps) == 0 && len(l.Refused) == 0 && !l.New.Rated()
		return idle || kind != 0 && l.Kind != kind
	})
	return c.print(a, c.Player, name, listed)
}

// fromStore explains a list of a bureau: a published one by default.
func (c *explainCommand) fromStore(a *app) error {
	officer := bureauFlags{DB: c.DB}
	return officer.view(a, func(b *bureau.Bureau, r bureau.Reader, _ *bureau.Settings) error {
		find := func() (*view.Explanation, error) { return view.Explain(b, r, c.Player, c.List, c.Revision) }
		if c.Now {
			find = func() (*view.Explanation, error) { return view.ExplainNow(r, c.Player, c.List) }
		}
		x, err := find()
		if err != nil {
			return err
		}
		kind, _ := rating.ParseKind(c.Type)
		listed := slices.DeleteFunc(document.Explained(x, c.Private), func(l *explain.List) bool {
			idle := len(l.Steps) == 0 && len(l.Refused) == 0 && len(l.Corrections) == 0 && !l.New.Rated() && !l.Previous.Rated()
			return idle || kind != 0 && l.Kind != kind
		})
		if c.Format == "text" {
			a.listHead(&view.List{Publication: x.Publication, Run: x.Run})
		}
		return c.print(a, x.Player.ID, x.Player.Name, listed)
	})
}

// nameOf gives the name of a player by his ID.
func nameOf(players []roster.Player, id string) (string, bool) {
	n := slices.IndexFunc(players, func(p roster.Player) bool { return p.ID == id })
	if n < 0 {
		return "", false
	}
	return players[n].Name, true
}

func (c *explainCommand) print(a *app, id, name string, listed []*explain.List) error {
	if c.Format == "json" {
		return document.Write(a.out, document.NewExplanation(a.Printer, id, name, listed))
	}
	if len(listed) == 0 {
		a.say("explain.no-rows", explain.Data{"id": id})
	}
	for i, l := range listed {
		if i > 0 {
			fmt.Fprintln(a.out)
		}
		fmt.Fprint(a.out, a.Write(l))
	}
	return nil
}

// listsOf gives a player's explanations of one period, one for each kind of
// list.
func listsOf(p *season.Period, id string, opening bool) []*explain.List {
	n := slices.IndexFunc(p.Players, func(player roster.Player) bool { return player.ID == id })
	if n < 0 {
		return nil
	}
	about := p.Edition.About()
	var listed []*explain.List
	for _, kind := range about.Lists {
		row := p.Row(uint32(n), kind)
		var steps []regulation.Step
		played := p.Trace.Of(uint32(n), kind)
		sections := map[int32]bool{}
		for _, s := range played {
			if s.Player == uint32(n) {
				sections[s.Section] = true
			}
		}
		for _, s := range played {
			if s.Player == uint32(n) || sections[s.Section] {
				steps = append(steps, s)
			}
		}
		listed = append(listed, &explain.List{
			Regulation: about, Period: p.Period, Opening: opening, Kind: kind, PlayerID: id, Player: p.Players[n].Name,
			Names: func(player uint32) string { return p.Players[player].Name },
			Batch: p.Batch, Previous: row.Move.Previous, New: row.State.Rating, Steps: steps,
		})
	}
	return listed
}

// addRefusals tells each explanation which sections of the player were refused.
func addRefusals(listed []*explain.List, periods []*season.Period, findings []finding.Finding) {
	for _, p := range periods {
		for i := range p.Batch.Sections {
			if len(p.Reasons(i)) == 0 {
				continue
			}
			s := &p.Batch.Sections[i]
			r := p.Reports[p.Batch.Events[s.Event].Report]
			for _, l := range listed {
				if l.Batch != p.Batch || l.Kind != s.Kind && s.Kind != 0 || !standsIn(p, s, r, l.PlayerID) {
					continue
				}
				for _, f := range findings {
					if f.Refuses && f.Report == r.File && (f.Section == s.Name || !f.InSection) {
						l.Refused = append(l.Refused, f)
					}
				}
			}
		}
	}
}

// standsIn says whether a player stands in a section: as he was identified or,
// where nobody was, as the report says.
func standsIn(p *season.Period, s *pack.Section, r *report.Report, id string) bool {
	return slices.ContainsFunc(s.Entries, func(e pack.Entry) bool { return p.Players[e.Player].ID == id }) ||
		slices.ContainsFunc(r.Sections[s.Number].Players, func(e report.Player) bool { return e.ID == id })
}
