package question

import (
	"fmt"

	"github.com/arpadchess/arpad/document/answer"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Result is a score against opponents with an average rating.
type Result struct {
	Average rating.Points
	Score   rating.Score
	Games   int
}

func (r *Result) plausible() error {
	if r.Games < 1 || r.Games > mostGames || int(r.Score) > 2*r.Games {
		return finding.NewProblem("score-above-games")
	}
	if r.Average < rating.Point || r.Average > rating.Max.Points() {
		return finding.NewProblem("rating-impossible", finding.Text("rating", r.Average.String()))
	}
	return nil
}

// First asks for a first rating.
type First struct{ Result }

// Answer returns the steps to the first rating.
func (q *First) Answer(p *explain.Printer, e regulation.Edition) (*Answer, error) {
	if err := q.plausible(); err != nil {
		return nil, err
	}
	steps, err := e.Calculator().First(q.Average, q.Score, q.Games)
	if err != nil {
		return nil, err
	}
	a := (&Answer{About: e.About(), Document: answer.NewFirst(steps)}).restOn(&steps[0])
	for i := range steps {
		a.Sentences = append(a.Sentences, p.Sentence(&explain.List{Regulation: a.About}, &steps[i]))
		if a.Figure = ""; steps[i].To.Rated() {
			a.Figure = steps[i].To.String()
		}
	}
	return a, nil
}

// Performance asks for a performance rating.
type Performance struct {
	Result
	Rating rating.Rating // one's own; zero: unknown
}

// Answer returns the performance.
func (q *Performance) Answer(p *explain.Printer, e regulation.Edition) (*Answer, error) {
	if err := q.plausible(); err != nil {
		return nil, err
	}
	s, err := e.Calculator().Performance(q.Average, q.Score, q.Games, q.Rating)
	if err != nil {
		return nil, err
	}
	a := (&Answer{About: e.About(), Document: answer.NewPerformance(&s)}).restOn(&s)
	var sentence string
	a.Figure, sentence = performanceOf(p, &a.About, &s)
	a.Sentences = []string{sentence}
	return a, nil
}

// performanceOf returns a performance, which may be a bound, and the sentence about it.
func performanceOf(p *explain.Printer, about *regulation.About, s *regulation.Step) (figure, sentence string) {
	figure = p.Performance(about, s.To, s.Score, int(s.Games))
	if figure == s.To.String() {
		return figure, p.Sentence(&explain.List{Regulation: *about}, s)
	}
	return figure, p.Text("calc.bound", explain.Data{"score": s.Score.String(), "games": fmt.Sprint(s.Games), "average": s.Average.String(), "performance": figure})
}
