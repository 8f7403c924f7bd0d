// Package trftest holds what must be true of every report that was read from an
// exchange file, for the tests of those who read and write such files. Its own
// tests draw reports, and mangle files.
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

// Holds reports whether a report that was read can be rated, dates or not.
func Holds(r *report.Report, findings []finding.Finding) bool {
	return !slices.ContainsFunc(append(findings, report.Check(r)...), func(f finding.Finding) bool { return f.Refuses && f.ID != "no-date" })
}

// InColumns reports whether no line of a file was out of its columns: one that was
// is read as well as it can be, with a finding, and what is written of it stands
// in its columns.
func InColumns(findings []finding.Finding) bool {
	out := []string{"line-shifted", "line-moved", "field-broken", "columns-mixed", "columns-counted"}
	return !slices.ContainsFunc(findings, func(f finding.Finding) bool { return slices.Contains(out, f.ID) })
}

// Tester is a test, or a try of one.
type Tester interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// Write returns the text that a version writes of the first section.
func Write(t Tester, r *report.Report, version trf.Version) string {
	t.Helper()
	var out bytes.Buffer
	if err := trf.Write(&out, r, 0, version); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Same holds that neither TRF26 nor JSON loses anything of what was read,
// and that both versions settle down at once: what was written is written in the
// same bytes when it is read.
func Same(t Tester, r *report.Report) {
	t.Helper()
	text := Write(t, r, trf.TRF26)
	again, findings := trf.Read(text, r.File)
	if diff := cmp.Diff(r, again, cmpopts.IgnoreTypes(finding.At{}), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s\n%v\n%s", diff, findings, text)
	}
	var out bytes.Buffer
	if err := json.Write(&out, r); err != nil {
		t.Fatal(err)
	}
	again, findings = json.Read(out.String(), r.File)
	findings = slices.DeleteFunc(findings, func(f finding.Finding) bool { return f.ID == "time-control-unclear" }) // the words are as unclear there

	again.NoTime = r.NoTime // JSON has a field for it
	if diff := cmp.Diff(r, again, cmpopts.IgnoreTypes(finding.At{}), cmpopts.EquateEmpty()); diff != "" || len(findings) > 0 {
		t.Fatal(diff, findings)
	}
	for _, version := range []trf.Version{trf.TRF16, trf.TRF26} {
		first := Write(t, r, version)
		again, _ := trf.Read(first, r.File)
		if second := Write(t, again, version); first != second {
			t.Fatalf("written:\n%s\nread and written again:\n%s", first, second)
		}
	}
}
