package question_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/question"
	_ "github.com/arpadchess/arpad/internal/test/draw" // the same cases in every run
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
)

func edition(t *testing.T, id string) regulation.Edition {
	t.Helper()
	r, err := catalog.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return r.Latest()
}

// The figures that answer, and the clauses that they rest on.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		edition        string
		q              question.Question
		figure, clause string
		says           string
	}{
		{"ncs-2022", &question.Change{Rating: 1600, Opponent: 1800, Score: rating.Win, Type: rating.Standard}, "+15.2", "5(1)", "0.24"},
		{"jcf-2023", &question.Performance{Result: question.Result{Average: rating.Whole(1322), Score: rating.Win, Games: 1}}, "above 1322", "7(2)", "no number"},
		{"jcf-2023", &question.Performance{Result: question.Result{Average: rating.Whole(722), Score: rating.Loss, Games: 5}}, "below 356", "7(2)", "no number"},
		{"jcf-2023", &question.Performance{Result: question.Result{Average: rating.Whole(1500), Score: 10, Games: 7}}, "1658", "7(2)", "71 %"},
		{"chessa-2015", &question.Performance{Result: question.Result{Average: rating.Whole(1500), Score: rating.Loss, Games: 5}, Rating: 1400}, "1066", "Performance 0% or 100% 3", "own rating"},
		{"jcf-2023", &question.First{Result: question.Result{Average: rating.Whole(1700), Score: 6, Games: 5}}, "1720", "6(4)", "60 %"},
		{"jcf-2023", &question.Type{Control: "45+15"}, "Standard", "4(6)", "2700+15"},
		{"jcf-2023", &question.Type{Control: "45+10", FIDE: true}, "Rapid", "4(6)", "2700+10"},
		{"jcf-2023", &question.Type{Control: "3+2"}, "Blitz", "4(6)", "no Blitz list"},
		{"jcf-2023", &question.Deadline{Played: civil.Of(2024, 6, 1)}, "30 August 2024", "3(5)", "90 days"},
		{"jcf-2023", &question.Deadline{Played: civil.Of(2024, 6, 1), Received: civil.Of(2024, 8, 30)}, "30 August 2024", "3(5)", "list of 1 October 2024"},
		{"jcf-2023", &question.Deadline{Played: civil.Of(2024, 6, 1), Received: civil.Of(2024, 8, 31)}, "30 August 2024", "3(5)", "more than 90 days"},
		{"chessa-2015", &question.Deadline{Played: civil.Of(2024, 6, 1)}, "", "", "no deadline"},
		{"ncs-2022", &question.Fee{Players: 12, Received: civil.Of(2023, 1, 5)}, "JPY 2,400", "3(4)", "31 January 2023"},
		{"jcf-2023", &question.Fee{Players: 12}, "", "", "costs nothing"},
	} {
		a, err := c.q.Answer(explain.New("en"), edition(t, c.edition))
		if err != nil {
			t.Errorf("%s %+v: %v", c.edition, c.q, err)
			continue
		}
		if said := strings.Join(a.Sentences, "\n"); a.Figure != c.figure || a.Clause != c.clause || !strings.Contains(said, c.says) {
			t.Errorf("%s %+v: got %q by %q: %s; want %q by %q", c.edition, c.q, a.Figure, a.Clause, said, c.figure, c.clause)
		}
	}
}

// A day within the deadline is not called late, the next one is.
func TestLastDayIsInTime(t *testing.T) {
	e := edition(t, "jcf-2023")
	rapid.Check(t, func(t *rapid.T) {
		played := civil.Of(2023, 8, 1) + civil.Date(rapid.IntRange(0, 2000).Draw(t, "day"))
		last := e.About().Deadline.Last(played)
		for received, want := range map[civil.Date]bool{last: false, last + 1: true} {
			a, err := (&question.Deadline{Played: played, Received: received}).Answer(explain.New("en"), e)
			if err != nil {
				t.Fatal(err)
			}
			if late := strings.Contains(strings.Join(a.Sentences, "\n"), "after it was played: the report came"); late != want {
				t.Fatalf("played on %v, received on %v: late is %v", played, received, late)
			}
		}
	})
}

// Whatever is asked of whichever edition: there is an answer in words, or a problem.
func TestEveryQuestionIsAnswered(t *testing.T) {
	editions := catalog.Editions()
	rapid.Check(t, func(t *rapid.T) {
		small := rapid.IntRange(-3, 30)
		day := func(name string) civil.Date { return civil.Date(rapid.IntRange(0, 800_000).Draw(t, name)) }
		kind := rapid.SampledFrom(rating.AllKinds[:]).Draw(t, "kind")
		own := rating.Rating(rapid.IntRange(-5, 4100).Draw(t, "rating"))
		score := rating.Score(rapid.IntRange(0, 30).Draw(t, "score"))
		result := question.Result{Average: rating.Points(rapid.Int64Range(-10, 5000*int64(rating.Point)).Draw(t, "average")), Score: score, Games: small.Draw(t, "games")}
		var played []regulation.Played
		for range rapid.IntRange(0, 9).Draw(t, "played") {
			played = append(played, regulation.Played{Opponent: rating.Rating(rapid.IntRange(1, 4000).Draw(t, "opponent")), Score: score % 3})
		}
		q := rapid.SampledFrom([]question.Question{
			&question.Change{Rating: own, Opponent: own + 100, Score: score, K: small.Draw(t, "k"), Type: kind},
			&question.Tournament{Rating: own, K: small.Draw(t, "k"), Type: kind, Games: played},
			&question.First{Result: result}, &question.Performance{Result: result, Rating: max(0, own)},
			&question.Type{Control: rapid.String().Draw(t, "control"), Declared: kind}, &question.Type{Control: "60+30"},
			&question.Deadline{Played: day("played"), Received: day("received")}, &question.Fee{Players: small.Draw(t, "players"), Received: day("received")},
		}).Draw(t, "question")
		a, err := q.Answer(explain.New("ja"), rapid.SampledFrom(editions).Draw(t, "edition"))
		var problem *finding.Problem
		switch {
		case err != nil && !errors.As(err, &problem):
			t.Fatalf("%+v: %v", q, err)
		case err == nil && a.Figure == "" && len(a.Sentences) == 0:
			t.Fatalf("%+v has no answer", q)
		}
	})
}
