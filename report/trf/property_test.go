package trf_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/test/trftest"
	"github.com/arpadchess/arpad/report/trf"
)

// Writing and reading back a report that was read returns the same report.
func TestRoundTrip(t *testing.T) {
	files, err := filepath.Glob("testdata/*.trf")
	if err != nil || len(files) < 10 {
		t.Fatal("no files", err)
	}
	for _, path := range files {
		r, findings := read(t, filepath.Base(path))
		if !trftest.Holds(r, findings) {
			t.Fatal(path, findings)
		}
		trftest.Same(t, r)
	}
}

// A file with all tags is written byte by byte as it was: each field in the
// standard's columns, each line in its place.
func TestWriteEveryTag(t *testing.T) {
	for _, name := range []string{"trf26-teams.trf", "trf26-individual.trf"} {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		r, findings := read(t, name)
		if diff := cmp.Diff(strings.ReplaceAll(string(data), "\n", "\r\n"), trftest.Write(t, r, trf.TRF26)); diff != "" {
			t.Error(name, findings, diff)
		}
	}
}

// Whatever the bytes, reading does not panic, and what was read can be written
// and read back unchanged.
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
		r, findings := trf.Read(strings.ToValidUTF8(text, "?"), "fuzz.trf", 0)
		if trftest.Holds(r, findings) && trftest.InColumns(findings) {
			trftest.Same(t, r)
		}
	})
}
