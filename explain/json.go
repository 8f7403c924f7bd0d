package explain

import (
	"encoding/json"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Schema is the schema of an explanation in JSON.
const Schema = "arpad.explanation/1"

// Document is an explanation in JSON: how a player's ratings came about, list
// by list.
type Document struct {
	Schema string         `json:"schema"`
	Player string         `json:"player"`
	Name   string         `json:"name"`
	Lists  []DocumentList `json:"lists"`
}

// DocumentList is the explanation of one list.
type DocumentList struct {
	Period     string            `json:"period"`
	From       civil.Date        `json:"from"`
	To         civil.Date        `json:"to"`
	Type       rating.Kind       `json:"type"`
	Regulation string            `json:"regulation"`
	Options    map[string]string `json:"options"`
	Previous   *rating.Rating    `json:"previous"`
	Rating     *rating.Rating    `json:"rating"`
	Steps      []documentStep    `json:"steps"`
	Refused    []DocumentFinding `json:"refused"`
	// Corrections are the steps that no game has made; none outside a bureau.
	Corrections []documentCorrection `json:"corrections,omitempty"`
}

type documentCorrection struct {
	Correction string         `json:"correction"`
	Place      string         `json:"place"`
	From       *rating.Rating `json:"from"`
	To         *rating.Rating `json:"to"`
	Text       string         `json:"text"`
}

type documentStep struct {
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

// DocumentFinding is a finding in JSON.
type DocumentFinding struct {
	ID       string           `json:"id"`
	Severity finding.Severity `json:"severity"`
	Report   string           `json:"report"`
	Line     int32            `json:"line"`
	Column   int32            `json:"column"`
	Section  *string          `json:"section"`
	Clause   *string          `json:"clause"`
	Reading  *string          `json:"reading"`
	Message  string           `json:"message"`
	Cure     string           `json:"cure"`
}

// Finding gives a finding for JSON.
func (p *Printer) Finding(f finding.Finding) DocumentFinding {
	var section *string
	if f.InSection {
		section = &f.Section
	}
	return DocumentFinding{
		ID: f.ID, Severity: f.Severity, Report: f.Report, Line: f.Line, Column: f.Column, Section: section,
		Clause: null(f.Clause), Reading: null(f.Reading), Message: p.Message(f), Cure: p.Cure(f),
	}
}

// null gives a pointer to a value, nil for the zero value: null in JSON.
func null[T comparable](v T) *T {
	if v == *new(T) {
		return nil
	}
	return &v
}

// Document gives the explanation of one list for JSON.
func (p *Printer) Document(l *List) DocumentList {
	d := DocumentList{
		Period: l.Period.Label, From: l.Period.Days.From, To: l.Period.Days.To, Type: l.Kind, Regulation: l.Regulation.ID,
		Options: map[string]string{}, Previous: null(l.Previous), Rating: null(l.New), Steps: []documentStep{}, Refused: []DocumentFinding{},
	}
	for _, o := range l.Regulation.Options {
		d.Options[o.Name] = o.Value
	}
	for i := range l.Steps {
		d.Steps = append(d.Steps, p.documentStep(l, &l.Steps[i]))
	}
	for _, f := range l.Refused {
		d.Refused = append(d.Refused, p.Finding(f))
	}
	for _, c := range l.Corrections {
		d.Corrections = append(d.Corrections, documentCorrection{c.Number, string(c.Place), null(c.From), null(c.To), p.Correction(&c)})
	}
	return d
}

func (p *Printer) documentStep(l *List, s *regulation.Step) documentStep {
	step := documentStep{
		Step: s.What.String(), Note: null(string(s.Note)), Clause: s.Clause, Reading: null(s.Reading), Values: map[string]json.Number{},
	}
	if s.Section > 0 {
		section := &l.Batch.Sections[s.Section-1]
		step.Event, step.Section = &l.Batch.Events[section.Event].Name, &section.Name
	}
	switch s.What {
	case regulation.Game, regulation.Default, regulation.Pooled, regulation.Uncounted:
		if s.Opponent != regulation.NoPlayer {
			step.Opponent = null(l.Names(s.Opponent))
		}
		w := &listWriter{Printer: p, l: l}
		if s.What == regulation.Uncounted {
			step.Text = p.Text("step.uncounted."+string(s.Note), nil)
		} else {
			step.Text = w.remark(s)
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
