// Package answer holds the documents of the answers to what-if questions: schema
// arpad.calc/1. A value that the regulation does not determine is null; clause and
// reading are those that the answer rests on.
package answer

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// schema is the format of the documents and its version.
const schema = "arpad.calc/1"

// Change is the change of a rating by one game: schema arpad.calc/1.
type Change struct {
	Change     rating.Points    `json:"change"`
	Clause     *string          `json:"clause"`     // on which the answer rests; null: none
	CountsAs   *int32           `json:"counts_as"`  // the difference by the regulation's limits; null: the game does not count
	Difference int32            `json:"difference"` // rating minus rating of the opponent
	Expected   *rating.Expected `json:"expected"`   // null: the regulation has none, or the game does not count
	K          *rating.K        `json:"k"`          // null: the regulation has none, or the game does not count
	Reading    *string          `json:"reading"`    // the interpretation on which the answer rests; null: none
	Schema     string           `json:"schema"`
}

// NewChange returns the document of a game's step.
func NewChange(about *regulation.About, s *regulation.Step) Change {
	d := Change{Schema: schema, Clause: orNull(s.Clause), Reading: orNull(s.Reading), Difference: s.Difference, Change: s.Change}
	if s.What == regulation.Uncounted {
		return d
	}
	d.CountsAs = &s.CountsAs
	if about.Expectancy {
		d.Expected, d.K = &s.Expected, &s.K
	}
	return d
}

// First is a first rating: schema arpad.calc/1.
type First struct {
	Average   rating.Points  `json:"average"` // rating of the opponents
	Clause    *string        `json:"clause"`
	DP        int32          `json:"dp"`                  // the difference that goes with the percentage
	Percent   int32          `json:"percent"`             // the score in per cent
	Published *bool          `json:"published,omitempty"` // false: too few games, no point, or below the floor: the games stay in the pool
	Rating    *rating.Rating `json:"rating,omitempty"`
	Reading   *string        `json:"reading"`
	Schema    string         `json:"schema"`
}

// NewFirst returns the document of the steps to a first rating. There must
// be at least one.
func NewFirst(steps []regulation.Step) First {
	s := &steps[0]
	d := First{Schema: schema, Clause: orNull(s.Clause), Reading: orNull(s.Reading), Percent: s.Percent, DP: s.DP, Average: s.Average}
	for i := range steps {
		if steps[i].To.Rated() {
			d.Rating = &steps[i].To
		} else {
			d.Published = new(bool)
		}
	}
	return d
}

// Performance is a performance rating: schema arpad.calc/1.
type Performance struct {
	Clause      *string       `json:"clause"`
	DP          int32         `json:"dp"`
	Percent     int32         `json:"percent"`
	Performance rating.Rating `json:"performance"` // null: none
	Reading     *string       `json:"reading"`
	Schema      string        `json:"schema"`
}

// NewPerformance returns the document of a performance's step.
func NewPerformance(s *regulation.Step) Performance {
	return Performance{Schema: schema, Clause: orNull(s.Clause), Reading: orNull(s.Reading), Percent: s.Percent, DP: s.DP, Performance: s.To}
}

// Tournament is the change of a rating by a tournament: schema arpad.calc/1.
type Tournament struct {
	Average     *int             `json:"average"` // rating of the opponents
	Change      rating.Points    `json:"change"`
	Clause      *string          `json:"clause"`
	Expected    *rating.Expected `json:"expected"`
	K           *rating.K        `json:"k"`
	Performance *rating.Rating   `json:"performance"`
	Reading     *string          `json:"reading"`
	Schema      string           `json:"schema"`
}

// NewTournament returns the document of a total change. The caller fills in
// the other fields.
func NewTournament(change rating.Points) *Tournament {
	return &Tournament{Schema: schema, Change: change}
}

// RestOn sets the clause and the reading to those of a step.
func (d *Tournament) RestOn(s *regulation.Step) {
	d.Clause, d.Reading = orNull(s.Clause), orNull(s.Reading)
}

// Rest is what an answer in words rests on.
type Rest struct {
	Clause  *string  `json:"clause"`
	Reading *string  `json:"reading"`
	Said    []string `json:"said"` // the answer in sentences
}

// NewRest returns what an answer rests on.
func NewRest(clause, reading string, said []string) Rest {
	return Rest{orNull(clause), orNull(reading), slices.Concat([]string{}, said)}
}

// Type is the type of a tournament by its time control: schema arpad.calc/1.
type Type struct {
	Schema string       `json:"schema"`
	Type   *rating.Kind `json:"type"` // of a time control; null: it is not rated
	Rest
}

// NewType returns the document of a type, zero if there is none.
func NewType(kind rating.Kind, rest Rest) Type {
	return Type{schema, orNull(kind), rest}
}

// Deadline is until when a game must be reported: schema arpad.calc/1.
type Deadline struct {
	Schema  string      `json:"schema"`
	LastDay *civil.Date `json:"last_day"` // to report the games of a day, or to pay a fee; null: there is none
	ListDay *civil.Date `json:"list_day"` // of the list in which a report counts that was received; null: unknown
	Rest
}

// NewDeadline returns the document of a deadline and of the day of a list, zero if there
// is none.
func NewDeadline(last, list civil.Date, rest Rest) Deadline {
	return Deadline{schema, orNull(last), orNull(list), rest}
}

// Fee is what a report costs: schema arpad.calc/1.
type Fee struct {
	Schema   string      `json:"schema"`
	Amount   int         `json:"amount"`   // a fee in whole units of the currency; 0: nothing
	Currency *string     `json:"currency"` // as ISO 4217 codes it
	LastDay  *civil.Date `json:"last_day"` // to pay for a report that was received; null: unknown
	Rest
}

// NewFee returns the document of a fee, with the last day to pay it, zero if it is
// unknown.
func NewFee(amount int, currency string, until civil.Date, rest Rest) Fee {
	return Fee{schema, amount, orNull(currency), orNull(until), rest}
}

func orNull[T comparable](v T) *T {
	if v == *new(T) {
		return nil
	}
	return &v
}
