package document

import (
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
)

// Findings are findings about reports: schema arpad.findings/1.
type Findings struct {
	Schema   string    `json:"schema"`
	Findings []Finding `json:"findings"`
}

// Finding is a finding in a document.
type Finding struct {
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

// NewFinding returns a finding with its message and cure.
func NewFinding(p *explain.Printer, f finding.Finding) Finding {
	var section *string
	if f.InSection {
		section = &f.Section
	}
	return Finding{
		ID: f.ID, Severity: f.Severity, Report: f.Report, Line: f.Line, Column: f.Column, Section: section,
		Clause: orNull(f.Clause), Reading: orNull(f.Reading), Message: p.Message(f), Cure: p.Cure(f),
	}
}

// NewFindings returns the document of findings.
func NewFindings(p *explain.Printer, found []finding.Finding) Findings {
	return Findings{Schema: "arpad.findings/1", Findings: slices.Collect(eachFinding(p, found))}
}

// Write writes the document, one finding per line.
func (d Findings) Write(w io.Writer) error {
	fmt.Fprintf(w, "{\"schema\": %q, \"findings\": [", d.Schema)
	if err := writeItems(w, slices.Values(d.Findings)); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, "]}\n")
	return err
}

// eachFinding yields the documents of findings.
func eachFinding(p *explain.Printer, found []finding.Finding) iter.Seq[Finding] {
	return func(yield func(Finding) bool) {
		for _, f := range found {
			if !yield(NewFinding(p, f)) {
				return
			}
		}
	}
}
