package desk

import (
	"context"
	"errors"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
)

// Pay records a payment of a report's fee. An amount of zero means everything
// due; a smaller amount is a part payment.
func Pay(ctx context.Context, b *bureau.Bureau, ref string, amount int) (*check.Fee, error) {
	var paid *check.Case
	err := amend(ctx, b, "fee.paid", ref, "", func(tx *bureau.Tx, r *check.Case) error {
		if r.Fee.Due() == 0 {
			return r.Fee.Refuse("fee-not-due", finding.Text("ref", ref))
		}
		if amount < 0 || amount > r.Fee.Due() {
			return r.Fee.Refuse("fee-amount", finding.Int("due", r.Fee.Due()), finding.Text("currency", r.Fee.Currency),
				finding.Text("until", r.Fee.Until.String()))
		}
		if amount == 0 {
			amount = r.Fee.Due()
		}
		r.Decide(tx.Moment, check.Decision{Payment: &check.Payment{Amount: amount, Day: tx.Today}})
		tx.Note(ref, map[string]any{"amount": amount, "currency": r.Fee.Currency})
		paid = r
		return intake.Recheck(tx, r)
	})
	if err != nil {
		return nil, err
	}
	return paid.Fee, nil
}

// overdue reports whether the fee of a report says that it is to be withheld.
func overdue(r *check.Case, today civil.Date) bool {
	return r.Fee.Overdue(today) && (r.State == check.Waiting || r.State == check.Admitted) || r.State == check.Waiting && r.Waits(check.WaitBearer)
}

// AnyOverdue reports whether Overdue would withhold a report that is not yet.
func AnyOverdue(r bureau.Reader, today civil.Date) (is bool, err error) {
	err = intake.Cases.Scan(r, "", "", func(_ string, c *check.Case) (bool, error) {
		is = overdue(c, today)
		return !is, nil
	})
	return is, err
}

// Overdue withholds the reports whose fee was not paid by its deadline, until
// an officer decides (Readings J15, G10), and returns all that are withheld for a fee.
func Overdue(ctx context.Context, b *bureau.Bureau) (withheld []*check.Case, err error) {
	err = b.Do(ctx, "fee.overdue", "", func(tx *bureau.Tx) error {
		withheld = nil
		all, err := intake.Cases.All(tx, "")
		if err != nil {
			return err
		}
		var moved []string
		for _, r := range all {
			if r, err = intake.Find(tx, r.Ref); err != nil { // another one may have moved it
				return err
			}
			was := r.State
			if overdue(r, tx.Today) {
				if err := errors.Join(intake.Recheck(tx, r), intake.Keep(tx, r)); err != nil {
					return err
				}
			}
			if r.State != check.Withheld || !r.Waits(check.WaitOverdue, check.WaitBearer) {
				continue
			}
			if withheld = append(withheld, r); was != r.State {
				moved = append(moved, r.Ref)
			}
		}
		tx.Note("", moved)
		return nil
	})
	return withheld, err
}
