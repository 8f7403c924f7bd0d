package simulation

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// bracket returns between which limits of the texts a time for a game lies, in seconds.
func bracket(seconds int) int {
	limits := []int{600, 1800, 2700, 3600}
	n := 0
	for n < len(limits) && seconds >= limits[n] {
		n++
	}
	return n
}

// kindsOf returns the types of which a section can be, by the time that there was: one,
// or two where the texts look at who plays, or at what was declared.
func (l *Life) kindsOf(truth *report.Report, s *report.Section) []rating.Kind {
	declared := cmp.Or(s.Type, truth.Type)
	if l.Plan.Authority == "nscl" || len(truth.TimeControl) == 0 {
		return []rating.Kind{rating.Standard, declared}
	}
	base, add, ok := baseAndAdded(truth.TimeControl[0])
	if !ok {
		return []rating.Kind{rating.Standard, rating.Rapid, rating.Blitz}
	}
	either := 3 // 45 minutes are as declared; in South Africa 30 standard for beginners
	if l.Plan.Authority == "chessa" {
		either = 2
	}
	switch n := bracket(base + 60*add); {
	case n == 4:
		return []rating.Kind{rating.Standard}
	case n >= either:
		return []rating.Kind{rating.Standard, rating.Rapid}
	case n >= 1 && base+60*add > 600:
		return []rating.Kind{rating.Rapid}
	case n >= 1:
		return []rating.Kind{rating.Rapid, rating.Blitz}
	}
	return []rating.Kind{rating.Blitz}
}

// statesTime reports whether a letter says of which type the event is, so that the bureau
// must understand it.
func (t *letter) statesTime() bool {
	typed := t.said.Type != 0 || slices.ContainsFunc(t.said.Sections, func(s report.Section) bool { return s.Type != 0 })
	return len(t.said.TimeControl) > 0 || typed && strings.HasSuffix(t.name, ".json")
}

// typed sees that the games of a report count for the type of which they were, unless
// somebody was asked or told.
func (l *Life) typed(r bureau.Reader, e *view.Event) error {
	letters := l.inForceOf(e.Report)
	if len(letters) == 0 || counted(e.Report, "field-differs", "section-renamed", "sections-alike") {
		return nil
	}
	_, found, err := intake.Latest(r, e.Report)
	if err != nil {
		return err
	}
	for i := range e.Batch.Sections {
		s := &e.Batch.Sections[i]
		if s.Refused {
			continue
		}
		var kinds []rating.Kind
		for _, of := range l.eventsOf(e.Report.Ref) {
			for _, truth := range of.truths() {
				for j := range truth.Sections {
					kinds = append(kinds, l.kindsOf(truth, &truth.Sections[j])...)
				}
			}
		}
		assumed := !slices.ContainsFunc(letters, (*letter).statesTime) &&
			slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == "type-assumed" })
		if !slices.Contains(kinds, s.Kind) && !assumed {
			l.fail("games count for the type of which they were", "report %s (%s), section %q: it is %v, and was one of %v", e.Report.Ref, l.has(e.Report.Ref), s.Name, s.Kind, kinds)
		}
		l.Tally.count("checked", "types")
	}
	return nil
}
