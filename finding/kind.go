package finding

import "strings"

// Kind is what findings of one kind have in common.
type Kind struct {
	Report, Section, ID, Clause string
	About                       string // a column, a field, a form or a code
	InSection                   bool
	Severity                    Severity
}

// Kind returns the kind of a finding.
func (f *Finding) Kind() Kind {
	about := strings.Join([]string{f.Value("column"), f.Value("field"), f.Value("form"), f.Value("code")}, "\x00")
	return Kind{f.Report, f.Section, f.ID, f.Clause, about, f.InSection, f.Severity}
}
