package bureau

import (
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/regulation"
)

// A league's period is the meet itself, and has its name. Two meets may be
// called alike: each is a period of its own.

// ofItsOwn gives the period of a meet under a label that no other report has: of
// meets that are called alike the later ones carry their last day.
func (tx *Tx) ofItsOwn(r *Report, p regulation.Period) (regulation.Period, error) {
	name := p.Label
	for n := 1; ; n++ {
		its, err := tx.its(p, r)
		if err != nil || its {
			return p, err
		}
		p.Label = fmt.Sprintf("%s (%s)", name, p.Days.To)
		if n > 1 {
			p.Label = fmt.Sprintf("%s (%s, %d)", name, p.Days.To, n)
		}
	}
}

// its says whether a period is that of a report already, or can be: one whose list
// is out keeps its days.
func (tx *Tx) its(p regulation.Period, r *Report) (bool, error) {
	if p.Label != r.Period {
		return tx.free(p.Label, r)
	}
	have, err := periods.get(tx, p.Label)
	return have == nil || have.State != Published || have.period() == p, err
}

// free says whether no list and no other report has a label.
func (tx *Tx) free(label string, r *Report) (bool, error) {
	have, err := periods.get(tx, label)
	if err != nil || have == nil {
		return label != tx.Settings.ListZero, err
	}
	in, err := periodReports.all(tx, label+"\x00")
	others := slices.ContainsFunc(in, func(ref *string) bool { return *ref != r.Ref })
	return have.State == Open && !others, err
}

// move brings the days of a meet whose list is not out to what its report says
// now.
func (p *Period) move(tx *Tx, now regulation.Period) error {
	if !p.Meet || p.State == Published || p.period() == now {
		return nil
	}
	p.Days, p.List = now.Days, now.List
	return periods.put(tx, p.Label, p)
}

// leave removes the period of a meet whose only report goes elsewhere.
func (tx *Tx) leave(r *Report) error {
	old, err := periods.get(tx, r.Period)
	if err != nil || old == nil || !old.Meet {
		return err
	}
	if free, err := tx.free(r.Period, r); err != nil || !free {
		return err
	}
	return tx.Delete(periods.kind, r.Period)
}
