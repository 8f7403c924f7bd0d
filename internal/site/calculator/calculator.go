// Package calculator answers what people type into the forms of the calculators, on the
// server and in the visitor's browser: it reads the fields, asks the question, and sets
// the answer. Its template shows both.
package calculator

import (
	"embed"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/width"

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
		return &question.Change{Type: f.kind("type"), Rating: f.rating("rating", true), Opponent: f.rating("opponent", true), Score: f.score("score", rating.Win), K: f.number("k", 0, mostK)}
	}},
	{"tournament", []string{"type", "rating", "k", "games"}, func(f *form) question.Question {
		return &question.Tournament{Type: f.kind("type"), Rating: f.rating("rating", true), K: f.number("k", 0, mostK), Games: f.games("games")}
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
	"edition", "player", "type", "rating", "opponent", "score", "k", "games", "average", "points", "count", "control", "declared", "fide", "played", "received", "players",
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
	Query    url.Values        // what was typed, by the field
	Taken    map[string]string // a player's numbers, by the field: what it holds if nothing was typed
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
	Headline string // the number asked for
	Games    []Game // of a tournament
	Said     []string
	Rests    Cited
	Clauses  []Clause

	Rules, Options string // for the engine: the regulation, and its options as JSON
}

// Player is the player whose numbers a form starts with.
type Player struct{ ID, Name string }

// Game is a game of a tournament in an answer.
type Game struct {
	Rated, Difference, CountsAs, Expected, Score, Change string
	Cut                                                  bool   // it does not count in full
	Remark                                               string // why it does not count
	Out                                                  bool   // it does not
	Rests                                                Cited
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
	return n < 0 || !slices.ContainsFunc(calculators[n].fields, func(name string) bool { return a.Query.Has(name) && name != "type" })
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
	for i := range a.Games {
		c.Games = append(c.Games, f.game(&a.About, &a.Games[i]))
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
}

// value returns what a field holds: what was typed, else a player's number.
func (f *form) value(name string) string {
	if f.asked.Query.Has(name) {
		return strings.TrimSpace(strings.ToValidUTF8(f.asked.Query.Get(name), "\uFFFD"))
	}
	return f.asked.Taken[name]
}

// field returns a field with what it holds.
func (f *form) field(name string) Field {
	shown := Field{Name: name, Control: "number", Value: f.value(name), Most: 10, Wrong: f.wrong[name]}
	switch name {
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
	text := figures(f.value(name))
	r, err := rating.ParseRating(text)
	if err != nil || needed && !r.Rated() {
		f.complain(name, "wrong-rating", "most", int(rating.Max))
	}
	return r
}

// number returns a whole number; a missing one is zero, if that is possible.
func (f *form) number(name string, least, most int) int {
	text := figures(f.value(name))
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
	s, err := parseScore(f.value(name))
	if err != nil || s > most {
		f.complain(name, "wrong-"+name)
	}
	return s
}

// parseScore parses points, a half as people write it.
func parseScore(text string) (rating.Score, error) {
	text = figures(strings.TrimSpace(text))
	switch {
	case text == "":
		return 0, errNoPoints
	case text == "½", text == "=":
		text = "0.5"
	}
	return rating.ParseScore(strings.Replace(strings.Replace(text, "½", ".5", 1), ",", ".", 1))
}

var errNoPoints = errors.New("no points")

// result returns points against opponents with an average rating.
func (f *form) result() question.Result {
	average, err := rating.ParsePoints(strings.Replace(figures(f.value("average")), ",", ".", 1))
	if err != nil || average < rating.Point || average > rating.Max.Points() {
		f.complain("average", "wrong-rating", "most", int(rating.Max))
	}
	return question.Result{Average: average, Score: f.score("points", 2*mostPlayers), Games: f.number("count", 1, mostPlayers)}
}

// day returns a day, which may be missing if it is not needed.
func (f *form) day(name string, needed bool) civil.Date {
	text := figures(f.value(name))
	if text == "" && !needed {
		return 0
	}
	day, err := civil.Parse(text)
	if err != nil {
		f.complain(name, "wrong-day")
	}
	return day
}

// games returns games, one a line: the opponent's rating, then the result.
func (f *form) games(name string) []regulation.Played {
	text := f.value(name)
	lines := strings.FieldsFunc(text, func(c rune) bool { return c == '\n' || c == '\r' || c == ';' || c == '、' })
	if text == "" || len(text) > mostLines || len(lines) > mostGames {
		f.complain(name, "wrong-games", "most", mostGames)
		return nil
	}
	var played []regulation.Played
	for _, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		g, err := parseGame(line)
		if err != nil {
			f.complain(name, "wrong-game", "text", cut(line))
			return nil
		}
		played = append(played, g)
	}
	if len(played) == 0 {
		f.complain(name, "wrong-games", "most", mostGames)
	}
	return played
}

// parseGame parses a line of a game: "1800 1", "1800:0.5", "1650 ½".
func parseGame(line string) (regulation.Played, error) {
	parts := strings.FieldsFunc(figures(line), func(c rune) bool { return c == ' ' || c == '\t' || c == ':' })
	if len(parts) != 2 {
		return regulation.Played{}, errNoPoints
	}
	s, err := parseScore(parts[1])
	if err != nil {
		return regulation.Played{}, err
	}
	return question.ParseGame(fmt.Sprintf("%s:%s", parts[0], s))
}

// cut cuts a text that people typed to a length that can be shown.
func cut(text string) string {
	const longest = 30
	if runes := []rune(strings.TrimSpace(text)); len(runes) > longest {
		return string(runes[:longest]) + "…"
	}
	return strings.TrimSpace(text)
}

// figures returns a text with full-width figures and signs as plain ones.
func figures(text string) string { return width.Fold.String(strings.TrimSpace(text)) }
