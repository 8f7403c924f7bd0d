package check

import (
	"slices"
)

// IsPending reports whether a report waits by rule, not by an officer's decision.
func (r *Case) IsPending() bool {
	return r.State == Waiting || r.State == Withheld && r.OfficerDecision() == ""
}

// IsForFeeOf reports whether the wait is for the fee of another meeting, by its reference.
func (w *Wait) IsForFeeOf(ref string) bool { return w.What == WaitBearer && w.About == ref }

// WaitsForFeeElsewhere reports whether a report waits for the fee of another meeting.
func (r *Case) WaitsForFeeElsewhere() bool {
	return slices.ContainsFunc(r.Waits, func(w Wait) bool { return w.What == WaitBearer })
}
