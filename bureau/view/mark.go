package view

import (
	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/rating"
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

// marksOf makes a run's list again and returns the marks of its players by
// number. For list zero they are empty. A list stores only the standings.
func marksOf(r bureau.Reader, run *lists.Run) (func(player uint32) Marks, error) {
	if run.Base == 0 {
		return func(uint32) Marks { return Marks{} }, nil
	}
	in, err := lists.InputOf(r, run)
	if err != nil {
		return nil, err
	}
	if in.Facts, err = allFacts(r, in); err != nil {
		return nil, err
	}
	made, err := run.Make(in, nil)
	if err != nil {
		return nil, err
	}
	qualifying, moves := made.Edition.About().Qualifying, made.Outcome.Moves
	return func(player uint32) (marks Marks) {
		if int(player) >= len(moves) {
			return Marks{}
		}
		for k := range marks {
			marks[k].K = moves[player][k].K
			if qualifying {
				marks[k].Qualifies = &moves[player][k].Qualifies
			}
		}
		return marks
	}, nil
}

// allFacts returns the facts of all players of a run. Those of the players who
// played are stored with the run; the others are read from the register.
func allFacts(r bureau.Reader, in *lists.Input) ([]lists.PlayerFact, error) {
	known, err := lists.AllFacts(r, in.Players)
	if err != nil {
		return nil, err
	}
	all := make([]lists.PlayerFact, 0, len(known)+len(in.Facts))
	for n := range known {
		all = append(all, lists.PlayerFact{Player: uint32(n), Fact: known[n]})
	}
	return append(all, in.Facts...), nil // later entries win
}
