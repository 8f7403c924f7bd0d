package document

import "github.com/arpadchess/arpad/internal/bureau"

// Done is what became of an act of a program: schema arpad.done/1.
type Done struct {
	Schema  string  `json:"schema"`
	Act     string  `json:"act"`     // as in the log
	Subject *string `json:"subject"` // the reference, number or ID of what it was done with; null: none
	Again   bool    `json:"again"`   // it was done before, by the same request
}

// NewDone returns the document of an act. What follows from it is read of its subject.
func NewDone(act string, out *bureau.Outcome) *Done {
	return &Done{"arpad.done/1", act, orNull(out.Subject), out.Again}
}
