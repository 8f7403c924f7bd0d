package main

import (
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
)

// gamesCommand prints a player's counted games.
type gamesCommand struct {
	showFlags
	Against string `help:"cli.flag-against" placeholder:"ID"`
	Best    bool   `help:"cli.flag-best"`
	Type    string `enum:",${types}" default:"" help:"cli.flag-list-type" placeholder:"TYPE"`
	Limit   int    `help:"cli.flag-games-limit" placeholder:"N"`
	Player  string `arg:"" name:"id" help:"cli.arg-player-name"`
}

func (c *gamesCommand) Run(a *app, r bureau.Reader) error {
	g, err := c.find(r)
	if err != nil {
		return err
	}
	shown := g.Games
	if c.Best {
		shown = g.Best()
	}
	if c.Limit > 0 {
		shown = shown[:min(c.Limit, len(shown))]
	}
	if c.Format == "json" {
		return document.Write(a.out, document.NewGames(g, shown))
	}
	a.games(g, shown)
	return nil
}

// find reads the games that the flags select; players are named by ID or name.
func (c *gamesCommand) find(r bureau.Reader) (*view.Games, error) {
	kind, err := rating.ParseKind(c.Type)
	if err != nil {
		return nil, err
	}
	id, err := finder.Who(r, c.Player)
	if err != nil {
		return nil, err
	}
	against := ""
	if c.Against != "" {
		if against, err = finder.Who(r, c.Against); err != nil {
			return nil, err
		}
	}
	g, err := view.PlayerGames(r, id, against)
	if err == nil {
		g.Only(kind)
	}
	return g, err
}

// games prints how a player's games ended, and some of them one by one.
func (a *app) games(g *view.Games, shown []view.Game) {
	data := explain.Data{"id": g.Player.ID, "name": a.playerName(g.Player)}
	if g.Against == nil {
		a.say("games.title", data)
	} else {
		data["other"], data["against"] = g.Against.ID, a.playerName(g.Against)
		a.say("games.against", data)
	}
	if len(g.Games) == 0 {
		a.say("games.none", nil)
		return
	}
	t := a.columns()
	t.AppendHeader(a.titles("column.type", "games.colour", "column.games", "games.wins", "games.draws", "games.losses", "column.points"))
	for _, total := range g.Totals() {
		t.AppendRow(table.Row{a.Word(total.Kind.String()), a.colour(total.Black), total.Games(), total.Wins, total.Draws, total.Losses, total.Score()})
	}
	a.print(t)
	if len(shown) == 0 {
		return
	}
	a.say("games.each", nil)
	t = a.columns()
	t.AppendHeader(a.titles("games.day", "history.report", "history.event", "history.section", "column.type", "games.round", "games.colour", "games.opponent", "column.name", "column.rating", "column.points"))
	for i := range shown {
		game := &shown[i]
		t.AppendRow(table.Row{
			a.Date(game.Day), game.Ref, game.Event, a.Section(game.Section), a.Word(game.Kind.String()), strconv.Itoa(game.Round), a.colour(game.Black),
			game.Opponent, a.playerName(&register.Player{Name: game.OpponentName, NameLocal: game.OpponentLocal, Erased: game.OpponentName == ""}), game.OpponentRating.String(), game.Score,
		})
	}
	a.print(t)
}

// colour returns the word for a player's colour.
func (a *app) colour(black bool) string {
	return a.Word(string(explain.ColourOf(black)))
}

// titles returns the titles of columns.
func (a *app) titles(keys ...string) table.Row {
	var row table.Row
	for _, key := range keys {
		row = append(row, a.Text(key, nil))
	}
	return row
}
