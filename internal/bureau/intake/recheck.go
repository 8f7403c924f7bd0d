package intake

import (
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// Basis is what a report was checked against.
type Basis struct {
	Run       int  `json:"run"`            // whose list was the newest
	Registers int  `json:"registers"`      // how often the registers had been changed
	List      bool `json:"list,omitempty"` // whether the check asked for standings
}

// CurrentBasis returns what a report would be checked against now.
func CurrentBasis(rd bureau.Reader) (Basis, error) {
	run, err := lists.LatestRun.Get(rd, "")
	if err != nil || run == nil {
		return Basis{}, err
	}
	n, err := bureau.Counters.Get(rd, bureau.RegistersCounter)
	if err != nil || n == nil {
		return Basis{Run: *run}, err
	}
	return Basis{Run: *run, Registers: *n}, nil
}

// holds reports whether a check against this basis would come out the same against
// another.
func (b Basis) holds(now Basis) bool {
	return b.Run != 0 && b.Registers == now.Registers && (!b.List || b.Run == now.Run)
}

// Recheck checks a report anew: its players, the registers or an officer's word
// have changed.
func Recheck(tx *bureau.Tx, r *Case) error {
	if r.State == Rated {
		return nil
	}
	_, err := check(tx, r, nil)
	return err
}

// pending reports whether a report waits by rule, not by an officer's decision.
func (r *Case) pending() bool {
	return r.State == Waiting || r.State == Withheld && r.officerDecision() == ""
}

// unsettled reports whether a check of a report may come out otherwise by the day, or by
// what has become of another report.
func (r *Case) unsettled() bool {
	return slices.ContainsFunc(slices.Concat(r.Waits, r.Excluded), func(w Wait) bool {
		return w.What == "event-running" || w.What == WaitBearer || w.What == WaitTwin
	})
}

// IsForFeeOf reports whether the wait is for the fee of another meeting, by its reference.
func (w *Wait) IsForFeeOf(ref string) bool { return w.What == WaitBearer && w.About == ref }

// WaitsForFeeElsewhere reports whether a report waits for the fee of another meeting.
func (r *Case) WaitsForFeeElsewhere() bool {
	return slices.ContainsFunc(r.Waits, func(w Wait) bool { return w.What == WaitBearer })
}

// Ready returns the reports of a period, checked against the registers and the
// list as they are now. When the period closes, a report whose open questions hold some
// of its games only goes in without these.
func Ready(tx *bureau.Tx, label string, closes bool) ([]*Case, error) {
	all, err := OfPeriod(tx, label)
	if err != nil {
		return nil, err
	}
	now, err := CurrentBasis(tx)
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		moves, revision := len(r.History), r.Current
		fresh := r.Checked.holds(now) && !r.Fee.Overdue(tx.Today) && !r.unsettled()
		if r.State == Rated || fresh && !(closes && r.pending()) {
			continue
		}
		if !fresh {
			if err := Recheck(tx, r); err != nil {
				return nil, err
			}
		}
		if closes && r.pending() && r.goesInPart() {
			MoveByRule(tx.Moment, r, Admitted, becauseClosing)
		}
		if fresh && moves == len(r.History) && revision == r.Current {
			continue
		}
		if err := Keep(tx, r); err != nil {
			return nil, err
		}
	}
	return all, nil
}
