package main

import (
	"fmt"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// calcCommand answers what-if questions.
type calcCommand struct {
	Change      calcChange      `cmd:"" help:"cli.calc-change"`
	First       calcFirst       `cmd:"" help:"cli.calc-first"`
	Performance calcPerformance `cmd:"" help:"cli.calc-performance"`
	Tournament  calcTournament  `cmd:"" help:"cli.calc-tournament"`
	WhatIf      calcWhatIf      `cmd:"" default:"withargs" help:"cli.calc-what-if"`
}

// question holds the flags of all questions.
type question struct {
	rules
	Format string `enum:"text,json" default:"text" help:"cli.flag-format" placeholder:"text|json"`
}

// calculator returns the formulas of the regulation; for a family, those of its
// newest edition.
func (q *question) calculator() (regulation.Calculator, regulation.About, error) {
	found, err := q.find()
	if err != nil {
		return nil, regulation.About{}, err
	}
	return found.Latest().Calculator(), found.Latest().About(), nil
}

// reply prints an answer, as JSON or in the words of an explanation.
func (q *question) reply(a *app, about *regulation.About, s *regulation.Step, x any, sentences ...string) error {
	if q.Format == "json" {
		return document.WriteLine(a.out, x)
	}
	for _, sentence := range sentences {
		fmt.Fprintln(a.out, sentence)
	}
	if s.Clause != "" {
		fmt.Fprintf(a.out, "%s %s\n", a.Citation(s.Clause, s.Reading), a.Clause(about, s.Clause))
	}
	return nil
}

// calcChange calculates the rating change of one game.
type calcChange struct {
	question
	Rating   rating.Rating `required:"" help:"cli.flag-rating" placeholder:"N"`
	Opponent rating.Rating `required:"" help:"cli.flag-opponent" placeholder:"N"`
	Score    rating.Score  `required:"" help:"cli.flag-score" placeholder:"0|0.5|1"`
	K        int           `help:"cli.flag-k" placeholder:"K"`
	Type     rating.Kind   `default:"standard" help:"cli.flag-type" placeholder:"TYPE"`
}

func (c *calcChange) Run(a *app) error {
	calc, about, err := c.calculator()
	if err != nil {
		return err
	}
	if err := plausible(c.Rating, c.Opponent); err != nil {
		return err
	}
	if c.Score > rating.Win {
		return finding.NewProblem("score-of-a-game")
	}
	k, err := chooseK(calc, c.K, c.Type, c.Rating)
	if err != nil {
		return err
	}
	s := calc.Games(c.Type, c.Rating, k, []regulation.Played{{Opponent: c.Opponent, Score: c.Score}})[0]
	x := document.NewCalcChange(&about, &s)
	if s.What == regulation.Uncounted {
		return c.reply(a, &about, &s, x, a.Sentence(&explain.List{Regulation: about}, &s))
	}
	data := explain.Data{"difference": fmt.Sprint(s.Difference), "counts_as": fmt.Sprint(s.CountsAs), "change": s.Change.Signed(), "score": s.Score.String()}
	key := "calc.gain"
	if about.Expectancy {
		data["expected"], data["k"] = s.Expected.String(), fmt.Sprint(s.K)
		key = "calc.change"
	}
	return c.reply(a, &about, &s, x, a.Text(key, data))
}

// chooseK returns the K asked for, else the one that the rating suggests.
func chooseK(calc regulation.Calculator, asked int, kind rating.Kind, r rating.Rating) (rating.K, error) {
	if asked < 0 || asked > 100 {
		return 0, finding.NewProblem("k-impossible")
	}
	if asked > 0 {
		return rating.K(asked), nil
	}
	return calc.K(kind, r)
}

// plausible refuses impossible ratings.
func plausible(ratings ...rating.Rating) error {
	for _, r := range ratings {
		if r < 1 || r > rating.Max {
			return finding.NewProblem("rating-impossible", finding.Int("rating", int(r)))
		}
	}
	return nil
}

// calcFirst calculates a first rating.
type calcFirst struct {
	question
	result
}

// result is a score against opponents with an average rating.
type result struct {
	Average average      `required:"" help:"cli.flag-average" placeholder:"N"`
	Score   rating.Score `required:"" help:"cli.flag-score" placeholder:"POINTS"`
	Games   int          `required:"" help:"cli.flag-games" placeholder:"N"`
}

func (r *result) plausible() error {
	if r.Games < 1 || r.Games > 10_000 || int(r.Score) > 2*r.Games {
		return finding.NewProblem("score-above-games")
	}
	if r.Average.Points < rating.Point || r.Average.Points > rating.Max.Points() {
		return finding.NewProblem("rating-impossible", finding.Text("rating", r.Average.String()))
	}
	return nil
}

// average is an average rating, which may have decimals.
type average struct{ rating.Points }

// UnmarshalText parses a decimal number.
func (r *average) UnmarshalText(text []byte) (err error) {
	r.Points, err = rating.ParsePoints(string(text))
	return err
}

func (c *calcFirst) Run(a *app) error {
	calc, about, err := c.calculator()
	if err != nil {
		return err
	}
	if err := c.plausible(); err != nil {
		return err
	}
	steps, err := calc.First(c.Average.Points, c.Score, c.Games)
	if err != nil {
		return err
	}
	var sentences []string
	for i := range steps {
		sentences = append(sentences, a.Sentence(&explain.List{Regulation: about}, &steps[i]))
	}
	return c.reply(a, &about, &steps[0], document.NewCalcFirst(steps), sentences...)
}

// calcPerformance calculates a performance rating.
type calcPerformance struct {
	question
	result
	Rating rating.Rating `help:"cli.flag-rating" placeholder:"N"`
}

func (c *calcPerformance) Run(a *app) error {
	calc, about, err := c.calculator()
	if err != nil {
		return err
	}
	if err := c.plausible(); err != nil {
		return err
	}
	s, err := calc.Performance(c.Average.Points, c.Score, c.Games, c.Rating)
	if err != nil {
		return err
	}
	return c.reply(a, &about, &s, document.NewCalcPerformance(&s), a.Sentence(&explain.List{Regulation: about}, &s))
}

// calcTournament calculates the rating change of a tournament.
type calcTournament struct {
	question
	Rating rating.Rating `required:"" help:"cli.flag-rating" placeholder:"N"`
	K      int           `help:"cli.flag-k" placeholder:"K"`
	Type   rating.Kind   `default:"standard" help:"cli.flag-type" placeholder:"TYPE"`
	Games  []string      `required:"" help:"cli.flag-played" placeholder:"RATING:POINTS,..."`
}

func (c *calcTournament) Run(a *app) error {
	calc, about, err := c.calculator()
	if err != nil {
		return err
	}
	if err := plausible(c.Rating); err != nil {
		return err
	}
	k, err := chooseK(calc, c.K, c.Type, c.Rating)
	if err != nil {
		return err
	}
	var expected rating.Expected
	var change rating.Points
	var score rating.Score
	sum := 0
	var sentences []string
	var played []regulation.Played
	for _, game := range c.Games {
		g, err := parseGame(game)
		if err != nil {
			return err
		}
		played = append(played, g)
	}
	games := 0
	for i, s := range calc.Games(c.Type, c.Rating, k, played) {
		g := played[i]
		if s.What == regulation.Uncounted {
			sentences = append(sentences, a.Text("calc.uncounted", explain.Data{
				"opponent": g.Opponent.String(), "score": g.Score.String(), "reason": a.Sentence(&explain.List{Regulation: about}, &s),
			}))
			continue
		}
		games++
		expected += s.Expected
		change += s.Change
		score += g.Score
		sum += int(g.Opponent)
		sentences = append(sentences, a.Text("calc.game", explain.Data{
			"opponent": g.Opponent.String(), "score": g.Score.String(), "counts_as": fmt.Sprint(s.CountsAs), "change": s.Change.Signed(),
		}))
	}
	x := document.NewCalcTournament(change)
	data := explain.Data{"games": fmt.Sprint(games), "score": score.String(), "change": change.Signed()}
	key := "calc.total-gain"
	if about.Expectancy {
		x.Expected, x.K = &expected, &k
		data["expected"], data["k"] = expected.String(), fmt.Sprint(k)
		key = "calc.total"
	}
	sentences = append(sentences, a.Text(key, data))
	if games == 0 {
		return c.reply(a, &about, &regulation.Step{}, x, sentences...)
	}
	average := rating.HalfUp(sum, games)
	x.Average = &average
	performance, err := calc.Performance(rating.Whole(average), score, games, c.Rating)
	if err == nil {
		x.Performance = &performance.To
		sentences = append(sentences, a.Text("label.performance", nil)+": "+a.Sentence(&explain.List{Regulation: about}, &performance))
	}
	x.RestOn(&performance)
	return c.reply(a, &about, &performance, x, sentences...)
}

// parseGame parses RATING:POINTS.
func parseGame(text string) (regulation.Played, error) {
	problem := finding.NewProblem("game-form", finding.Text("text", text))
	opponent, points, _ := strings.Cut(text, ":")
	r, err := rating.ParseRating(strings.TrimSpace(opponent))
	if err != nil || !r.Rated() {
		return regulation.Played{}, problem
	}
	score, err := rating.ParseScore(strings.TrimSpace(points))
	if err != nil || score > rating.Win || points == "" {
		return regulation.Played{}, problem
	}
	return regulation.Played{Opponent: r, Score: score}, nil
}
