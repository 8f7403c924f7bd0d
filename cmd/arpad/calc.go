package main

import (
	"fmt"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/question"
	"github.com/arpadchess/arpad/rating"
)

// calcCommand answers what-if questions.
type calcCommand struct {
	Change      calcChange      `cmd:"" help:"cli.calc-change"`
	First       calcFirst       `cmd:"" help:"cli.calc-first"`
	Performance calcPerformance `cmd:"" help:"cli.calc-performance"`
	Tournament  calcTournament  `cmd:"" help:"cli.calc-tournament"`
	WhatIf      calcWhatIf      `cmd:"" default:"withargs" help:"cli.calc-what-if"`
}

// calcFlags are the flags of all questions.
type calcFlags struct {
	rules
	Format string `enum:"text,json" default:"text" help:"cli.flag-format"`
}

// ask prints the answer to a question, as JSON or in the words of an explanation. For a
// family, its newest edition answers.
func (f *calcFlags) ask(a *app, q question.Question) error {
	found, err := f.find()
	if err != nil {
		return err
	}
	answer, err := q.Answer(a.Printer, found.Latest())
	if err != nil {
		return err
	}
	if f.Format == "json" {
		return document.WriteLine(a.out, answer.Document)
	}
	for _, sentence := range answer.Sentences {
		fmt.Fprintln(a.out, sentence)
	}
	if answer.Clause != "" {
		fmt.Fprintf(a.out, "%s %s\n", a.Citation(answer.Clause, answer.Reading), a.Clause(&answer.About, answer.Clause))
	}
	return nil
}

// calcChange calculates the rating change of one game.
type calcChange struct {
	calcFlags
	Rating   rating.Rating `required:"" help:"cli.flag-rating" placeholder:"N"`
	Opponent rating.Rating `required:"" help:"cli.flag-opponent" placeholder:"N"`
	Score    rating.Score  `required:"" help:"cli.flag-score" placeholder:"0|0.5|1"`
	K        int           `help:"cli.flag-k" placeholder:"K"`
	Type     rating.Kind   `default:"standard" help:"cli.flag-type" placeholder:"TYPE"`
}

func (c *calcChange) Run(a *app) error {
	return c.ask(a, &question.Change{Rating: c.Rating, Opponent: c.Opponent, Score: c.Score, K: c.K, Type: c.Type})
}

// calcFirst calculates a first rating.
type calcFirst struct {
	calcFlags
	resultFlags
}

// resultFlags are a score against opponents with an average rating.
type resultFlags struct {
	Average average      `required:"" help:"cli.flag-average" placeholder:"N"`
	Score   rating.Score `required:"" help:"cli.flag-score" placeholder:"POINTS"`
	Games   int          `required:"" help:"cli.flag-games" placeholder:"N"`
}

func (r *resultFlags) result() question.Result {
	return question.Result{Average: r.Average.Points, Score: r.Score, Games: r.Games}
}

// average is an average rating, which may have decimals.
type average struct{ rating.Points }

// UnmarshalText parses a decimal number.
func (r *average) UnmarshalText(text []byte) (err error) {
	r.Points, err = rating.ParsePoints(string(text))
	return err
}

func (c *calcFirst) Run(a *app) error { return c.ask(a, &question.First{Result: c.result()}) }

// calcPerformance calculates a performance rating.
type calcPerformance struct {
	calcFlags
	resultFlags
	Rating rating.Rating `help:"cli.flag-rating" placeholder:"N"`
}

func (c *calcPerformance) Run(a *app) error {
	return c.ask(a, &question.Performance{Result: c.result(), Rating: c.Rating})
}

// calcTournament calculates the rating change of a tournament.
type calcTournament struct {
	calcFlags
	Rating rating.Rating `required:"" help:"cli.flag-rating" placeholder:"N"`
	K      int           `help:"cli.flag-k" placeholder:"K"`
	Type   rating.Kind   `default:"standard" help:"cli.flag-type" placeholder:"TYPE"`
	Games  []string      `required:"" sep:"none" help:"cli.flag-played" placeholder:"RATING:POINTS,..."`
}

func (c *calcTournament) Run(a *app) error {
	played, err := question.Played(strings.Join(c.Games, ";"))
	if err != nil {
		return err
	}
	return c.ask(a, &question.Tournament{Rating: c.Rating, K: c.K, Type: c.Type, Games: played})
}
