package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/question"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// calcWhatIf rates what has not been played: the games without a result of a report, or
// games that a player names. It starts from a bureau's numbers or, under a regulation,
// from an opening list.
type calcWhatIf struct {
	bureauFlags
	rulesIfAny
	List   string   `name:"players" help:"cli.flag-players" placeholder:"OPENING.csv" type:"existingfile"`
	Player string   `help:"cli.flag-what-if-player" placeholder:"ID"`
	Games  []string `sep:"none" help:"cli.flag-what-if-games" placeholder:"OPPONENT:POINTS,..."`
	Type   string   `enum:",${types}" default:"" help:"cli.flag-type" placeholder:"TYPE"`
	reading
	MaxSize int64  `default:"16" help:"cli.flag-max-size" placeholder:"MIB"`
	Format  string `enum:"text,json" default:"text" help:"cli.flag-format"`
	File    string `arg:"" optional:"" name:"report" help:"cli.arg-what-if" type:"existingfile"`
}

// supposition is a report that is not over.
type supposition struct {
	report    *report.Report
	unplayed  []file.Unplayed
	opponents []roster.State // of those whom --games names by their ratings, by number
}

func (c *calcWhatIf) Run(a *app) error {
	if (c.File == "") == (len(c.Games) == 0) || c.File == "" && c.Player == "" {
		return finding.NewProblem("what-if-of-what")
	}
	if c.Regulation == "" {
		return c.view(a, func(b *bureau.Bureau, r bureau.Reader, s *bureau.Settings) (err error) {
			if c.Player != "" {
				if c.Player, err = finder.Who(r, c.Player); err != nil {
					return err
				}
			}
			of, err := c.suppose(a, b.Today(s), func(name string) (string, error) { return finder.Who(r, name) })
			if err != nil || of == nil {
				return err
			}
			in, run, err := trial.Suppose(r, s, []season.Source{{Report: of.report}})
			if err != nil {
				return err
			}
			return c.answer(a, in, of, run.Label)
		})
	}
	rules := rules(c.rulesIfAny)
	found, err := rules.find()
	if err != nil {
		return err
	}
	of, err := c.suppose(a, civil.Of(time.Now().Date()), func(id string) (string, error) { return id, nil })
	if err != nil || of == nil {
		return err
	}
	in := &input{Input: season.Input{Regulation: found, IDs: season.AutoID, Supposed: true, Reports: []season.Source{{Report: of.report}}}}
	if c.List == "" {
		in.IDs = season.Reported
		in.Roster, in.Opening, _ = season.OwnList(found.Latest(), in.Reports)
	} else if err := a.readPlayers(in, &source{Players: c.List, IDs: "auto", MaxSize: c.MaxSize}); err != nil {
		return err
	}
	return c.answer(a, &in.Input, of, "")
}

// suppose reads the report, or makes one of the games that are asked about. It returns
// nil if the report is refused. who returns the ID of an opponent who is named.
func (c *calcWhatIf) suppose(a *app, today civil.Date, who func(string) (string, error)) (*supposition, error) {
	kind, err := rating.ParseKind(c.Type)
	if err != nil {
		return nil, err
	}
	if c.File == "" {
		return c.asked(a, kind, today, who)
	}
	data, err := file.Load(c.File, c.MaxSize<<20)
	if err != nil {
		return nil, err
	}
	of := &supposition{}
	var found []finding.Finding
	of.report, of.unplayed, found = file.ReadUnfinished(data, filepath.Base(c.File), c.as())
	if of.report == nil {
		a.printFindings(found, finding.Error)
		a.atLeast(exitFailed)
		return nil, nil
	}
	fill(&of.report.Type, kind)
	fill(&of.report.Start, today)
	fill(&of.report.End, of.report.Start)
	return of, nil
}

// asked makes a report of the games of --games.
func (c *calcWhatIf) asked(a *app, kind rating.Kind, today civil.Date, who func(string) (string, error)) (*supposition, error) {
	if kind == 0 {
		kind = rating.Standard
	}
	games, err := question.ParseGames(strings.Join(c.Games, ";"))
	if err != nil {
		return nil, err
	}
	s := report.Section{Rounds: len(games), Group: report.Open, Players: []report.Player{{StartNumber: 1, ID: c.Player, Name: c.Player}}}
	of := &supposition{report: &report.Report{Name: a.Text("calc.what-if-event", nil), Start: today, End: today, Type: kind}}
	for i, game := range games {
		p := report.Player{StartNumber: i + 2, ID: game.Opponent, Name: game.Opponent}
		state := roster.State{}
		if game.Opponent == "" {
			p.ID, p.Name = fmt.Sprintf("#%d", i+1), game.Rating.String() // an ID that nobody has
			if !game.Rating.Rated() {
				p.Name = a.Text("calc.unrated", nil)
			}
			state = roster.State{Rating: game.Rating, Peak: game.Rating, Games: 100}
		} else if p.ID, err = who(game.Opponent); err != nil {
			return nil, err
		}
		of.opponents = append(of.opponents, state)
		s.Players = append(s.Players, p)
		s.Games = append(s.Games, report.Game{Round: i + 1, White: 1, Black: i + 2, Date: today, Result: results[game.Score]})
	}
	of.report.Sections = []report.Section{s}
	return of, nil
}

// results are the results by White's score.
var results = map[rating.Score]report.Result{rating.Win: report.WhiteWon, rating.Draw: report.Drawn, rating.Loss: report.BlackWon}

// answer rates the report with each result of each game without one, the others left out,
// and prints what it would make of the players' ratings.
func (c *calcWhatIf) answer(a *app, in *season.Input, of *supposition, list string) error {
	for i, state := range of.opponents {
		if state.Rating.Rated() {
			var standing roster.Standing
			*standing.Of(of.report.Type) = state
			p := of.report.Sections[0].Players[i+1]
			in.Roster.Add(roster.Player{ID: p.ID, Name: p.Name})
			in.Opening.Standings = append(in.Opening.Standings, standing)
		}
	}
	doc := document.NewWhatIf(list)
	rated, _, err := of.rate(in, nil, 0)
	if err != nil {
		return err
	}
	if len(rated.Periods) == 0 {
		a.printFindings(rated.Findings, finding.Error)
		a.atLeast(exitFailed)
		return nil
	}
	if len(of.unplayed) == 0 && c.Player != "" { // the games as they are
		game := document.WhatIfGame{Player: document.WhatIfPlayer{ID: c.Player, Name: c.Player}}
		if err := c.outcome(a, rated, &game, nil); err != nil {
			return err
		}
		doc.Games = append(doc.Games, game)
	}
	for i := range of.unplayed {
		for side, colour := range explain.Colours() {
			game, err := c.game(a, in, of, &of.unplayed[i], side, colour)
			if err != nil {
				return err
			}
			if game != nil {
				doc.Games = append(doc.Games, *game)
			}
		}
	}
	if len(doc.Games) == 0 {
		return finding.NewProblem("what-if-nothing")
	}
	if c.Format == "json" {
		return document.Write(a.out, doc)
	}
	return nil
}

// game answers for one of the players of a game, White being side 0; nil if it is another
// one than is asked about.
func (c *calcWhatIf) game(a *app, in *season.Input, of *supposition, game *file.Unplayed, side int, colour explain.Colour) (*document.WhatIfGame, error) {
	var said *document.WhatIfGame
	for _, score := range []rating.Score{rating.Win, rating.Draw, rating.Loss} {
		rated, players, err := of.rate(in, game, []rating.Score{score, rating.Win - score}[side])
		if err != nil {
			return nil, err
		}
		if players[side].ID == "" || c.Player != "" && players[side].ID != c.Player {
			return nil, nil
		}
		if said == nil {
			said = &document.WhatIfGame{
				Player: players[side], Section: of.report.Sections[game.Section].Name, Round: &game.Game.Round, Colour: &colour, Opponent: &players[1-side],
			}
		}
		if err := c.outcome(a, rated, said, &score); err != nil {
			return nil, err
		}
	}
	return said, nil
}

// rate rates the report with White's score in a game; a nil one is no game. It returns
// the players of the game, White first.
func (of *supposition) rate(in *season.Input, game *file.Unplayed, white rating.Score) (*arpad.Rated, [2]document.WhatIfPlayer, error) {
	var players [2]document.WhatIfPlayer
	played := *of.report
	if game != nil {
		played.Sections = slices.Clone(of.report.Sections)
		made := game.Game
		made.Result = results[white]
		section := &played.Sections[game.Section]
		section.Games = append(slices.Clone(section.Games), made)
	}
	with := *in
	with.Reports = []season.Source{{Report: &played}}
	rated, err := arpad.RateInput(with)
	if err != nil || game == nil {
		return rated, players, err
	}
	for _, p := range rated.Periods {
		for i := range p.Batch.Sections {
			for _, e := range p.Batch.Sections[i].Entries {
				side := slices.Index([]int{game.Game.White, game.Game.Black}, int(e.Start))
				if side >= 0 && p.Batch.Sections[i].Number == game.Section {
					players[side] = document.WhatIfPlayer{ID: p.Players[e.Player].ID, Name: p.Players[e.Player].Name}
				}
			}
		}
	}
	return rated, players, nil
}

// outcome adds what a result would make of the player's ratings, and prints it as text:
// in the sentences of an explanation, with K and why it is that.
func (c *calcWhatIf) outcome(a *app, rated *arpad.Rated, game *document.WhatIfGame, score *rating.Score) error {
	listed, err := rated.Explain(game.Player.ID, 0)
	if err != nil {
		return err
	}
	if p := rated.Periods[0]; game.Opponent == nil {
		game.Player.Name = p.Players[slices.IndexFunc(p.Players, func(player roster.Player) bool { return player.ID == game.Player.ID })].Name
	}
	listed = slices.DeleteFunc(listed, func(l *explain.List) bool { return len(l.Steps) == 0 && len(l.Left) == 0 })
	game.Add(a.Printer, score, listed)
	if c.Format == "json" {
		return nil
	}
	data := explain.Data{"player": game.Player.ID + " " + game.Player.Name}
	if len(game.Outcomes) == 1 {
		if game.Opponent != nil {
			data["opponent"], data["round"] = game.Opponent.ID+" "+game.Opponent.Name, fmt.Sprint(*game.Round)
			a.say("calc.what-if", data)
		} else {
			a.say("calc.what-if-all", data)
		}
	}
	for _, l := range listed {
		data := explain.Data{"type": a.Word(l.Kind.String()), "before": l.Previous.String(), "rating": l.New.String(), "score": ""}
		if score != nil {
			data["score"] = score.String()
		}
		fmt.Fprintf(a.out, "  %s\n", a.Text("calc.what-if-rating", data))
		for _, sentence := range a.Summarize(l) {
			fmt.Fprintf(a.out, "    %s\n", sentence)
		}
		for i := range l.Steps {
			if s := &l.Steps[i]; s.What == regulation.KFactor {
				data := explain.Data{"k": a.Sentence(l, s), "clause": a.Citation(s.Clause, s.Reading)}
				fmt.Fprintf(a.out, "    %s\n", a.Text("calc.what-if-k", data))
			}
		}
	}
	return nil
}
