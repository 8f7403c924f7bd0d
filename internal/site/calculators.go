package site

import (
	"encoding/json"
	"errors"
	"strconv"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/register"
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
	asked := &calculator.Asked{Name: v.Value("name"), Editions: rules.Editions, Query: v.Query}
	about := asked.Edition().About()
	who, trouble, err := v.take(asked, &about)
	if err != nil {
		return nil, err
	}
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
	if values.Player = who; values.Trouble == "" {
		values.Trouble = trouble
	}
	return values, nil
}

// take takes a player's public numbers of a type, and returns who it is, or why nobody is.
func (v *visit) take(asked *calculator.Asked, about *regulation.About) (who *calculator.Player, trouble string, err error) {
	id := v.Get("player")
	if id == "" || len(id) > calculator.MostText {
		return nil, "", nil
	}
	p, err := register.Find(v.R, id)
	var refused *finding.Refused
	if errors.As(err, &refused) || err == nil && p.Erased {
		return nil, v.Text("web.calc.nobody", nil), nil
	}
	if err != nil {
		return nil, "", err
	}
	who = &calculator.Player{ID: p.ID, Name: v.person(p.ID, p.Name, p.NameLocal).Name}
	today, err := v.Today(p)
	if err != nil {
		return nil, "", err
	}
	kind, err := rating.ParseKind(v.Get("type"))
	if err != nil || !about.Issues(kind) {
		kind = about.Lists[0]
	}
	is := today.Of(kind)
	if !is.Rating.Rated() {
		return who, "", nil
	}
	asked.Taken = map[string]string{"rating": is.Rating.String()}
	if is.NextK != 0 {
		asked.Taken["k"] = strconv.Itoa(int(is.NextK))
	}
	return who, "", nil
}
