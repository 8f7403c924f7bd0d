package document

import (
	"encoding/json"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Explanation is the derivation of a player's ratings, list by list: schema
// arpad.explanation/1.
type Explanation struct {
	Schema string          `json:"schema"`
	Player string          `json:"player"` // ID
	Name   string          `json:"name"`   // empty: withheld
	Lists  []ExplainedList `json:"lists"`
}

// ExplainedList is the derivation of one rating in one list.
type ExplainedList struct {
	Period     string            `json:"period"`
	From       civil.Date        `json:"from"`
	To         civil.Date        `json:"to"`
	Type       rating.Kind       `json:"type"`
	Regulation string            `json:"regulation"`
	Options    map[string]string `json:"options"`
	Previous   *rating.Rating    `json:"previous"`
	Rating     *rating.Rating    `json:"rating"`
	Steps      []ExplainedStep   `json:"steps"`
	Refused    []Finding         `json:"refused"`
	// Corrections are the steps made by corrections; none outside a bureau.
	Corrections []ExplainedCorrection `json:"corrections,omitempty"`
}

// ExplainedCorrection is a step made by a correction.
type ExplainedCorrection struct {
	Correction string         `json:"correction"`
	Place      string         `json:"place"`
	From       *rating.Rating `json:"from"`
	To         *rating.Rating `json:"to"`
	Text       string         `json:"text"`
}

// ExplainedStep is a step of the calculation. Values that reveal personal data
// are left out, unless the explanation is private.
type ExplainedStep struct {
	Step     string                 `json:"step"`
	Note     *string                `json:"note"`
	Clause   string                 `json:"clause"`
	Reading  *string                `json:"reading"`
	Event    *string                `json:"event"`
	Section  *string                `json:"section"`
	Opponent *string                `json:"opponent"`
	Values   map[string]json.Number `json:"values"`
	Text     string                 `json:"text"`
}

// NewExplanation returns the document of the derivation of a player's ratings.
func NewExplanation(p *explain.Printer, id, name string, explained []*explain.List) Explanation {
	d := Explanation{Schema: "arpad.explanation/1", Player: id, Name: name, Lists: []ExplainedList{}}
	for _, l := range explained {
		d.Lists = append(d.Lists, newExplainedList(p, l))
	}
	return d
}

func newExplainedList(p *explain.Printer, l *explain.List) ExplainedList {
	d := ExplainedList{
		Period: l.Period.Label, From: l.Period.Days.From, To: l.Period.Days.To, Type: l.Kind, Regulation: l.Regulation.ID,
		Options: map[string]string{}, Previous: orNull(l.Previous), Rating: orNull(l.New), Steps: []ExplainedStep{}, Refused: []Finding{},
	}
	for _, o := range l.Regulation.Options {
		d.Options[o.Name] = o.Value
	}
	for i := range l.Steps {
		d.Steps = append(d.Steps, newExplainedStep(p, l, &l.Steps[i]))
	}
	for _, f := range l.Refused {
		d.Refused = append(d.Refused, NewFinding(p, f))
	}
	for _, c := range l.Corrections {
		d.Corrections = append(d.Corrections, ExplainedCorrection{c.Number, string(c.Place), orNull(c.From), orNull(c.To), p.Correction(&c)})
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
	}
	switch s.What {
	case regulation.Game, regulation.Default, regulation.Pooled, regulation.Uncounted:
		if s.Opponent != regulation.NoPlayer {
			step.Opponent = orNull(l.Names(s.Opponent))
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
