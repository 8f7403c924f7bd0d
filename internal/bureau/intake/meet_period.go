package intake

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
)

// placeOf returns the period to which a report belongs: that of its list, or of its receipt. If the
// list of that one is out, it is the one of the day, which is returned, too.
func placeOf(rd bureau.Reader, at *bureau.Moment, r *check.Case, p *report.Report, rules catalog.Regulation) (regulation.Period, civil.Date, error) {
	if r.State == check.Rated { // it stays in its list
		its, err := lists.FindPeriod(rd, r.Period)
		if err != nil {
			return regulation.Period{}, 0, err
		}
		return its.Period(), r.Counted, nil
	}
	choose := func(day civil.Date) (regulation.Period, *lists.Period, error) {
		received := *p
		received.Received = day
		period := rules.Latest().Period(&received)
		if period.Meet {
			var err error
			if period, err = ofItsOwn(rd, at, r, period); err != nil {
				return period, nil, err
			}
		}
		have, err := lists.Periods.Get(rd, period.Label)
		return period, have, err
	}
	period, have, err := choose(cmp.Or(r.Counted, p.Received)) // Readings J16, C21
	if err == nil && have != nil && have.State == lists.Published && !period.Meet {
		period, _, err = choose(at.Today)
		return period, at.Today, err
	}
	return period, r.Counted, err
}

// enter puts a report into a period, which is opened if it does not exist.
func enter(tx *bureau.Tx, r *check.Case, period regulation.Period) error {
	have, err := lists.Periods.Get(tx, period.Label)
	if err != nil {
		return err
	}
	if period.Label == r.Period && have != nil && (have.State != lists.Published || period.Meet) {
		return have.Move(tx, period)
	}
	if err := leave(tx, r); err != nil {
		return err
	}
	return lists.OpenPeriod(tx, period)
}

// A league's period is the meet itself, and has its name. Two meets may be
// called alike: each is a period of its own.

// ofItsOwn returns the period of a meet under a label that no other report has: of
// meets that are called alike the later ones carry their last day.
func ofItsOwn(rd bureau.Reader, at *bureau.Moment, r *check.Case, p regulation.Period) (regulation.Period, error) {
	name := p.Label
	for n := 1; ; n++ {
		its, err := its(rd, at, p, r)
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
func its(rd bureau.Reader, at *bureau.Moment, p regulation.Period, r *check.Case) (bool, error) {
	if p.Label != r.Period {
		return free(rd, at, p.Label, r)
	}
	have, err := lists.Periods.Get(rd, p.Label)
	return have == nil || have.State != lists.Published || have.Period() == p, err
}

// free reports whether no list and no other report has a label.
func free(rd bureau.Reader, at *bureau.Moment, label string, r *check.Case) (bool, error) {
	have, err := lists.Periods.Get(rd, label)
	if err != nil || have == nil {
		return label != at.Settings.ListZero, err
	}
	in, err := refsBy(rd, byPeriod, label)
	others := slices.ContainsFunc(in, func(ref string) bool { return ref != r.Ref })
	return have.State == lists.Open && !others, err
}

// leave removes the period of a meet whose only report goes elsewhere.
func leave(tx *bureau.Tx, r *check.Case) error {
	old, err := lists.Periods.Get(tx, r.Period)
	if err != nil || old == nil || !old.Meet {
		return err
	}
	if free, err := free(tx, &tx.Moment, r.Period, r); err != nil || !free {
		return err
	}
	return tx.Delete(lists.Periods.Kind, r.Period)
}
