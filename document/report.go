package document

import (
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/view"
)

// Reports are where the reports of a bureau are: schema arpad.reports/1. It is what arpad
// report list prints.
type Reports struct {
	Schema  string       `json:"schema"`
	Reports []ReportLine `json:"reports"`
}

// ReportLine is the state of a report.
type ReportLine struct {
	*Case
	Warnings int `json:"warnings"` // open warnings of an admitted report
}

// Wait is something that a report waits for, with what can be done about it.
type Wait struct {
	Question
	Text    string   `json:"text"`    // what is waited for, in a sentence
	Actions []Action `json:"actions"` // what can be done about it, in the order in which to try it
}

// Action is something that a person can do: a stable ID, and the values of its parameters
// as far as they are known.
type Action struct {
	Action string            `json:"action"`
	Values map[string]string `json:"values"` // of its parameters, by name, as far as they are known
}

// NewReports returns the document of no reports.
func NewReports() *Reports { return &Reports{"arpad.reports/1", []ReportLine{}} }

// Add adds a report, with what FIDE was told of its event and the number of its open warnings.
func (d *Reports) Add(p *explain.Printer, r *check.Case, told *fidereport.Event, warnings int) {
	d.Reports = append(d.Reports, ReportLine{newCase(p, r, told), warnings})
}

func newWaits(p *explain.Printer, r *check.Case) []Wait {
	var all []Wait
	for _, q := range r.OpenSince() {
		all = append(all, Wait{newQuestion(&q), WaitInWords(p, r, &q), newActions(view.Actions(r, &q))})
	}
	return all
}

func newActions(actions []finding.Action) []Action {
	all := []Action{}
	for _, a := range actions {
		values := map[string]string{}
		for _, v := range a.Values {
			values[v.Name] = v.Text
		}
		all = append(all, Action{a.ID, values})
	}
	return all
}

// ReportStatus is where a report is and how it came there, with its open questions and
// findings: schema arpad.report-status/1. It is what arpad report show prints.
type ReportStatus struct {
	Schema string `json:"schema"`
	*Case
	Announced *Announcement `json:"announced"`                       // null: it was not announced
	WaitsFor  []string      `json:"waits_for" jsonschema:"nullable"` // in sentences, with commands; null: nothing
	Findings  []Finding     `json:"findings" jsonschema:"nullable"`  // those of the newest revision; null: none
	Qualified []string      `json:"qualified"`                       // who has qualified, of a qualifying event, as reported: IDs or names
}

// NewReportStatus returns the document of a report; told is what FIDE was told of its event, follows its
// announcement, found are the findings of its newest revision, qualified its qualifiers.
func NewReportStatus(p *explain.Printer, r *check.Case, told *fidereport.Event, follows *intake.Followed, qualified []string, found []finding.Finding) ReportStatus {
	return ReportStatus{
		Schema: "arpad.report-status/1", Case: newCase(p, r, told), Announced: NewAnnouncement(follows), WaitsFor: WaitsFor(p, r),
		Findings: slices.Collect(eachFinding(p, found)), Qualified: array(qualified),
	}
}

// WaitsFor returns what a report waits for as sentences, each with the commands with
// which an officer settles it. One that is closed waits for nothing.
func WaitsFor(p *explain.Printer, r *check.Case) []string {
	var lines []string
	if r.State == check.Closed {
		return nil
	}
	for _, q := range r.OpenSince() {
		w := &q
		line := WaitInWords(p, r, w)
		if actions := view.Actions(r, w); len(actions) > 0 && view.MayNeedOfficer(w) {
			line = p.Text("wait.commands", explain.Data{"wait": line, "commands": p.Commands(actions)})
		}
		if citation := p.Citation(w.Clause, ""); citation != "" {
			line += " " + citation
		}
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	if ruling := r.Ruling(); r.State == check.Returned && ruling != nil {
		return append(lines, repaired(p, r, ruling.Reason))
	}
	return lines
}

// PublicWaits returns what a report waits for as everybody may read it: what officers are asked, and
// what they have said, is between them and the organiser.
func PublicWaits(p *explain.Printer, r *check.Case) []string {
	if r.State == check.Returned {
		return []string{repaired(p, r, "")}
	}
	lines, office := []string{}, p.Text("wait.office", nil)
	if r.State == check.Closed {
		return lines
	}
	if r.State == check.Withheld {
		lines = append(lines, office)
	}
	for _, q := range r.Open() {
		line := office
		if !q.Officer {
			line = WaitInWords(p, r, &q)
		}
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// repaired says that a report waits for another file, until when, and why if a reason is given.
func repaired(p *explain.Printer, r *check.Case, why string) string {
	data := explain.Data{"why": why, "until": ""}
	if r.Deadline != 0 {
		data["until"] = p.Date(r.Deadline)
	}
	return p.Text("wait.repaired", data)
}

// WaitInWords returns a wait as a sentence, which names nobody.
func WaitInWords(p *explain.Printer, r *check.Case, w *check.Question) string {
	data := explain.Data{"section": SectionOf(p, r, w.Section), "start": fmt.Sprint(w.Start), "link": r.Notice, "about": w.About, "near": w.Near}
	if f := r.Fee; f != nil {
		data["amount"], data["currency"], data["until"] = fmt.Sprint(f.Due()), f.Currency, p.Date(f.Until)
	}
	return p.TextOr("wait."+w.What, "wait.finding", data)
}

// SectionOf returns how a sentence about a report calls one of its sections: nothing, if it has no other.
func SectionOf(p *explain.Printer, r *check.Case, name string) string {
	if len(r.Section) == 1 || len(r.Section) == 0 && name == "" {
		return ""
	}
	return p.Section(name)
}
