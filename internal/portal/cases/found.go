package cases

import (
	"slices"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
)

// found is what was found, of one kind at all its places.
type found struct {
	ID, Severity string // the key of its name
	Bad, Note    bool
	File         string // empty: there is one only
	InSection    bool   // Section is not the only one
	Section      string
	Clause, Cure string
	Each         []placed
}

// placed is a sentence of something that was found, with its place.
type placed struct {
	Text         string
	Line, Column int
}

// foundOf groups what was found, the worst first.
func (s *caseShown) foundOf(all []document.Finding) (groups []found) {
	all = slices.SortedStableFunc(slices.Values(all), func(a, b document.Finding) int { return int(b.Severity) - int(a.Severity) })
	for i := range all {
		f := &all[i]
		g := found{ID: f.ID, Severity: "desk.report.severity-" + f.Severity.String(), Bad: f.Severity == finding.Error, Note: f.Severity == finding.Info, Cure: f.Cure}
		if f.Clause != nil {
			g.Clause = *f.Clause
		}
		if len(s.Files) > 1 {
			g.File = f.Report
		}
		if f.Section != nil && len(s.Sections) > 1 {
			g.InSection, g.Section = true, *f.Section
		}
		at := slices.IndexFunc(groups, func(o found) bool {
			return o.ID == g.ID && o.Severity == g.Severity && o.File == g.File && o.InSection == g.InSection && o.Section == g.Section && o.Clause == g.Clause && o.Cure == g.Cure
		})
		if at < 0 {
			at = len(groups)
			groups = append(groups, g)
		}
		groups[at].Each = append(groups[at].Each, placed{f.Message, int(f.Line), int(f.Column)})
	}
	return groups
}
