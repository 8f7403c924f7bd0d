package main

import (
	"errors"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/office"
)

// problem returns the text of an error.
func (a *app) problem(err error) string {
	var damaged *bureau.Damaged
	if errors.As(err, &damaged) {
		return a.Problem(finding.NewProblem("document-damaged", finding.Text("document", a.kind(damaged.Kind)+" "+damaged.Key)))
	}
	err = office.Problem(err)
	var problem *finding.Problem
	if errors.As(err, &problem) {
		for i, v := range problem.Values {
			if v.Name == "kept" && v.Text != "" {
				problem.Values[i].Text = a.Text("trouble."+v.Text, nil)
			}
		}
	}
	return a.Problem(err)
}
