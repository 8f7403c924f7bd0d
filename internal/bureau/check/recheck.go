package check

import (
	"slices"
)

// Basis is what a report was checked against.
type Basis struct {
	Run       int  `json:"run"`            // whose list was the newest
	Registers int  `json:"registers"`      // how often the registers had been changed
	List      bool `json:"list,omitempty"` // whether the check asked for standings
}

// Holds reports whether a check against this basis would come out the same against
// another.
func (b Basis) Holds(now Basis) bool {
	return b.Run != 0 && b.Registers == now.Registers && (!b.List || b.Run == now.Run)
}

// IsPending reports whether a report waits by rule, not by an officer's decision.
func (r *Case) IsPending() bool {
	return r.State == Waiting || r.State == Withheld && r.OfficerDecision() == ""
}

// Unsettled reports whether a check of a report may come out otherwise by the day, or by
// what has become of another report.
func (r *Case) Unsettled() bool {
	return slices.ContainsFunc(r.Held(), func(w Question) bool {
		return w.What == "event-running" || w.What == WaitBearer || w.What == WaitTwin
	})
}
