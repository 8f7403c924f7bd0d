package web

import (
	"strconv"

	"github.com/arpadchess/arpad/bureau/correction"
	"github.com/arpadchess/arpad/bureau/intake"
	"github.com/arpadchess/arpad/bureau/view"
	"github.com/arpadchess/arpad/finding"
)

// section returns what a section is called on public pages: its name, unless that tells how
// old its players are. Such a section is called by its number in the report; a dash, if that
// is not known. It is what all pages and files of the site call sections.
func (v *visit) section(name string, number int) string {
	switch {
	case !view.TellsAge(name):
		return name
	case number == 0:
		return "–"
	}
	return strconv.Itoa(number)
}

// section returns the name of a section as a heading: "Section 2" for a number.
func (f format) section(name string) string {
	if _, err := strconv.Atoi(name); err != nil {
		return name
	}
	return f.text("web.section", "number", name)
}

// sectionOf is like section, for a section of a report.
func (v *visit) sectionOf(ref, name string) (string, error) {
	if !view.TellsAge(name) {
		return name, nil
	}
	number, err := view.SectionNumber(v.r, ref, name)
	return v.section(name, number), err
}

// nameWaits renames the sections in the questions about a report as the site calls them.
func (v *visit) nameWaits(c *intake.Case) error {
	for i := range c.Waits {
		w := &c.Waits[i]
		name, err := v.sectionOf(c.Ref, w.Section)
		if err != nil {
			return err
		}
		w.Section = name
	}
	return nil
}

// nameCorrected does so with the sections that corrections are about.
func (v *visit) nameCorrected(all []*correction.Correction) error {
	for _, c := range all {
		for i := range c.What.Adjustments {
			a := &c.What.Adjustments[i]
			name, err := v.sectionOf(c.What.Report, a.Section)
			if err != nil {
				return err
			}
			a.Section = name
		}
	}
	return nil
}

// notRated is what of an event is not rated, and why.
type notRated struct {
	Name  string // of the section; empty: the event
	Why   []reason
	Games []uncounted
}

// reason is why something is not rated.
type reason struct {
	Text  string
	Rests cited
}

// uncounted is how many games do not count, and why.
type uncounted struct {
	Games int
	Why   string
}

// notRated returns what of an event is not rated.
func (v *visit) notRated(e *view.Event, edition string) []notRated {
	var all []notRated
	for i := range e.NotRated {
		of := &e.NotRated[i]
		n := notRated{Name: of.Section}
		if n.Name == "" && of.Number > 0 {
			n.Name = v.Text("web.event.crosstable", nil)
		}
		for _, f := range of.Findings {
			n.Why = append(n.Why, v.reason(f, edition))
		}
		for _, g := range of.Games {
			n.Games = append(n.Games, uncounted{g.Games, v.Text("web.event.why-"+g.Why, nil)})
		}
		all = append(all, n)
	}
	return all
}

func (v *visit) reason(f finding.Finding, edition string) reason {
	return reason{typeset(v.Message(f)), cited{edition, f.Clause, f.Reading}}
}
