package document

import (
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// The answers to what-if questions have the schema arpad.calc/1. A value that
// the regulation does not determine is null; clause and reading are those that
// the answer rests on.
const calcSchema = "arpad.calc/1"

// CalcChange is the change of a rating by one game: schema arpad.calc/1.
type CalcChange struct {
	Change     rating.Points    `json:"change"`
	Clause     *string          `json:"clause"`
	CountsAs   *int32           `json:"counts_as"` // the difference by the regulation's limits; null: the game does not count
	Difference int32            `json:"difference"`
	Expected   *rating.Expected `json:"expected"`
	K          *rating.K        `json:"k"`
	Reading    *string          `json:"reading"`
	Schema     string           `json:"schema"`
}

// NewCalcChange returns the document of a game's step.
func NewCalcChange(about *regulation.About, s *regulation.Step) CalcChange {
	d := CalcChange{Schema: calcSchema, Clause: orNull(s.Clause), Reading: orNull(s.Reading), Difference: s.Difference, Change: s.Change}
	if s.What == regulation.Uncounted {
		return d
	}
	d.CountsAs = &s.CountsAs
	if about.Expectancy {
		d.Expected, d.K = &s.Expected, &s.K
	}
	return d
}

// CalcFirst is a first rating: schema arpad.calc/1.
type CalcFirst struct {
	Average   rating.Points  `json:"average"`
	Clause    *string        `json:"clause"`
	DP        int32          `json:"dp"`
	Percent   int32          `json:"percent"`
	Published *bool          `json:"published,omitempty"` // false if the rating is not published
	Rating    *rating.Rating `json:"rating,omitempty"`
	Reading   *string        `json:"reading"`
	Schema    string         `json:"schema"`
}

// NewCalcFirst returns the document of the steps to a first rating. There must
// be at least one.
func NewCalcFirst(steps []regulation.Step) CalcFirst {
	s := &steps[0]
	d := CalcFirst{Schema: calcSchema, Clause: orNull(s.Clause), Reading: orNull(s.Reading), Percent: s.Percent, DP: s.DP, Average: s.Average}
	for i := range steps {
		if steps[i].To.Rated() {
			d.Rating = &steps[i].To
		} else {
			d.Published = new(bool)
		}
	}
	return d
}

// CalcPerformance is a performance rating: schema arpad.calc/1.
type CalcPerformance struct {
	Clause      *string       `json:"clause"`
	DP          int32         `json:"dp"`
	Percent     int32         `json:"percent"`
	Performance rating.Rating `json:"performance"`
	Reading     *string       `json:"reading"`
	Schema      string        `json:"schema"`
}

// NewCalcPerformance returns the document of a performance's step.
func NewCalcPerformance(s *regulation.Step) CalcPerformance {
	return CalcPerformance{Schema: calcSchema, Clause: orNull(s.Clause), Reading: orNull(s.Reading), Percent: s.Percent, DP: s.DP, Performance: s.To}
}

// CalcTournament is the change of a rating by a tournament: schema arpad.calc/1.
type CalcTournament struct {
	Average     *int             `json:"average"` // rating of the opponents
	Change      rating.Points    `json:"change"`
	Clause      *string          `json:"clause"`
	Expected    *rating.Expected `json:"expected"`
	K           *rating.K        `json:"k"`
	Performance *rating.Rating   `json:"performance"`
	Reading     *string          `json:"reading"`
	Schema      string           `json:"schema"`
}

// NewCalcTournament returns the document of a total change. The caller fills in
// the other fields.
func NewCalcTournament(change rating.Points) *CalcTournament {
	return &CalcTournament{Schema: calcSchema, Change: change}
}

// RestOn sets the clause and the reading to those of a step.
func (d *CalcTournament) RestOn(s *regulation.Step) {
	d.Clause, d.Reading = orNull(s.Clause), orNull(s.Reading)
}
