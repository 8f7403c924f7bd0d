package simulation

import (
	"context"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau/check"
)

// deed is what somebody is going to do, chosen from what he saw.
type deed struct {
	action  string // its name among the actions
	about   string // what it is about, for the log
	calm    bool   // the store does not fail meanwhile
	reach   reach  // to which reports
	ref     string // the report that it reaches, or the label of the period
	rates   bool   // it may change what is rated
	matches bool   // it says who entries are
	do      func(context.Context) error
	after   func(changes, error) // what somebody learns by it; nil: nothing
}

// reach says which reports a deed may change.
type reach uint8

// The reaches.
const (
	reachNone   reach = iota
	reachOne          // that of ref
	reachPeriod       // those of the period ref
	reachNew          // a new one, or one that is not rated
	reachAny
)

func (d *deed) reaches(r *check.Case) bool {
	switch d.reach {
	case reachOne:
		return r.Ref == d.ref || slices.ContainsFunc(r.Open(), func(w check.Question) bool { return w.What == check.WaitBearer && w.About == d.ref })
	case reachPeriod:
		return r.Period == d.ref
	default:
		return d.reach == reachAny
	}
}

// action is something that is done in the life of a bureau. choose looks for an
// occasion; nil: there is none.
type action struct {
	name   string
	weight int
	choose func(*Life) *deed
}

// The actions of which the life asks.
const (
	waiting     = "wait"
	paying      = "pay"
	givingFirst = "give a first rating" // where the text has no way to make one
)

// actions are all actions, with how often they come to somebody's mind.
func actions() []action {
	return []action{
		{waiting, 130, (*Life).wait}, {"set clock wrong", 1, (*Life).mistime}, {"set clock right", 6, (*Life).righten},

		{"submit", 100, (*Life).submit}, {"submit again", 5, (*Life).submitAgain}, {"submit otherwise", 12, (*Life).submitOtherwise},
		{"submit early", 3, (*Life).submitEarly}, {"submit twice", 2, (*Life).submitTwice},
		{"submit garbage", 1, (*Life).submitGarbage}, {"notify", 2, (*Life).notify},
		{"announce", 5, (*Life).announce}, {"withdraw announcement", 1, (*Life).withdraw}, {"dispense", 2, (*Life).dispense},

		{"match", 40, (*Life).match}, {"match new", 40, (*Life).matchNew}, {"decide", 20, (*Life).decide}, {"adjust", 4, (*Life).adjust},
		{"reply", 60, (*Life).reply}, {"set aside", 2, (*Life).setAside},
		{"check", 6, (*Life).check}, {paying, 20, (*Life).pay}, {"overdue", 2, (*Life).overdue},
		{"add precedent", 1, (*Life).addPrecedent},

		{"close", 60, (*Life).close}, {"tick", 40, (*Life).tick}, {"publish", 40, (*Life).publish}, {"reopen", 2, (*Life).reopen},

		{"register", 8, (*Life).register}, {"register twice", 1, (*Life).registerTwice}, {"amend", 4, (*Life).amend}, {"set", 3, (*Life).set},
		{"enrol", 25, (*Life).enrol}, {"resign", 1, (*Life).resign}, {"club", 1, (*Life).club},
		{"import players", 1, (*Life).importPlayers}, {"import members", 1, (*Life).importMembers}, {"update FIDE", 1, (*Life).updateFide},
		{"merge", 5, (*Life).merge}, {"unmerge", 2, (*Life).unmerge}, {"distinguish", 1, (*Life).distinguish},

		{"inquire", 2, (*Life).inquire}, {"answer", 2, (*Life).answer},
		{"propose result", 4, (*Life).proposeResult}, {"propose player", 3, (*Life).proposePlayer}, {"propose withdrawal", 2, (*Life).proposeWithdrawal},
		{"propose late report", 4, (*Life).proposeLate}, {"propose report", 4, (*Life).proposeReport}, {"propose rating", 2, (*Life).proposeRating}, {"propose undoing", 3, (*Life).undo},
		{"accept", 14, (*Life).accept}, {"reject", 2, (*Life).reject},

		{"anonymise", 1, (*Life).anonymise}, {"erase", 1, (*Life).erase},
		{"move to another store", 1, (*Life).move}, {"restore a backup", 3, (*Life).restore}, {"kill", 3, (*Life).kill}, {"mend", 1, (*Life).mend},
		{"look", 6, (*Life).look},
	}
}

// appointment is a deed that somebody comes to do later, when what he saw may
// have changed.
type appointment struct {
	step int
	deed *deed
}

// next returns what is done in this step: what somebody had chosen before, or
// what comes to somebody's mind now.
func (l *Life) next() *deed {
	for i, a := range l.later {
		if a.step <= l.step {
			l.later = append(l.later[:i], l.later[i+1:]...)
			l.Tally.count("from a stale view", a.deed.action)
			return a.deed
		}
	}
	d := l.choose()
	const oneIn, late = 12, 30 // steps
	if d.action != waiting && !d.calm && l.dice.IntN(oneIn) == 0 {
		l.later = append(l.later, appointment{l.step + 1 + l.dice.IntN(late), d})
		return l.choose()
	}
	return d
}

// choose draws actions until there is an occasion for one.
func (l *Life) choose() *deed {
	all := actions()
	sum := 0
	for _, a := range all {
		sum += a.weight
	}
	for {
		n := l.dice.IntN(sum)
		for _, a := range all {
			if n -= a.weight; n < 0 {
				if d := a.choose(l); d != nil {
					if d.action == "" {
						d.action = a.name
					}
					return d
				}
				break
			}
		}
	}
}
