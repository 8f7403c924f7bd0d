package intake

import (
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/regulation"
)

// A league's period is the meet itself, and has its name. Two meets may be
// called alike: each is a period of its own.

// ofItsOwn returns the period of a meet under a label that no other report has: of
// meets that are called alike the later ones carry their last day.
func ofItsOwn(tx *bureau.Tx, r *Case, p regulation.Period) (regulation.Period, error) {
	name := p.Label
	for n := 1; ; n++ {
		its, err := its(tx, p, r)
		if err != nil || its {
			return p, err
		}
		p.Label = fmt.Sprintf("%s (%s)", name, p.Days.To)
		if n > 1 {
			p.Label = fmt.Sprintf("%s (%s, %d)", name, p.Days.To, n)
		}
	}
}

// its reports whether a period is that of a report already, or can be: one whose list
// is out keeps its days.
func its(tx *bureau.Tx, p regulation.Period, r *Case) (bool, error) {
	if p.Label != r.Period {
		return free(tx, p.Label, r)
	}
	have, err := lists.Periods.Get(tx, p.Label)
	return have == nil || have.State != lists.Published || have.Period() == p, err
}

// free reports whether no list and no other report has a label.
func free(tx *bureau.Tx, label string, r *Case) (bool, error) {
	have, err := lists.Periods.Get(tx, label)
	if err != nil || have == nil {
		return label != tx.Settings.ListZero, err
	}
	in, err := periodReports.All(tx, label+"\x00")
	others := slices.ContainsFunc(in, func(ref *string) bool { return *ref != r.Ref })
	return have.State == lists.Open && !others, err
}

// leave removes the period of a meet whose only report goes elsewhere.
func leave(tx *bureau.Tx, r *Case) error {
	old, err := lists.Periods.Get(tx, r.Period)
	if err != nil || old == nil || !old.Meet {
		return err
	}
	if free, err := free(tx, r.Period, r); err != nil || !free {
		return err
	}
	return tx.Delete(lists.Periods.Kind, r.Period)
}
