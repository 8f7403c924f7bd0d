package intake

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
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
// list as they are now, and the new states of those that this moves, by reference. When the
// period closes, a report whose open questions hold some of its games only goes in without these.
func Ready(tx *bureau.Tx, label string, closes bool) (all []*check.Case, moved map[string]lists.State, err error) {
	if all, err = OfPeriod(tx, label); err != nil {
		return nil, nil, err
	}
	before, written := map[string]lists.State{}, false
	for _, r := range all {
		before[r.Ref] = r.State
	}
	for _, r := range all {
		if written { // another one may have moved it
			if r, err = Find(tx, r.Ref); err != nil {
				return nil, nil, err
			}
		}
		moves, revision := len(r.History), r.Current
		fresh, err := Holds(tx, r.Ref)
		if err != nil {
			return nil, nil, err
		}
		if r.State == check.Rated || fresh && !(closes && r.IsPending()) {
			continue
		}
		if !fresh {
			if err := Recheck(tx, r); err != nil {
				return nil, nil, err
			}
		}
		if closes && r.IsPending() && r.GoesInPart() {
			r.Decide(tx.Moment, check.Decision{GoesInto: label})
			if err := Recheck(tx, r); err != nil {
				return nil, nil, err
			}
		}
		if fresh && moves == len(r.History) && revision == r.Current {
			continue
		}
		if err := Keep(tx, r); err != nil {
			return nil, nil, err
		}
		written = true
	}
	if written {
		all, err = OfPeriod(tx, label)
	}
	moved = map[string]lists.State{}
	for _, r := range all {
		if r.State != before[r.Ref] {
			moved[r.Ref] = r.State
		}
	}
	return all, moved, err
}
