package check

import (
	"slices"

	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// The states of a report.
const (
	Received lists.State = "received"     // kept, not yet looked at
	Waiting  lists.State = "waiting"      // for what its open questions say
	Admitted             = lists.Admitted // goes into its period
	Withheld lists.State = "withheld"     // an officer has to decide
	Returned lists.State = "returned"     // sent back: the organiser has to send another file
	Closed   lists.State = "closed"       // sent back, and no other file will come
	Rated                = lists.Rated    // in a published list
)

// stateRules says what holds for reports in a state.
type stateRules struct {
	state   lists.State
	decided bool // an officer may put a report there, with a reason
	stays   bool // a new file does not free a report that an officer has put there; one that changes an admitted report asks them again
	pending bool // a report that stays there for long is spoken of
}

var states = []stateRules{
	{state: Received, pending: true},
	{state: Waiting, pending: true},
	{state: Admitted, decided: true, stays: true},
	{state: Withheld, decided: true, stays: true, pending: true},
	{state: Returned, decided: true, pending: true},
	{state: Closed, decided: true},
	{state: Rated},
}

// States returns all states, in the order in which a report may go through them.
func States() (all []lists.State) {
	for i := range states {
		all = append(all, states[i].state)
	}
	return all
}

func rulesOf(s lists.State) stateRules {
	if i := slices.IndexFunc(states, func(r stateRules) bool { return r.state == s }); i >= 0 {
		return states[i]
	}
	return stateRules{}
}

// Stays reports whether a new file does not free a report that an officer has put into a state.
func Stays(s lists.State) bool { return rulesOf(s).stays }

// WentBack reports whether nothing of the report was kept that a repaired file would contradict:
// the organiser has to send it anew, or its days are not certain.
func (r *Case) WentBack() bool { return r.State == Returned || r.State == Closed || r.LacksDays() }

// LacksDays reports whether the report waits to hear on which days its event was.
func (r *Case) LacksDays() bool { return r.Waits("no-date", "date-ambiguous", "date-unreadable") }

// IsPending reports whether a report waits by rule, not by an officer's decision.
func (r *Case) IsPending() bool {
	return r.State == Waiting || r.State == Withheld && r.OfficerDecision() == ""
}

// MayDecide reports whether an officer may put a report into a state.
func MayDecide(s lists.State) bool { return rulesOf(s).decided }

// Pending reports whether somebody has to do something for a report in a state.
func Pending(s lists.State) bool { return rulesOf(s).pending }
