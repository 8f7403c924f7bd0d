package document

import "github.com/arpadchess/arpad/internal/bureau/check"

// Invoice is what is due for a report: schema arpad.invoice/1. It is what arpad fee show
// prints.
type Invoice struct {
	Schema string     `json:"schema"`
	Ref    string     `json:"ref"`
	Event  string     `json:"event"`
	Club   string     `json:"club"`
	Fee    *check.Fee `json:"fee"` // null: nothing is due
}

// NewInvoice returns the invoice of a report.
func NewInvoice(r *check.Case) Invoice {
	return Invoice{"arpad.invoice/1", r.Ref, r.Event, r.Club, r.Fee}
}
