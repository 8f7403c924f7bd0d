package api

import (
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/question"
	"github.com/arpadchess/arpad/rating"
)

// calculator is a kind of question.
type calculator struct{ add func(*API) }

// calculators are the questions that package question answers.
var calculators = []calculator{
	asking("change", "The change of a rating by one game", func(q *ChangeOf) (question.Question, error) {
		kind, err := rating.ParseKind(string(q.Type))
		score, wrong := scoreOf(q.Score)
		return &question.Change{Type: kind, Rating: rating.Rating(q.Rating), Opponent: rating.Rating(q.Opponent), Score: score, K: q.K}, first(err, wrong)
	}),
	asking("tournament", "The change of a rating by a tournament", func(q *TournamentOf) (question.Question, error) {
		kind, err := rating.ParseKind(string(q.Type))
		played, wrong := question.Played(strings.Join(q.Games, ","))
		return &question.Tournament{Type: kind, Rating: rating.Rating(q.Rating), K: q.K, Games: played}, first(err, wrong)
	}),
	asking("first", "A first rating", func(q *FirstOf) (question.Question, error) {
		result, err := q.result()
		return &question.First{Result: result}, err
	}),
	asking("performance", "A performance", func(q *PerformanceOf) (question.Question, error) {
		result, err := q.result()
		return &question.Performance{Result: result, Rating: rating.Rating(q.Rating)}, err
	}),
	asking("time-control", "The type of a tournament by its time control", func(q *TimeControlOf) (question.Question, error) {
		kind, err := rating.ParseKind(string(q.Declared))
		return &question.Type{Control: q.Control, Declared: kind, FIDE: q.FIDE}, err
	}),
	asking("deadline", "Until when a game must be reported, and in which list it counts", func(q *DeadlineOf) (question.Question, error) {
		played, err := dayOf("played", q.Played)
		received, wrong := dayOf("received", q.Received)
		return &question.Deadline{Played: played, Received: received}, first(err, wrong)
	}),
	asking("fee", "What a report costs", func(q *FeeOf) (question.Question, error) {
		received, err := dayOf("received", q.Received)
		return &question.Fee{Players: q.Players, Received: received}, err
	}),
}

// asking returns the calculator of a question.
func asking[I any, P interface {
	input[I]
	under() string
}](name, summary string, ask func(P) (question.Question, error),
) calculator {
	op := operation{id: "calculate" + component(name), path: "/calculators/" + name, summary: summary, schema: "calc", tag: tagCalculators, worded: true, fleeting: true}
	return calculator{func(a *API) {
		add(a, op, func(v *visit, in P) (any, error) {
			e, err := v.edition(in.under())
			if err != nil {
				return nil, err
			}
			q, err := ask(in)
			if err != nil {
				return nil, err
			}
			answer, err := q.Answer(v.Printer, e)
			if err != nil {
				return nil, err
			}
			return answer.Document, nil
		})
	}}
}

// Under names the edition under which a question is asked.
type Under struct {
	Asked
	Edition string `query:"edition" maxLength:"100" doc:"The ID of an edition; without it the newest one."`
}

func (q *Under) under() string { return q.Edition }

// ChangeOf is a game.
type ChangeOf struct {
	Under
	Type     kindName `query:"type" default:"standard"`
	Rating   int      `query:"rating" required:"true" minimum:"1" maximum:"5000"`
	Opponent int      `query:"opponent" required:"true" minimum:"1" maximum:"5000"`
	Score    string   `query:"score" required:"true" enum:"0,0.5,1"`
	K        int      `query:"k" minimum:"0" maximum:"100" doc:"Without it the K that the rating suggests."`
}

// TournamentOf is the games of a tournament.
type TournamentOf struct {
	Under
	Type   kindName `query:"type" default:"standard"`
	Rating int      `query:"rating" required:"true" minimum:"1" maximum:"5000"`
	K      int      `query:"k" minimum:"0" maximum:"100"`
	Games  []string `query:"games" required:"true" nullable:"false" minItems:"1" maxItems:"100" doc:"RATING:POINTS, separated by commas: 1800:1,1550:0.5"`
}

// FirstOf is a score against opponents with an average rating.
type FirstOf struct {
	Under
	Average string `query:"average" required:"true" maxLength:"20" doc:"The average rating of the opponents."`
	Score   string `query:"score" required:"true" maxLength:"10"`
	Games   int    `query:"games" required:"true" minimum:"1" maximum:"10000"`
}

func (q *FirstOf) result() (question.Result, error) {
	average, err := rating.ParsePoints(q.Average)
	if err != nil {
		err = invalid("average", q.Average)
	}
	score, wrong := scoreOf(q.Score)
	return question.Result{Average: average, Score: score, Games: q.Games}, first(err, wrong)
}

// PerformanceOf is a score against opponents with an average rating.
type PerformanceOf struct {
	FirstOf
	Rating int `query:"rating" minimum:"0" maximum:"5000" doc:"The player's own rating, where it is known."`
}

// TimeControlOf is a time control.
type TimeControlOf struct {
	Under
	Control  string   `query:"control" required:"true" maxLength:"200" doc:"In words or in FIDE's coding: 45+15, 5400+30."`
	Declared kindName `query:"declared" doc:"The type that the organiser declares."`
	FIDE     bool     `query:"fide" doc:"It is a FIDE event."`
}

// DeadlineOf is the day of a game.
type DeadlineOf struct {
	Under
	Played   string `query:"played" required:"true" format:"date"`
	Received string `query:"received" format:"date" doc:"The day on which the report was received."`
}

// FeeOf is the number of players of a report.
type FeeOf struct {
	Under
	Players  int    `query:"players" required:"true" minimum:"1" maximum:"10000"`
	Received string `query:"received" format:"date" doc:"The day on which the report was received."`
}

// first returns the first error that there is.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// invalid returns that a parameter cannot be used.
func invalid(name, value string) error {
	return finding.Refuse("parameter-invalid", finding.Text("name", name), finding.Quoted("value", value))
}

func scoreOf(text string) (rating.Score, error) {
	s, err := rating.ParseScore(text)
	if err != nil {
		return 0, invalid("score", text)
	}
	return s, nil
}

// dayOf returns a day, zero for none.
func dayOf(name, text string) (civil.Date, error) {
	if text == "" {
		return 0, nil
	}
	day, err := civil.Parse(text)
	if err != nil {
		return 0, invalid(name, text)
	}
	return day, nil
}
