// Package calculator answers what people type into the forms of the calculators, on the
// server and in the visitor's browser: it reads the fields, asks the question, and sets
// the answer. Its template shows both.
package calculator

import (
	"cmp"
	"embed"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/internal/question"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Templates holds the template of a calculator's page, "calculator".
//
//go:embed calculator.html
var Templates embed.FS

// calculator is a form that asks a question.
type calculator struct {
	name   string // in its address
	fields []string
	ask    func(*form) question.Question
}

// calculators are the calculators, in the order in which they are shown.
var calculators = []calculator{
	{"change", []string{"type", "rating", "opponent", "score", "k"}, func(f *form) question.Question {
		return &question.Change{Type: f.kind("type"), Rating: f.rating("rating", true), Opponent: f.rating("opponent", true), Score: f.score("score", rating.Win), K: f.chosenK()}
	}},
	{"tournament", []string{"type", "rating", "k", "games"}, func(f *form) question.Question {
		return &question.Tournament{Type: f.kind("type"), Rating: f.rating("rating", true), K: f.chosenK(), Games: f.games("games")}
	}},
	{"first", []string{"average", "points", "count"}, func(f *form) question.Question {
		return &question.First{Result: f.result()}
	}},
	{"performance", []string{"average", "points", "count", "rating"}, func(f *form) question.Question {
		return &question.Performance{Result: f.result(), Rating: f.rating("rating", false)}
	}},
	{"time-control", []string{"control", "declared", "fide"}, func(f *form) question.Question {
		return &question.Type{Control: f.text("control"), Declared: f.kind("declared"), FIDE: f.value("fide") != ""}
	}},
	{"deadline", []string{"played", "received"}, func(f *form) question.Question {
		return &question.Deadline{Played: f.day("played", true), Received: f.day("received", false)}
	}},
	{"fee", []string{"players", "received"}, func(f *form) question.Question {
		return &question.Fee{Players: f.number("players", 1, mostPlayers), Received: f.day("received", false)}
	}},
}

// Parameters are what the forms ask, the edition, and the player from whom
// numbers are taken.
var Parameters = []string{
	"edition", "player", "from", "type", "rating", "opponent", "score", "k", "games", "average", "points", "count", "control", "declared", "fide", "played", "received", "players",
}

// The bounds of what a form takes.
const (
	mostK       = 100
	mostPlayers = 10_000
	mostGames   = 100
	MostText    = 200
	mostLines   = 3000 // bytes of all games
)

// Asked is what is asked of a calculator.
type Asked struct {
	Name     string // of the calculator
	Editions []regulation.Edition
	Query    url.Values // what was typed, by the field
	// Find returns a player by number or name with the numbers of a type, or what to do about it; nil: nobody can be looked up.
	Find  func(text string, kind rating.Kind) (who *Player, trouble string)
	Taken *Player // whose numbers the fields hold if nothing was typed
	Was   *Player // the same with the numbers of the type that the form had before; nil: it is still that
}

// Values is the values of a calculator's page.
type Values struct {
	Name     string
	Names    []string // of all calculators
	Fields   []Field
	Wrong    bool
	Trouble  string  // why there is no answer, if it is no field's fault
	Player   *Player // whose numbers the form starts with
	Answer   *question.Answer
	Headline string // the number asked for; with From and To the change
	From, To string // the rating before and after; empty: it is not about that
	Way      string // "gain", "loss" or "same"
	Against  string // the opponent of one game; empty: nobody was named
	Games    []Game // of a tournament
	Said     []string
	Rests    Cited
	Clauses  []Clause

	Rules, Options string // for the engine: the regulation, and its options as JSON
}

// Player is a player with the numbers of a type.
type Player struct {
	ID, Name string
	Kind     rating.Kind
	Rating   rating.Rating // zero: unrated
	K        rating.K      // of the next game; zero: none
}

// number returns the number for a field; empty: there is none.
func (p *Player) number(field string) string {
	switch {
	case p == nil:
	case field == "rating" && p.Rating.Rated():
		return p.Rating.String()
	case field == "k" && p.K != 0:
		return strconv.Itoa(int(p.K))
	}
	return ""
}

// Game is a game of a tournament in an answer.
type Game struct {
	Opponent, Rated, Difference, CountsAs, Expected, Score, Change string
	Cut                                                            bool   // it does not count in full
	Remark                                                         string // why it does not count
	Out                                                            bool   // it does not
	Rests                                                          Cited
}

// Cited is a clause of an edition and the reading of it that decided.
type Cited struct{ Edition, Clause, Reading string }

// Clause is a clause on which an answer rests, with the readings that decided.
type Clause struct {
	ID, Title string
	Readings  []Reading
}

// Reading is a reading of a clause.
type Reading struct{ ID, Text string }

// Names returns the names of all calculators, in the order in which they are shown.
func Names() []string {
	var all []string
	for i := range calculators {
		all = append(all, calculators[i].name)
	}
	return all
}

// Edition returns the edition that is asked: the one chosen, else the latest.
func (a *Asked) Edition() regulation.Edition {
	for _, e := range a.Editions {
		if e.About().ID == a.Query.Get("edition") {
			return e
		}
	}
	return a.Editions[len(a.Editions)-1]
}

// Empty reports whether nothing was asked yet.
func (a *Asked) Empty() bool {
	n := a.index()
	return n < 0 || !slices.ContainsFunc(calculators[n].fields, func(name string) bool { return a.Query.Has(name) && name != "type" && name != "opponent" })
}

func (a *Asked) index() int {
	return slices.IndexFunc(calculators, func(c calculator) bool { return c.name == a.Name })
}

// Answer returns the values of the page that answers; nil: there is no such calculator.
func (a *Asked) Answer(p *explain.Printer) *Values {
	n := a.index()
	if n < 0 {
		return nil
	}
	edition := a.Edition()
	about := edition.About()
	v := &Values{Name: a.Name, Names: Names()}
	f := &form{Printer: p, about: &about, asked: a, wrong: map[string]string{}}
	if !a.Empty() {
		v.answer(f, calculators[n].ask(f), edition)
	} else if f.value("opponent") != "" {
		f.rating("opponent", true)
	}
	if len(v.Games) == 0 {
		v.Against = strings.Join(f.names, "")
	}
	for _, name := range calculators[n].fields {
		v.Fields = append(v.Fields, f.field(name))
	}
	if len(a.Editions) > 1 {
		v.Fields = append(v.Fields, f.editions(a.Editions, about.ID))
	}
	return v
}

// Field is a field of a form.
type Field struct {
	Name    string
	Control string // "number", "text", "date", "lines", "tick" or "select"
	Value   string
	Choices []Choice
	Hint    bool
	Wrong   string // what to do about its value; empty: nothing
	Most    int    // characters
}

// Choice is a value of a field that offers some.
type Choice struct{ Value, Label string }

// Described returns the ids of what is said about the field.
func (f *Field) Described() string {
	var ids []string
	if f.Hint {
		ids = append(ids, f.Name+"-hint")
	}
	if f.Wrong != "" {
		ids = append(ids, f.Name+"-wrong")
	}
	return strings.Join(ids, " ")
}

// answer has the edition answer the question, if the form was filled in well.
func (c *Values) answer(f *form, q question.Question, e regulation.Edition) {
	if c.Wrong = len(f.wrong) > 0; c.Wrong {
		return
	}
	a, err := q.Answer(f.Printer, e)
	var problem *finding.Problem
	switch {
	case errors.As(err, &problem):
		if name := fieldOf[problem.ID]; name != "" {
			f.wrong[name], c.Wrong = f.TextOr("web.calc.problem-"+problem.ID, "problem."+problem.ID, nil), true
		} else {
			c.Trouble = f.Problem(err)
		}
		return
	case err != nil:
		c.Trouble = f.Problem(err)
		return
	}
	c.Answer, c.Headline = a, strings.Replace(a.Figure, "-", "−", 1)
	if a.From.Rated() && a.To.Rated() {
		c.From, c.To, c.Way = a.From.String(), a.To.String(), map[int]string{-1: "loss", 0: "same", 1: "gain"}[cmp.Compare(a.To, a.From)]
	}
	for i := range a.Games {
		g := f.game(&a.About, &a.Games[i])
		g.Opponent = f.names[i]
		c.Games = append(c.Games, g)
	}
	for _, sentence := range a.Sentences[len(a.Games):] {
		c.Said = append(c.Said, glyph.Capital(glyph.Typeset(f.Printer, sentence)))
	}
	c.Rests = Cited{a.About.ID, a.Clause, a.Reading}
	for _, g := range c.Games {
		c.cite(f, &a.About, g.Rests)
	}
	c.cite(f, &a.About, c.Rests)
}

// cite adds a clause and its reading to those that the answer rests on.
func (c *Values) cite(f *form, about *regulation.About, rests Cited) {
	if rests.Clause == "" || slices.ContainsFunc(c.Clauses, func(k Clause) bool { return k.ID == rests.Clause }) {
		return
	}
	k := Clause{ID: rests.Clause, Title: f.Clause(about, rests.Clause)}
	if rests.Reading != "" {
		k.Readings = []Reading{{ID: rests.Reading, Text: f.Reading(rests.Reading)}}
	}
	c.Clauses = append(c.Clauses, k)
}

// game returns the row of a game.
func (f *form) game(about *regulation.About, s *regulation.Step) Game {
	g := Game{Rated: s.OpponentRating.String(), Score: glyph.Score(s.Score), Rests: Cited{about.ID, s.Clause, s.Reading}}
	if !s.OpponentRating.Rated() {
		g.Rated, g.Out, g.Remark = "–", true, f.Text("calc.left-out", nil)
		return g
	}
	if s.What == regulation.Uncounted {
		g.Out, g.Remark = true, glyph.Typeset(f.Printer, f.Sentence(&explain.List{Regulation: *about}, s))
		return g
	}
	g.Difference, g.CountsAs, g.Cut, g.Change = glyph.Signed(s.Difference), glyph.Signed(s.CountsAs), s.Difference != s.CountsAs, glyph.Signed(s.Change)
	if about.Expectancy {
		g.Expected = s.Expected.String()
	}
	return g
}
