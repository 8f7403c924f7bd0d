package main

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/internal/question"
	_ "github.com/arpadchess/arpad/internal/test/draw" // the same cases in every run
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// asked is a question with what people type to ask it.
type asked struct {
	name  string
	typed url.Values
	question.Question
}

// draw draws a question that a calculator of an edition can be asked.
func draw(t *rapid.T, about *regulation.About) asked {
	number := func(name string, least, most int) int { return rapid.IntRange(least, most).Draw(t, name) }
	typed := url.Values{}
	set := func(name string, value any) { typed.Set(name, fmt.Sprint(value)) }
	own, k := rating.Rating(number("rating", 100, 3000)), number("k", 0, 40)
	kind := rapid.SampledFrom(about.Lists).Draw(t, "type")
	day := civil.Of(2023, 1, 1) + civil.Date(number("day", 0, 900))
	result := question.Result{Average: rating.Points(number("average", 100, 2800)) * rating.Point, Games: number("games", 1, 12)}
	result.Score = rating.Score(number("score", 0, 2*result.Games))
	name := rapid.SampledFrom([]string{"change", "tournament", "first", "performance", "deadline", "fee"}).Draw(t, "calculator")
	switch name {
	case "change":
		q := &question.Change{Type: kind, Rating: own, Opponent: rating.Rating(number("opponent", 100, 3000)), Score: rating.Score(number("points", 0, 2)), K: k}
		set("opponent", q.Opponent)
		set("score", q.Score)
		set("type", kind)
		set("rating", own)
		set("k", k)
		return asked{name, typed, q}
	case "tournament":
		q := &question.Tournament{Type: kind, Rating: own, K: k}
		var lines []string
		for range number("lines", 1, 9) {
			g := regulation.Played{Opponent: rating.Rating(number("opponent", 100, 3000)), Score: rating.Score(number("points", 0, 2))}
			q.Games = append(q.Games, g)
			lines = append(lines, fmt.Sprintf("%v %v", g.Opponent, g.Score))
		}
		set("games", strings.Join(lines, "\n"))
		set("type", kind)
		set("rating", own)
		set("k", k)
		return asked{name, typed, q}
	case "deadline":
		set("played", day)
		set("received", day+30)
		return asked{name, typed, &question.Deadline{Played: day, Received: day + 30}}
	case "fee":
		set("players", k+1)
		set("received", day)
		return asked{name, typed, &question.Fee{Players: k + 1, Received: day}}
	}
	set("average", int64(result.Average/rating.Point))
	set("points", result.Score)
	set("count", result.Games)
	if name == "first" {
		return asked{name, typed, &question.First{Result: result}}
	}
	set("rating", own)
	return asked{name, typed, &question.Performance{Result: result, Rating: own}}
}

var tags = regexp.MustCompile(`<[^>]*>`)

// TestBrowserAnswersAsTheProgram asks the browser and arpad calc random questions, under every
// regulation and in both languages. The numbers and the sentences must be the same.
func TestBrowserAnswersAsTheProgram(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := rapid.SampledFrom([]string{"japan", "jcf-2023", "ncs-2022", "nscl", "chessa-2015"}).Draw(t, "rules")
		found, err := catalog.Find(rules)
		if err != nil {
			t.Fatal(err)
		}
		edition := found.Latest()
		about := edition.About()
		q := draw(t, &about)
		lang := rapid.SampledFrom(explain.Languages).Draw(t, "lang")
		said, err := (&ask{Lang: lang, Up: "../../../", Rules: rules, Name: q.name, Query: q.typed.Encode()}).answer()
		if err != nil {
			t.Fatal(err)
		}
		text := html.UnescapeString(tags.ReplaceAllString(said, "\n"))
		p := explain.New(lang)
		want, err := q.Answer(p, edition)
		if err != nil {
			if !strings.Contains(said, `role="alert"`) {
				t.Fatalf("%s %v: the program refuses: %v; the browser says %s", q.name, q.typed, err, text)
			}
			return
		}
		sentences := want.Sentences[len(want.Games):]
		if want.Figure != "" {
			sentences = append(sentences, want.Figure)
		}
		for _, g := range want.Games {
			if g.What != regulation.Uncounted {
				sentences = append(sentences, glyph.Signed(g.Change))
			}
		}
		for _, sentence := range sentences {
			if !strings.Contains(text, glyph.Typeset(p, sentence)) && !strings.Contains(text, glyph.Capital(glyph.Typeset(p, sentence))) && !strings.Contains(text, strings.Replace(sentence, "-", "−", 1)) {
				t.Fatalf("%s %v: %q is not in %s", q.name, q.typed, sentence, text)
			}
		}
	})
}

// What is typed is text, never markup.
func TestTypedIsText(t *testing.T) {
	const script = `<script>alert(1)</script>"'`
	said, err := (&ask{Lang: "en", Rules: "jcf-2023", Name: "time-control", Query: url.Values{"control": {script}}.Encode()}).answer()
	if err != nil || strings.Contains(said, "<script>") || !strings.Contains(said, "&lt;script&gt;") {
		t.Errorf("%v: %s", err, said)
	}
	if said, err := (&ask{Lang: "en", Rules: "jcf-2023", Name: "nothing"}).answer(); err != nil || said != "" {
		t.Errorf("a calculator that there is not says %q, %v", said, err)
	}
}
