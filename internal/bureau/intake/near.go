package intake

import (
	"slices"

	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// eachEntry calls f with each entry that has a player, or with each that has none.
func (k *reader) eachEntry(p *report.Report, has bool, f func(check.Seat, *report.Player) error) error {
	for i := range p.Sections {
		for j := range p.Sections[i].Players {
			if (k.Rows[i][j] != nil) != has {
				continue
			}
			if err := f(check.Seat{Section: i, Entry: j}, &p.Sections[i].Players[j]); err != nil {
				return err
			}
		}
	}
	return nil
}

// readTaken reads which entries have exactly the name of another player, and not their own, or their
// FIDE ID.
func (k *reader) readTaken(p *report.Report) error {
	k.Taken = map[check.Seat]identity.Doubt{}
	return k.eachEntry(p, true, func(at check.Seat, entry *report.Player) error {
		is := k.Rows[at.Section][at.Entry]
		if fideID := is.StatedFideID(entry); fideID != "" && fideID != is.FideID {
			k.reads.AddNumber(fideID)
			other, err := register.ByFideID(k.rd, fideID)
			if err != nil {
				return err
			}
			if other != nil && *other != is.ID {
				k.Taken[at] = identity.FideDiffers
			}
		}
		stated := &identity.Person{Name: entry.Name, NameLocal: entry.NameLocal}
		if roster.PlainName(entry.Name) == is.Name || identity.SameName(stated, is.Listed()) {
			return nil
		}
		k.reads.AddName(entry.Name)
		k.reads.AddName(entry.NameLocal)
		others, err := register.Namesakes(k.rd, entry.Name, entry.NameLocal, 0)
		if len(others) > 0 && !slices.ContainsFunc(others, func(o *register.Card) bool { return o.ID == is.ID }) {
			k.Taken[at] |= identity.NameDiffers
		}
		return err
	})
}

// readNear reads the numbers that unknown entries have but for zeros at the beginning, if the name
// fits too.
func (k *reader) readNear(p *report.Report) error {
	k.Near = map[check.Seat]string{}
	var numbers []string
	_ = k.eachEntry(p, false, func(_ check.Seat, entry *report.Player) error { // which never fails
		numbers = append(numbers, entry.Numbers()...)
		return nil
	})
	padded, err := register.AllPadded(k.rd, numbers...)
	if err != nil {
		return err
	}
	return k.eachEntry(p, false, func(at check.Seat, entry *report.Player) error {
		for _, number := range entry.Numbers() {
			near := padded[number]
			if len(near) != 1 {
				continue
			}
			is, err := register.Find(k.rd, near[0])
			if err != nil {
				return err
			}
			if identity.Contradicts(entry, is.Listed()) == identity.NoDoubt {
				k.Near[at] = is.ID
			}
		}
		return nil
	})
}
