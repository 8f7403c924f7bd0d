package api

import (
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
)

func readRegulations(v *visit, _ *Asked) (any, error) {
	rules, err := v.Settings.Rules()
	if err != nil {
		return nil, err
	}
	return document.NewRegulations(v.Printer, rules.Editions), nil
}

// RegulationOf names an edition.
type RegulationOf struct {
	Asked
	ID string `path:"id" maxLength:"100" doc:"The ID of the edition: jcf-2023."`
}

func readRegulation(v *visit, q *RegulationOf) (any, error) {
	e, err := v.edition(q.ID)
	if err != nil {
		return nil, err
	}
	return document.NewRegulation(e), nil
}

// edition returns an edition of the bureau's regulation, with its options set.
func (v *visit) edition(id string) (regulation.Edition, error) {
	rules, err := v.Settings.Rules()
	if err != nil {
		return nil, err
	}
	if id == "" {
		return rules.Latest(), nil
	}
	for _, e := range rules.Editions {
		if e.About().ID == id {
			return e, nil
		}
	}
	return nil, finding.Refuse("edition-unknown", finding.Text("id", id))
}
