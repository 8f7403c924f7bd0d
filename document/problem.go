package document

import (
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
)

// Problem is why a request is refused, as RFC 9457 writes it: schema arpad.problem/1. Its
// id is that of the finding, which all interfaces name.
type Problem struct {
	Schema   string        `json:"schema"`
	Type     string        `json:"type"`     // where the finding is described
	Title    string        `json:"title"`    // the class in words
	Status   int           `json:"status"`   // of HTTP
	Detail   string        `json:"detail"`   // what is wrong
	Cure     string        `json:"cure"`     // what to do about it
	Instance string        `json:"instance"` // the address asked for
	ID       string        `json:"id"`       // of the finding
	Class    string        `json:"class"`    // what the requester can do about it
	Clause   *string       `json:"clause"`   // of the regulation; null: none
	Reading  *string       `json:"reading"`  // the interpretation on which it rests; null: none
	Actions  []Action      `json:"actions"`  // that carry out the cure, in the order in which to try them
	Errors   []ProblemPart `json:"errors"`   // the parts of the request that cannot be used
}

// ProblemPart is a part of a request that cannot be used.
type ProblemPart struct {
	In    string `json:"in"` // where: "query.limit", "body.entries[3]"
	Value string `json:"value"`
	Wants string `json:"wants"` // what is allowed there, in English
}

// findingsPage is where findings are described.
const findingsPage = "https://github.com/arpadchess/arpad/blob/main/docs/findings.md#"

// NewProblem returns the document of a refusal.
func NewProblem(p *explain.Printer, why *finding.Refused, status int, instance string) Problem {
	f := why.Finding
	return Problem{
		"arpad.problem/1", findingsPage + f.ID, p.Text("api.class-"+why.Class().String(), nil), status, p.Message(f), p.CureInWords(f), instance, f.ID, why.Class().String(), orNull(f.Clause), orNull(f.Reading),
		newActions(f.Actions()), []ProblemPart{},
	}
}
