package document

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
)

// FindingGroup is the findings about one thing: a file, or a section of it.
type FindingGroup struct {
	Report    string // name of the file
	Section   string
	InSection bool    // it is about that section, even if that has no name
	Cures     []Cured // the gravest first
}

// Cured is findings of one severity that the same cure cures, in the order of their
// places.
type Cured struct {
	Findings []finding.Finding
	Cure     string
}

// GroupFindings returns findings by what they are about: first what has the gravest
// one, else in the order of their places, the file as a whole before its sections.
func GroupFindings(p *explain.Printer, found []finding.Finding) []FindingGroup {
	found = slices.SortedStableFunc(slices.Values(found), func(a, b finding.Finding) int {
		return cmp.Or(-cmp.Compare(a.Severity, b.Severity), finding.Compare(a, b))
	})
	var groups []FindingGroup
	for _, f := range found {
		at := slices.IndexFunc(groups, func(g FindingGroup) bool {
			return g.Report == f.Report && g.InSection == f.InSection && g.Section == f.Section
		})
		if at < 0 {
			at = len(groups)
			groups = append(groups, FindingGroup{Report: f.Report, Section: f.Section, InSection: f.InSection})
		}
		groups[at].add(f, p.Cure(f))
	}
	return groups
}

// add adds a finding that is no graver than those before it.
func (g *FindingGroup) add(f finding.Finding, cure string) {
	at := slices.IndexFunc(g.Cures, func(c Cured) bool { return c.Cure == cure && c.Findings[0].Severity == f.Severity })
	if at < 0 {
		at = len(g.Cures)
		g.Cures = append(g.Cures, Cured{Cure: cure})
	}
	g.Cures[at].Findings = append(g.Cures[at].Findings, f)
}
