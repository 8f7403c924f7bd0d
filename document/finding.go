package document

import (
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
)

// Findings are what checks found in reports: schema arpad.findings/1. It is what arpad
// check prints.
type Findings struct {
	Schema   string    `json:"schema"`
	Findings []Finding `json:"findings"`
}

// Finding is a problem or a fact that a check found, in words.
type Finding struct {
	ID       string           `json:"id"` // stable; docs/findings.md describes it
	Severity finding.Severity `json:"severity"`
	Report   string           `json:"report"`  // name of the file
	Line     int32            `json:"line"`    // from 1; 0: the file as a whole
	Column   int32            `json:"column"`  // from 1, in characters; 0: the line as a whole
	Section  *string          `json:"section"` // null: it is about no section
	Clause   *string          `json:"clause"`  // of the regulation; null: none
	Reading  *string          `json:"reading"` // the interpretation on which it rests; null: none
	Message  string           `json:"message"` // what is wrong, in a sentence
	Cure     string           `json:"cure"`    // what to do about it, in words
}

// NewFinding returns a finding with its message and cure.
func NewFinding(p *explain.Printer, f finding.Finding) Finding {
	var section *string
	if f.InSection {
		section = &f.Section
	}
	return Finding{
		ID: f.ID, Severity: f.Severity, Report: f.Report, Line: f.Line, Column: f.Column, Section: section,
		Clause: orNull(f.Clause), Reading: orNull(f.Reading), Message: p.Message(f), Cure: p.CureInWords(f),
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
