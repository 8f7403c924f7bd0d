package document

import (
	"encoding/json"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Explanation is how each of a player's ratings came about, list by list and step by step:
// schema arpad.explanation/1. It is what arpad explain prints.
type Explanation struct {
	Schema string          `json:"schema"`
	Player string          `json:"player"`                // ID
	Name   string          `json:"name"`                  // empty: withheld
	Asked  string          `json:"asked,omitempty"`       // the ID that was asked for, if it was merged into the player
	Into   string          `json:"merged_into,omitempty"` // the ID of the player into whom this one was merged
	Erased bool            `json:"erased,omitempty"`      // the personal data was erased
	Lists  []ExplainedList `json:"lists"`
}

// ExplainedList is the derivation of one rating in one list.
type ExplainedList struct {
	Period     string            `json:"period"` // label of the list
	From       civil.Date        `json:"from"`
	To         civil.Date        `json:"to"`
	Type       rating.Kind       `json:"type"`
	Regulation string            `json:"regulation"`
	Options    map[string]string `json:"options"`  // values of the options, by name
	Previous   *rating.Rating    `json:"previous"` // in the list before; null: unrated
	Rating     *rating.Rating    `json:"rating"`   // null: unrated
	Summary    ExplainedSummary  `json:"summary"`
	Steps      []ExplainedStep   `json:"steps"`
	Refused    []Finding         `json:"refused"` // why sections were not rated
	// Corrections are the steps made by corrections; none outside a bureau.
	Corrections []ExplainedCorrection `json:"corrections,omitempty"`
}

// ExplainedCorrection is a step made by a correction.
type ExplainedCorrection struct {
	Correction string                  `json:"correction"` // its number
	Place      explain.CorrectionPlace `json:"place"`      // where in the derivation
	From       *rating.Rating          `json:"from"`       // null: unrated
	To         *rating.Rating          `json:"to"`         // null: unrated
	Ref        *string                 `json:"ref"`        // of the corrected report; null: none, or unknown
	Clause     *string                 `json:"clause"`     // under which lists are corrected; null: the text has none
	Text       string                  `json:"text"`
}

// ExplainedStep is a step of the calculation. Values that reveal personal data
// are left out, unless the explanation is private.
type ExplainedStep struct {
	Step     string                 `json:"step"` // what it does: "game", "k", "floor"
	Note     *string                `json:"note"` // how or why: the case of the rule; null: none
	Clause   string                 `json:"clause"`
	Reading  *string                `json:"reading"`     // the interpretation that decided; null: none
	Event    *string                `json:"event"`       // null: it is about no section
	Ref      *string                `json:"ref"`         // of the event; null outside a bureau
	Section  *string                `json:"section"`     // null: it is about no section
	Opponent *string                `json:"opponent"`    // name; null: none, unknown or withheld
	ID       *string                `json:"opponent_id"` // of the opponent
	Colour   *explain.Colour        `json:"colour"`      // of the player in the game; null: it is about no game
	Values   map[string]json.Number `json:"values"`      // the numbers, by name
	Text     string                 `json:"text"`        // the step in a sentence
}

// NewExplanation returns the document of the derivation of a player's ratings.
func NewExplanation(p *explain.Printer, id, name string, explained []*explain.List) Explanation {
	d := Explanation{Schema: "arpad.explanation/1", Player: id, Name: name, Lists: []ExplainedList{}}
	for _, l := range explained {
		d.Asked, d.Into, d.Erased = l.Asked, l.Into, l.Erased
		d.Lists = append(d.Lists, newExplainedList(p, l))
	}
	return d
}

func newExplainedList(p *explain.Printer, l *explain.List) ExplainedList {
	d := ExplainedList{
		Period: l.Period.Label, From: l.Period.Days.From, To: l.Period.Days.To, Type: l.Kind, Regulation: l.Regulation.ID,
		Options: map[string]string{}, Previous: orNull(l.Previous), Rating: orNull(l.New),
		Summary: newExplainedSummary(p, l), Steps: []ExplainedStep{}, Refused: []Finding{},
	}
	for _, o := range l.Regulation.Options {
		d.Options[o.Name] = o.Value
	}
	for i := range l.Steps {
		if s := &l.Steps[i]; s.What != regulation.PerformanceRating || s.Clause != "" { // else the regulation knows none
			d.Steps = append(d.Steps, newExplainedStep(p, l, s))
		}
	}
	for _, f := range l.Refused {
		d.Refused = append(d.Refused, NewFinding(p, f))
	}
	for _, c := range l.Corrections {
		made := ExplainedCorrection{Correction: c.Number, Place: c.Place, From: orNull(c.From), To: orNull(c.To), Clause: orNull(c.Clause), Text: p.Correction(&c)}
		if c.What != nil {
			made.Ref = orNull(c.What.Ref)
		}
		d.Corrections = append(d.Corrections, made)
	}
	return d
}

func newExplainedStep(p *explain.Printer, l *explain.List, s *regulation.Step) ExplainedStep {
	step := ExplainedStep{
		Step: s.What.String(), Note: orNull(string(s.Note)), Clause: s.Clause, Reading: orNull(s.Reading), Values: map[string]json.Number{},
	}
	if s.Section > 0 {
		section := &l.Batch.Sections[s.Section-1]
		step.Event, step.Section = &l.Batch.Events[section.Event].Name, &section.Name
		step.Ref = refOf(l, s.Section)
	}
	step.Colour = orNull(l.Colour(s))
	switch s.What {
	case regulation.Game, regulation.Default, regulation.Pooled, regulation.Uncounted:
		if s.Opponent != regulation.NoPlayer {
			step.Opponent, step.ID = orNull(l.Names(s.Opponent)), orNull(l.IDs(s.Opponent))
		}
		if s.What == regulation.Uncounted {
			step.Text = p.Text("step.uncounted."+string(s.Note), nil)
		} else {
			step.Text = p.Remark(l, s)
		}
	case regulation.Entry:
	default:
		step.Text = p.Sentence(l, s)
	}
	for _, v := range s.Values() {
		if !v.Private || l.Private {
			step.Values[v.Name] = json.Number(v.Text)
		}
	}
	return step
}

// refOf returns the reference of the event of a section, counted from 1; nil
// if it has none.
func refOf(l *explain.List, section int32) *string {
	if l.Refs == nil {
		return nil
	}
	ref := l.Refs(l.Batch.Sections[section-1].Event)
	return &ref
}
