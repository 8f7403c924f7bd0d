package document

import (
	"slices"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/closing"
)

// Review is what the draft of a list changes, and what in it can hardly be true, with the
// questions to answer before publication: schema arpad.review/1. It is what arpad period
// review prints, for officers.
type Review struct {
	Schema string `json:"schema"`
	*closing.Review
	Checks   []ReviewCheck    `json:"checks"`   // the questions
	Warnings []ReportWarnings `json:"warnings"` // the open warnings of the admitted reports
	DraftBehind
}

// ReportWarnings is an admitted report with its open warnings.
type ReportWarnings struct {
	Ref      string    `json:"ref"`
	Event    string    `json:"event"`
	Findings []Finding `json:"findings"`
}

// ReviewCheck is a question of a review, with its finding as text.
type ReviewCheck struct {
	closing.Check
	Finding Finding `json:"finding"`
}

// NewReview returns the document of a review.
func NewReview(p *explain.Printer, of *closing.Review) Review {
	checks := make([]ReviewCheck, len(of.Checks))
	for i, c := range of.Checks {
		checks[i] = ReviewCheck{c, NewFinding(p, c.Finding)}
	}
	v := *of
	v.Kinds, v.Left, v.Out, v.Missing = slices.Clone(v.Kinds), array(v.Left), array(v.Out), array(v.Missing)
	for i := range v.Kinds {
		v.Kinds[i].Buckets, v.Kinds[i].Movers = array(v.Kinds[i].Buckets), array(v.Kinds[i].Movers)
	}
	warnings := make([]ReportWarnings, len(of.Warned))
	for i, w := range of.Warned {
		warnings[i] = ReportWarnings{w.Report.Ref, w.Report.Event, slices.Collect(eachFinding(p, w.Warnings))}
	}
	return Review{"arpad.review/1", &v, checks, warnings, newDraftBehind(&of.Since)}
}
