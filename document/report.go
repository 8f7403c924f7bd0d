package document

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/bureau/intake"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
)

// Reports are the states of reports: schema arpad.reports/1.
type Reports struct {
	Schema  string       `json:"schema"`
	Reports []ReportLine `json:"reports"`
}

// ReportLine is the state of a report.
type ReportLine struct {
	*intake.Case
	Warnings int `json:"warnings"` // open warnings of an admitted report
}

// NewReports returns the document of reports.
func NewReports(reports []ReportLine) Reports {
	return Reports{"arpad.reports/1", array(reports)}
}

// ReportStatus is the state of a report, with its open questions and findings:
// schema arpad.report-status/1.
type ReportStatus struct {
	Schema string `json:"schema"`
	*intake.Case
	WaitsFor  []string  `json:"waits_for"` // in sentences; null: nothing
	Findings  []Finding `json:"findings"`  // null: none
	Qualified []string  `json:"qualified"` // of a qualifying event, as reported
}

// NewReportStatus returns the document of a report; found are the findings of
// its newest revision, qualified its qualifiers.
func NewReportStatus(p *explain.Printer, r *intake.Case, qualified []string, found []finding.Finding) ReportStatus {
	return ReportStatus{
		Schema: "arpad.report-status/1", Case: r, WaitsFor: WaitsFor(p, r), Findings: slices.Collect(eachFinding(p, found)), Qualified: array(qualified),
	}
}

// WaitsFor returns the open questions of a report as sentences.
func WaitsFor(p *explain.Printer, r *intake.Case) []string {
	var lines []string
	for _, w := range r.Waits {
		data := explain.Data{"ref": r.Ref, "section": cmp.Or(w.Section, "-"), "named": w.Section, "start": fmt.Sprint(w.Start), "link": r.Notice, "about": w.About}
		if f := r.Fee; f != nil {
			data["amount"], data["currency"], data["until"] = fmt.Sprint(f.Due()), f.Currency, p.Date(f.Until)
		}
		line := p.TextOr("wait."+w.What, "wait.finding", data)
		if citation := p.Citation(w.Clause, ""); citation != "" {
			line += " " + citation
		}
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}
