package intake

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
)

// Recheck checks a report anew: its players, the registers or an officer's word
// have changed.
func Recheck(tx *bureau.Tx, r *check.Case) error {
	if r.State == check.Rated {
		return nil
	}
	return Hear(tx, r)
}

// Hear checks a report with what was decided or stated of it just now. One in a list stays as it is
// there.
func Hear(tx *bureau.Tx, r *check.Case) error {
	_, err := checkNow(tx, r, nil)
	return err
}

// Ready returns the reports of a period, checked against the registers and the
// list as they are now. When the period closes, a report whose open questions hold some
// of its games only goes in without these.
func Ready(tx *bureau.Tx, label string, closes bool) ([]*check.Case, error) {
	all, err := OfPeriod(tx, label)
	if err != nil {
		return nil, err
	}
	written := false
	for _, r := range all {
		if written { // another one may have moved it
			if r, err = Find(tx, r.Ref); err != nil {
				return nil, err
			}
		}
		moves, revision := len(r.History), r.Current
		fresh, err := Holds(tx, r.Ref)
		if err != nil {
			return nil, err
		}
		if r.State == check.Rated || fresh && !(closes && r.IsPending()) {
			continue
		}
		if !fresh {
			if err := Recheck(tx, r); err != nil {
				return nil, err
			}
		}
		if closes && r.IsPending() && r.GoesInPart() {
			r.Decide(tx.Moment, check.Decision{GoesInto: label})
			if err := Recheck(tx, r); err != nil {
				return nil, err
			}
		}
		if fresh && moves == len(r.History) && revision == r.Current {
			continue
		}
		if err := Keep(tx, r); err != nil {
			return nil, err
		}
		written = true
	}
	if written {
		return OfPeriod(tx, label)
	}
	return all, nil
}
