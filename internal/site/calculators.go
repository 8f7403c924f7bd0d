package site

import (
	"encoding/json"
	"errors"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/site/calculator"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

func readCalculators(*visit) ([]string, error) { return calculator.Names(), nil }

func readCalculator(v *visit) (*calculator.Values, error) {
	rules, err := v.Settings.Rules()
	if err != nil {
		return nil, err
	}
	asked := &calculator.Asked{Name: v.Value("name"), Editions: rules.Editions, Query: v.Query, Find: v.find}
	about := asked.Edition().About()
	trouble := v.take(asked, &about)
	values := asked.Answer(v.Printer)
	if values == nil {
		return nil, errNoPage
	}
	v.Unlisted, v.Engine = len(v.Query) > 0, v.site.Engine
	options, err := json.Marshal(v.Settings.Options)
	if err != nil {
		return nil, err
	}
	values.Rules, values.Options = v.Settings.Regulation, string(options)
	if values.Player = asked.Taken; values.Trouble == "" {
		values.Trouble = trouble
	}
	return values, nil
}

// take takes a player's public numbers of a type, and says why there are none.
func (v *visit) take(asked *calculator.Asked, about *regulation.About) (trouble string) {
	id := v.Get("player")
	if id == "" || len(id) > calculator.MostText {
		return ""
	}
	kindOf := func(name string) rating.Kind {
		if kind, err := rating.ParseKind(v.Get(name)); err == nil && about.Issues(kind) {
			return kind
		}
		return about.Lists[0]
	}
	if asked.Taken, trouble = v.find(id, kindOf("type")); trouble == "" && v.Get("from") != "" && kindOf("from") != kindOf("type") {
		asked.Was, trouble = v.find(id, kindOf("from"))
	}
	return trouble
}

// find returns a player by number or name with the public numbers of a type, or says why there is none.
func (v *visit) find(text string, kind rating.Kind) (*calculator.Player, string) {
	var id string
	var p *register.Player
	var today *ranking.Player
	search, err := v.Searcher()
	if err == nil {
		id, err = search.Who(v.R, text)
	}
	if err == nil {
		p, err = register.Find(v.R, id)
	}
	if err == nil && !p.Erased {
		today, err = v.Today(p)
	}
	var refused *finding.Refused
	switch {
	case errors.As(err, &refused) && refused.ID == "player-not-unique":
		return nil, v.Message(refused.Finding)
	case today == nil:
		return nil, v.Text("web.calc.nobody", nil)
	}
	is := today.Of(kind)
	if is.Figure == nil {
		is.Figure = &rows.Figure{}
	}
	return &calculator.Player{ID: p.ID, Name: v.person(p.ID, p.Name, p.NameLocal).Name, Kind: kind, Rating: is.Rating, K: is.NextK}, ""
}
