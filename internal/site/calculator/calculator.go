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
	"unicode"

	"github.com/arpadchess/arpad/civil"
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
		c.Said = append(c.Said, glyph.Capital(glyph.Typeset(sentence)))
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
		g.Out, g.Remark = true, glyph.Typeset(f.Sentence(&explain.List{Regulation: *about}, s))
		return g
	}
	g.Difference, g.CountsAs, g.Cut, g.Change = glyph.Signed(s.Difference), glyph.Signed(s.CountsAs), s.Difference != s.CountsAs, glyph.Signed(s.Change)
	if about.Expectancy {
		g.Expected = s.Expected.String()
	}
	return g
}

// fieldOf is the field at which something is to be put right, by the problem.
var fieldOf = map[string]string{
	"own-rating-needed": "rating", "score-above-games": "points", "time-control-unread": "control", "received-before-played": "received",
}

// form reads the fields of a calculator.
type form struct {
	*explain.Printer
	about *regulation.About
	asked *Asked
	wrong map[string]string // what to do about a field, by its name
	names []string          // of the opponents, by game
	k     rating.K          // of the player whom the field of the rating names
}

// value returns what a field holds: what was typed, else a player's number.
func (f *form) value(name string) string {
	typed := strings.TrimSpace(strings.ToValidUTF8(f.asked.Query.Get(name), "\uFFFD"))
	if was := f.asked.Was.number(name); f.asked.Query.Has(name) && (was == "" || typed != was) {
		return typed
	}
	return f.asked.Taken.number(name)
}

// field returns a field with what it holds.
func (f *form) field(name string) Field {
	shown := Field{Name: name, Control: "number", Value: f.value(name), Most: 10, Wrong: f.wrong[name]}
	switch name {
	case "rating", "opponent":
		if f.asked.Find != nil {
			shown.Control, shown.Most = "text", MostText
		}
	case "type", "declared":
		shown.Control, shown.Most = "select", 0
		kinds := f.about.Lists
		if name == "declared" {
			shown.Choices, kinds = []Choice{{"", f.Text("web.calc.undeclared", nil)}}, rating.AllKinds[:]
		}
		for _, kind := range kinds {
			shown.Choices = append(shown.Choices, Choice{kind.String(), f.Word(kind.String())})
		}
	case "score":
		shown.Control, shown.Most = "select", 0
		for _, result := range []string{"1", "0.5", "0"} {
			shown.Choices = append(shown.Choices, Choice{result, f.Text("web.calc.score-"+strings.Replace(result, ".", "", 1), nil)})
		}
	case "games":
		shown.Control, shown.Most = "lines", mostLines
	case "control":
		shown.Control, shown.Most = "text", MostText
	case "played", "received":
		shown.Control = "date"
	case "fide":
		shown.Control = "tick"
	}
	hint := "web.calc.hint-" + name
	shown.Hint = f.Text(hint, nil) != hint
	return shown
}

// editions returns the field that chooses the edition.
func (f *form) editions(all []regulation.Edition, chosen string) Field {
	shown := Field{Name: "edition", Control: "select", Value: chosen}
	for _, e := range slices.Backward(all) {
		id := e.About().ID
		shown.Choices = append(shown.Choices, Choice{id, f.Text("regulation."+id, nil)})
	}
	return shown
}

// complain notes what to do about a field.
func (f *form) complain(name, key string, values ...any) {
	f.wrong[name] = glyph.Text(f.Printer, "web.calc."+key, values...)
}

// text returns a text that must be there.
func (f *form) text(name string) string {
	text := f.value(name)
	if text == "" || len(text) > MostText {
		f.complain(name, "wrong-"+name)
	}
	return text
}

// kind returns a type, zero for none.
func (f *form) kind(name string) rating.Kind {
	kind, err := rating.ParseKind(f.value(name))
	if err != nil {
		f.complain(name, "wrong-type")
	}
	if kind == 0 && name == "type" {
		kind = f.about.Lists[0]
	}
	if name == "type" && !f.about.Issues(kind) {
		f.complain(name, "wrong-type")
	}
	return kind
}

// rating returns a rating, which may be missing if it is not needed.
func (f *form) rating(name string, needed bool) rating.Rating {
	text := question.Plain(f.value(name))
	r, err := rating.ParseRating(text)
	if err != nil && len(text) <= MostText && strings.ContainsFunc(text, unicode.IsLetter) {
		p := f.find(name, text)
		if p == nil {
			return 0
		}
		if r, err = p.Rating, nil; name == "opponent" {
			f.names = []string{p.Name}
		} else {
			f.k = p.K
		}
	}
	if err != nil || needed && !r.Rated() {
		f.complain(name, "wrong-rating", "most", int(rating.Max))
	}
	return r
}

// chosenK returns the K that was typed, else that of the player whom the form names; zero: none.
func (f *form) chosenK() int {
	return cmp.Or(f.number("k", 0, mostK), int(f.k))
}

// number returns a whole number; a missing one is zero, if that is possible.
func (f *form) number(name string, least, most int) int {
	text := question.Plain(f.value(name))
	if text == "" && least == 0 {
		return 0
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		f.complain(name, "wrong-"+name, "most", most)
	}
	return n
}

// score returns points.
func (f *form) score(name string, most rating.Score) rating.Score {
	s, err := question.ParseScore(f.value(name))
	if err != nil || s > most {
		f.complain(name, "wrong-"+name)
	}
	return s
}

// result returns points against opponents with an average rating.
func (f *form) result() question.Result {
	average, err := rating.ParsePoints(strings.Replace(question.Plain(f.value("average")), ",", ".", 1))
	if err != nil || average < rating.Point || average > rating.Max.Points() {
		f.complain("average", "wrong-rating", "most", int(rating.Max))
	}
	return question.Result{Average: average, Score: f.score("points", 2*mostPlayers), Games: f.number("count", 1, mostPlayers)}
}

// day returns a day, which may be missing if it is not needed.
func (f *form) day(name string, needed bool) civil.Date {
	text := question.Plain(f.value(name))
	if text == "" && !needed {
		return 0
	}
	day, err := civil.Parse(text)
	if err != nil {
		f.complain(name, "wrong-day")
	}
	return day
}

// games returns games, one a line: the opponent, then the result.
func (f *form) games(name string) (played []regulation.Played) {
	text := f.value(name)
	if len(text) > mostLines {
		text = ""
	}
	found, err := question.ParseGames(text)
	var problem *finding.Problem
	switch {
	case errors.As(err, &problem):
		f.complain(name, "wrong-game", "text", cut(problem.Values[0].Text))
		return nil
	case len(found) == 0 || len(found) > mostGames:
		f.complain(name, "wrong-games", "most", mostGames)
		return nil
	}
	for _, g := range found {
		who := ""
		if g.Opponent != "" {
			p := f.find(name, g.Opponent)
			if p == nil {
				return nil
			}
			who, g.Rating = p.Name, p.Rating
		}
		f.names, played = append(f.names, who), append(played, regulation.Played{Opponent: g.Rating, Score: g.Score})
	}
	return played
}

// find returns the player whom a field names; nil, with a complaint, if nobody can be found.
func (f *form) find(name, text string) *Player {
	if f.asked.Find != nil {
		p, trouble := f.asked.Find(text, f.kindOf())
		if p != nil {
			return p
		}
		if trouble != "" {
			f.wrong[name] = trouble
			return nil
		}
	}
	f.complain(name, "wrong-name", "text", cut(text))
	return nil
}

// kindOf returns the type that is asked about, the first one if it is none.
func (f *form) kindOf() rating.Kind {
	if kind, err := rating.ParseKind(f.value("type")); err == nil && f.about.Issues(kind) {
		return kind
	}
	return f.about.Lists[0]
}

// cut cuts a text that people typed to a length that can be shown.
func cut(text string) string {
	const longest = 30
	if runes := []rune(strings.TrimSpace(text)); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return strings.TrimSpace(text)
}
