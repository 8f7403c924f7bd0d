package public

import (
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
)

// Section returns what a section is called in public: its name, unless that tells how old
// its players are. Such a section is called by its number in the report; a dash, if that is
// not known.
func Section(name string, number int) string {
	switch {
	case !view.TellsAge(name):
		return name
	case number == 0:
		return "–"
	}
	return strconv.Itoa(number)
}

// sectionOf is like Section, for a section of a report.
func sectionOf(r bureau.Reader, ref, name string) (string, error) {
	if !view.TellsAge(name) {
		return name, nil
	}
	number, err := view.SectionNumber(r, ref, name)
	return Section(name, number), err
}

// Event returns an event as the public may see it: without a crosstable as long as nobody
// has found the report good, and with provisional numbers as long as it is in no list.
func (v *Visit) Event(ref string) (*view.Event, error) {
	e, err := view.FindEvent(v.R, ref)
	if err != nil {
		return nil, err
	}
	switch e.Report.State {
	case check.Rated:
	case check.Admitted:
		err = v.Public.Unofficial.Enter(v.ctx, v.Bureau, v.R, v.Now, e)
	default:
		e.Batch, e.Entered = nil, nil
	}
	e.NameSections(Section)
	return e, err
}

// nameWaits renames the sections in the questions about a report as the public calls them.
func nameWaits(r bureau.Reader, c *check.Case) error {
	for i := range c.Questions {
		w := &c.Questions[i]
		name, err := sectionOf(r, c.Ref, w.Section)
		if err != nil {
			return err
		}
		w.Section = name
	}
	return nil
}

// Corrections returns the corrections that are in force or were, the newest first.
func Corrections(r bureau.Reader) ([]*correction.Correction, error) {
	all, err := correction.All(r)
	if err != nil {
		return nil, err
	}
	accepted := slices.DeleteFunc(all, func(k *correction.Correction) bool { return k.State != correction.Accepted })
	slices.Reverse(accepted)
	for _, c := range accepted {
		for i := range c.What.Adjustments {
			a := &c.What.Adjustments[i]
			name, err := sectionOf(r, c.What.Report, a.Section)
			if err != nil {
				return nil, err
			}
			a.Section = name
		}
	}
	return accepted, nil
}

// Publications returns all publications, by seq.
func Publications(r bureau.Reader) (map[int]*rows.Publication, error) {
	all, err := rows.Publications.Select(r, bureau.Range{})
	published := make(map[int]*rows.Publication, len(all))
	for _, p := range all {
		published[p.Seq] = p
	}
	return published, err
}
