package view

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
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

// MarksOf makes a run's list again and returns the marks of its players by
// number. For list zero they are empty. A list stores only the standings.
func MarksOf(r bureau.Reader, run *lists.Run) (func(player uint32) Marks, error) {
	if run.Base == 0 {
		return func(uint32) Marks { return Marks{} }, nil
	}
	made, err := lists.Remake(r, run, nil)
	if err != nil {
		return nil, err
	}
	about, moves := made.Edition.About(), made.Outcome.Moves
	return func(player uint32) (marks Marks) {
		if int(player) >= len(moves) {
			return Marks{}
		}
		for k := range marks {
			marks[k].K = moves[player][k].K
			if about.Qualifying.Decides() {
				marks[k].Qualifies = &moves[player][k].Qualifies
			}
		}
		return marks
	}, nil
}
