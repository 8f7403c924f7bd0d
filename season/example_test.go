package season_test

import (
	"path/filepath"
	"testing"

	"github.com/arpadchess/arpad/internal/example"
)

// TestExamples runs all worked examples: those of the texts, and our own for
// each clause and reading.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../internal/example/testdata/*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			e, err := example.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(e.Want) == 0 {
				t.Fatal("the example wants nothing")
			}
			rated, err := e.Rate(e.Regulation)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range e.Want {
				got := rated.Got(w)
				if got == nil {
					t.Errorf("%s: there is no such line", w.Line)
					continue
				}
				for name, want := range w.Values {
					if got[name] != want {
						t.Errorf("%s: %s is %q", w.Line, name, got[name])
					}
				}
			}
			if t.Failed() {
				for _, f := range rated.Findings {
					t.Log(f)
				}
			}
		})
	}
}
