package trf_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/report/trf"
	"github.com/arpadchess/arpad/report/trf/trftest"
)

// Reading what was written from what was read gives what was read.
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

// A file with every tag is written in its own bytes: each field in the columns
// of the standard, each line in its place.
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
		if trftest.Holds(r, findings) && trftest.InColumns(findings) {
			trftest.Same(t, r)
		}
	})
}
