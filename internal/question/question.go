// Package question answers what-if questions under an edition: the change by a game or a
// tournament, a first rating, a performance, the type by a time control, the deadline of
// a game and the fee of a report. The numbers are those of regulation.Calculator and of
// the edition's checks; the sentences are those of an explanation.
//
//	q := question.Change{Rating: 1600, Opponent: 1800, Score: rating.Win, Type: rating.Standard}
//	a, err := q.Answer(explain.New("en"), edition)
//
// The command line and the site ask the same questions. A question that makes no sense is
// a finding.Problem.
package question

import (
	"cmp"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document/answer"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// Answer is the answer to a question.
type Answer struct {
	About           regulation.About
	Figure          string            // the number asked for; empty: there is none
	From, To        rating.Rating     // the rating before and after; zero: it asks for none
	Games           []regulation.Step // of a tournament; Sentences has one for each, first
	Sentences       []string
	Clause, Reading string // that it rests on; empty: none
	Document        any    // for programs
}

// Question is a question that an edition can answer.
type Question interface {
	Answer(p *explain.Printer, e regulation.Edition) (*Answer, error)
}

// restOn returns the answer, resting on the clause and the reading of a step.
func (a *Answer) restOn(s *regulation.Step) *Answer {
	a.Clause, a.Reading = s.Clause, s.Reading
	return a
}

// rest returns what the answer rests on, for its document.
func (a *Answer) rest() answer.Rest {
	return answer.NewRest(a.Clause, a.Reading, a.Sentences)
}

// chooseK returns the K asked for, else that of an adult with the rating after many games.
func chooseK(calc regulation.Calculator, asked int, kind rating.Kind, r rating.Rating) (rating.K, error) {
	if asked < 0 || asked > mostK {
		return 0, finding.NewProblem("k-impossible")
	}
	if asked > 0 {
		return rating.K(asked), nil
	}
	kind = cmp.Or(kind, rating.Standard)
	standing := roster.Standing{}
	*standing.Of(kind) = roster.State{Rating: r, Games: mostGames}
	return calc.K(&roster.Player{}, &standing, kind, civil.Of(2000, time.January, 1)), nil // without a birth the day decides nothing
}

// The largest numbers in a question.
const (
	mostK     = 100
	mostGames = 10_000
)

// plausible refuses impossible ratings.
func plausible(ratings ...rating.Rating) error {
	for _, r := range ratings {
		if r < 1 || r > rating.Max {
			return finding.NewProblem("rating-impossible", finding.Int("rating", int(r)))
		}
	}
	return nil
}
