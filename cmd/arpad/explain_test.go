package main

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/arpadchess/arpad"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/example"
)

// key matches a key of a locale file, which is printed if its text is missing.
var key = regexp.MustCompile(`\b(step|explain|finding|column|reading|clause|word|rate)\.[a-z]+[a-z.-]*`)

// Every number of every worked example is explained in words, in both
// languages.
func TestExplanationsHaveWords(t *testing.T) {
	files, err := filepath.Glob("../../internal/example/testdata/*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	for _, file := range files {
		e, err := example.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		rated, err := e.Rate(e.Regulation)
		if err != nil {
			t.Fatal(err)
		}
		for _, language := range []string{"en", "ja"} {
			p := explain.New(language)
			shown := map[string]bool{}
			all := arpad.Rated{Periods: rated.Periods, Findings: rated.Findings}
			for _, period := range rated.Periods[max(0, len(rated.Periods)-1):] {
				for n := range period.Players {
					listed, err := all.Explain(period.Players[n].ID, 0)
					if err != nil {
						t.Fatal(err)
					}
					for _, l := range listed {
						for _, k := range key.FindAllString(p.Write(l), -1) {
							shown[k] = true
						}
					}
				}
			}
			for _, f := range rated.Findings {
				for _, k := range key.FindAllString(p.Message(f)+" "+p.Cure(f), -1) {
					shown[k] = true
				}
			}
			for k := range shown {
				t.Errorf("%s: no %s text for %s", file, language, k)
			}
		}
	}
}
