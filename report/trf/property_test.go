package trf_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/report/trf"
)

// holds says whether a report that was read can be rated, dates or not.
func holds(r *report.Report, findings []finding.Finding) bool {
	return !slices.ContainsFunc(append(findings, report.Check(r)...), func(f finding.Finding) bool { return f.Refuses && f.ID != "no-date" })
}

// tester is a test, or a try of one.
type tester interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

func write(t tester, r *report.Report, version trf.Version) string {
	t.Helper()
	var out bytes.Buffer
	if err := trf.Write(&out, r, 0, version); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// sameAgain holds that neither TRF26 nor JSON loses anything of what was read,
// and that both versions settle down at once: what was written is written in the
// same bytes when it is read.
func sameAgain(t tester, r *report.Report) {
	t.Helper()
	text := write(t, r, trf.TRF26)
	again, findings := trf.Read(text, r.File)
	if diff := cmp.Diff(r, again, cmpopts.IgnoreTypes(finding.At{}), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s\n%v\n%s", diff, findings, text)
	}
	var out bytes.Buffer
	if err := json.Write(&out, r); err != nil {
		t.Fatal(err)
	}
	again, findings = json.Read(out.Bytes(), r.File)
	if diff := cmp.Diff(r, again, cmpopts.IgnoreTypes(finding.At{}), cmpopts.EquateEmpty()); diff != "" || len(findings) > 0 {
		t.Fatal(diff, findings)
	}
	for _, version := range []trf.Version{trf.TRF16, trf.TRF26} {
		first := write(t, r, version)
		again, _ := trf.Read(first, r.File)
		if second := write(t, again, version); first != second {
			t.Fatalf("written:\n%s\nread and written again:\n%s", first, second)
		}
	}
}

// Reading what was written from what was read gives what was read.
func TestRoundTrip(t *testing.T) {
	files, err := filepath.Glob("testdata/*.trf")
	if err != nil || len(files) < 10 {
		t.Fatal("no files", err)
	}
	for _, path := range files {
		r, findings := read(t, filepath.Base(path))
		if !holds(r, findings) {
			t.Fatal(path, findings)
		}
		sameAgain(t, r)
	}
}

// A file with every tag is written in its own bytes: each field in the columns
// of the standard, each line in its place.
func TestWriteEveryTag(t *testing.T) {
	for _, name := range []string{"trf26-teams.trf", "trf26-individual.trf"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		r, findings := read(t, name)
		if diff := cmp.Diff(strings.ReplaceAll(string(data), "\n", "\r\n"), write(t, r, trf.TRF26)); diff != "" {
			t.Error(name, findings, diff)
		}
	}
}

// Whatever the bytes, reading neither panics nor loses its bearings: what was
// understood can be written, and that reads to the same again.
func FuzzRead(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.trf")
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, findings := trf.Read(strings.ToValidUTF8(text, "?"), "fuzz.trf")
		if holds(r, findings) {
			sameAgain(t, r)
		}
	})
}
