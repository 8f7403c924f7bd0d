package trial

import (
	"context"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/report"
)

// Told is what the organiser of an event learns of a file of it: what stands in it, and what the office finds that rests
// on nothing that only officers may know. How the office takes it is no part of it, nor whose numbers would change.
type Told struct {
	File     string
	Ref      string         // of the report that it has become; empty: it was tried
	Report   *report.Report // nil: it cannot be read
	Case     *check.Case    // its list and its deadline; nil: it cannot be read
	Findings []finding.Finding
}

// Blind has somebody submit a file, without the births of its entries, in a preview in which nobody has a membership: who is a
// member, and whether the births are right, cannot be learnt from what is found.
func (t *Told) Blind(ctx context.Context, b *bureau.Bureau, submit func(preview *bureau.Bureau) (*intake.Receipt, error)) error {
	return b.Store.View(ctx, func(r bureau.Reader) error {
		receipt, err := submit(b.Over(memberless{r}))
		if err == nil {
			t.Case, t.Findings = receipt.Report, finding.For(finding.Doubted(receipt.Findings), finding.Organizer)
		}
		return err
	})
}

// memberless reads what is stored but for memberships.
type memberless struct{ bureau.Reader }

// Get implements bureau.Reader.
func (r memberless) Get(kind, key string) ([]byte, error) {
	if kind == register.Memberships.Kind {
		return nil, nil
	}
	return r.Reader.Get(kind, key)
}

// Scan implements bureau.Reader.
func (r memberless) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	if kind == register.Memberships.Kind {
		return nil
	}
	return r.Reader.Scan(kind, from, to, each)
}
