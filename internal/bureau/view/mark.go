package view

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Mark is what the calculation of a list recorded about a rating. The zero Mark
// belongs to an opening list, which was not calculated.
type Mark struct {
	K         rating.K // used for the games of the period; zero: none, or several
	Qualifies *bool    // whether it may serve for qualification; nil: the regulation does not say
}

// Marks are a player's marks in a list, by kind.
type Marks [rating.Kinds]Mark

// Of returns the mark of a rating of one kind.
func (m *Marks) Of(k rating.Kind) Mark { return m[k-1] }

// MarksOf makes a run's list again and returns the marks of a player with a standing in it.
// For list zero they are empty. A list stores only the standings.
func MarksOf(r bureau.Reader, run *lists.Run) (func(*register.Player, *roster.Standing) Marks, error) {
	if run.Base == 0 {
		return func(*register.Player, *roster.Standing) Marks { return Marks{} }, nil
	}
	in, err := lists.InputOf(r, run)
	if err != nil {
		return nil, err
	}
	made, err := run.Make(in, nil)
	if err != nil {
		return nil, err
	}
	about := made.Edition.About()
	return func(p *register.Player, s *roster.Standing) (marks Marks) {
		for k, kind := range rating.AllKinds {
			if marks[k].K = made.MoveOf(p.Number, kind).K; about.Qualifying.Decides() {
				qualifies := about.Qualifying.Has(kind, s.Of(kind), p.EnteredUnrated)
				marks[k].Qualifies = &qualifies
			}
		}
		return marks
	}, nil
}
