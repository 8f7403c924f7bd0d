package desk

import (
	"context"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
)

// Pay records a payment of a report's fee. An amount of zero means everything
// due; a smaller amount is a part payment.
func Pay(ctx context.Context, b *bureau.Bureau, ref string, amount int) (f *check.Fee, err error) {
	err = amend(ctx, b, "fee.paid", ref, "", func(tx *bureau.Tx, r *check.Case) error {
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
		f = r.Fee
		tx.Note(ref, map[string]any{"amount": amount, "currency": f.Currency})
		return intake.Recheck(tx, r)
	})
	return f, err
}

// Overdue withholds the reports whose fee was not paid by its deadline, until
// an officer decides (Readings J15, G10), and returns them.
func Overdue(ctx context.Context, b *bureau.Bureau) (moved []*check.Case, err error) {
	err = b.Do(ctx, "fee.overdue", "", func(tx *bureau.Tx) error {
		moved = nil
		all, err := intake.Cases.All(tx, "")
		if err != nil {
			return err
		}
		var refs []string
		for _, r := range all {
			if r.State != check.Waiting || !r.Fee.Overdue(tx.Today) && !r.Waits(check.WaitBearer) {
				continue
			}
			if err := intake.Recheck(tx, r); err != nil {
				return err
			}
			if r.State != check.Withheld {
				continue
			}
			moved, refs = append(moved, r), append(refs, r.Ref)
			if err := intake.Keep(tx, r); err != nil {
				return err
			}
		}
		tx.Note("", refs)
		return nil
	})
	return moved, err
}

// recheckBorne rechecks the meetings that wait for the fee of a report.
func recheckBorne(tx *bureau.Tx, r *check.Case) error {
	if r.Fee == nil || r.Fee.Players == 0 {
		return nil
	}
	all, err := intake.OfPeriod(tx, r.Period)
	if err != nil {
		return err
	}
	for _, other := range all {
		if other.State == check.Rated || !slices.ContainsFunc(other.Open(), func(w check.Question) bool { return w.IsForFeeOf(r.Ref) }) {
			continue
		}
		if err := intake.Recheck(tx, other); err != nil {
			return err
		}
		if err := intake.Keep(tx, other); err != nil {
			return err
		}
	}
	return nil
}
