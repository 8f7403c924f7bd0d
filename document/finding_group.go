package document

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
)

// FindingGroup is the findings about a file, or about a section of it.
type FindingGroup struct {
	Report    string // name of the file
	Section   string
	InSection bool    // whether it is about Section, which may have no name
	Cures     []Cured // most severe first
}

// Cured is the findings of one severity with the same cure, in order of place.
type Cured struct {
	Findings []finding.Finding
	Cure     string
}

// GroupFindings groups findings by file and section. Groups with the most
// severe findings come first, others in order of place, the file before its
// sections.
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

// add adds a finding that is not more severe than the earlier ones.
func (g *FindingGroup) add(f finding.Finding, cure string) {
	at := slices.IndexFunc(g.Cures, func(c Cured) bool { return c.Cure == cure && c.Findings[0].Severity == f.Severity })
	if at < 0 {
		at = len(g.Cures)
		g.Cures = append(g.Cures, Cured{Cure: cure})
	}
	g.Cures[at].Findings = append(g.Cures[at].Findings, f)
}

// FindingKinds groups findings of one kind: of the same file and section, with the same
// id, clause and severity. Errors come first, then in order of place.
func FindingKinds(found []finding.Finding) (kinds [][]finding.Finding) {
	type kind struct {
		report, section, id, clause string
		what                        string // a column, a field or a form is asked of
		inSection                   bool
		severity                    finding.Severity
	}
	found = slices.SortedStableFunc(slices.Values(found), func(a, b finding.Finding) int {
		return cmp.Or(-cmp.Compare(a.Severity, b.Severity), finding.Compare(a, b))
	})
	at := map[kind]int{}
	for _, f := range found {
		what := f.Value("column") + "\x00" + f.Value("field") + "\x00" + f.Value("form") + "\x00" + f.Value("code")
		k := kind{f.Report, f.Section, f.ID, f.Clause, what, f.InSection, f.Severity}
		n, known := at[k]
		if !known {
			n = len(kinds)
			at[k], kinds = n, append(kinds, nil)
		}
		kinds[n] = append(kinds[n], f)
	}
	return kinds
}
