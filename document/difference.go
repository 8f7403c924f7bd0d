package document

import (
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/season"
)

// Difference is a rating compared with that of a list made elsewhere, with
// possible causes: a part of schema arpad.rating/1.
type Difference struct {
	ID         string            `json:"id"`
	Name       string            `json:"name"`
	Type       rating.Kind       `json:"type"`
	Ours       *rating.Rating    `json:"ours"`       // null: unrated
	Theirs     *rating.Rating    `json:"theirs"`     // null: unrated
	Difference *int              `json:"difference"` // theirs minus ours; null: one of them is unrated
	Because    []DifferenceCause `json:"because"`    // each by itself would explain the difference
}

// DifferenceCause is a possible cause of a difference.
type DifferenceCause struct {
	What    season.CauseKind `json:"what"`
	Name    *string          `json:"name"`     // of the option, clause, edition or report; null: none
	Value   *string          `json:"value"`    // of the option; null: none
	Explain int              `json:"explains"` // number of differing ratings that it explains
	Text    string           `json:"text"`     // the cause in a sentence
}

// NewDifference returns the document of a difference.
func NewDifference(p *explain.Printer, of *season.Difference) Difference {
	d := Difference{
		ID: of.ID, Name: of.Name, Type: of.Kind, Ours: orNull(of.Ours), Theirs: orNull(of.Theirs),
		Difference: difference(of.Ours, of.Theirs), Because: []DifferenceCause{},
	}
	for _, c := range of.Because {
		text := p.Text("cause."+string(c.What), explain.Data{"name": c.Name, "value": c.Value})
		d.Because = append(d.Because, DifferenceCause{c.What, orNull(c.Name), orNull(c.Value), c.Explain, text})
	}
	return d
}

// difference returns theirs minus ours, nil if one of them is unrated.
func difference(ours, theirs rating.Rating) *int {
	if !ours.Rated() || !theirs.Rated() {
		return nil
	}
	n := int(theirs) - int(ours)
	return &n
}
