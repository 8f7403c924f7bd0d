package calculator

import (
	"cmp"
	"errors"
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
