// Package trftest has the invariants of every report read from an exchange
// file, for tests of code that reads and writes such files. Its own tests
// generate reports and damage files.
package trftest

import (
	"bytes"
	"slices"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/report/trf"
)

// Holds reports whether a report that was read can be rated, with or without
// dates.
func Holds(r *report.Report, findings []finding.Finding) bool {
	return !slices.ContainsFunc(append(findings, report.Check(r)...), func(f finding.Finding) bool { return f.Refuses && f.ID != "no-date" || report.Contradicts(&f) })
}

// InColumns reports whether all lines of a file were in their columns. Other
// lines are read as well as possible, with a finding, and written in their
// columns.
func InColumns(findings []finding.Finding) bool {
	out := []string{"line-shifted", "line-moved", "field-broken", "columns-mixed", "columns-counted"}
	return !slices.ContainsFunc(findings, func(f finding.Finding) bool { return slices.Contains(out, f.ID) })
}

// Tester is a *testing.T or *rapid.T.
type Tester interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// Write returns the output of the first section in a version.
func Write(t Tester, r *report.Report, version trf.Version) string {
	t.Helper()
	var out bytes.Buffer
	if err := trf.Write(&out, r, 0, version); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Same checks that neither TRF26 nor JSON loses anything that was read, and
// that writing, reading and writing again produces the same bytes in both
// versions.
func Same(t Tester, r *report.Report) {
	t.Helper()
	text := Write(t, r, trf.TRF26)
	again, findings := trf.Read(text, r.File, 0)
	if diff := cmp.Diff(r, again, cmpopts.IgnoreTypes(finding.At{}), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s\n%v\n%s", diff, findings, text)
	}
	var out bytes.Buffer
	if err := json.Write(&out, r); err != nil {
		t.Fatal(err)
	}
	again, findings = json.Read(out.String(), r.File)
	findings = slices.DeleteFunc(findings, func(f finding.Finding) bool { return f.ID == "time-control-unclear" }) // the words are equally unclear there

	again.NoTime = r.NoTime // JSON has a field for it
	if diff := cmp.Diff(r, again, cmpopts.IgnoreTypes(finding.At{}), cmpopts.EquateEmpty()); diff != "" || len(findings) > 0 {
		t.Fatal(diff, findings)
	}
	for _, version := range []trf.Version{trf.TRF16, trf.TRF26} {
		first := Write(t, r, version)
		again, _ := trf.Read(first, r.File, 0)
		if second := Write(t, again, version); first != second {
			t.Fatalf("written:\n%s\nread and written again:\n%s", first, second)
		}
	}
}
