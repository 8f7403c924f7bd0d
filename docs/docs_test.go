// Package docs holds the tests of the pages that are generated from the
// program.
package docs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// readings returns the page of the readings, generated from the locale files.
func readings(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("# How the regulations are read\n\n")
	b.WriteString("The texts contradict themselves in places and are silent in others. Each such place has one numbered reading, which the\n")
	b.WriteString("program cites wherever it decided a number. An option stands where a text really allows both; `--set NAME=VALUE` turns it.\n")
	b.WriteString("This page is written from `explain/locale`; `UPDATE=1 go test ./docs` regenerates it.\n")
	titles := map[string]string{"G": "General", "J": "Japan", "N": "NSCL", "C": "South Africa", "F": "FIDE"}
	editions, options := map[string][]string{}, map[string][]string{}
	var ids []string
	seen := map[string]bool{}
	for _, e := range catalog.Editions() {
		about := e.About()
		for _, id := range about.Readings {
			if !seen[id] {
				seen[id] = true
				ids = append(ids, id)
			}
			letter := id[:1]
			if titles[letter] == "" {
				t.Errorf("the readings of %s have the letter %s, which has no chapter", about.ID, letter)
			}
			if of := "`" + about.ID + "`"; letter != "G" && !slices.Contains(editions[letter], of) {
				editions[letter] = append(editions[letter], of)
			}
		}
		for _, o := range about.Options {
			text := "`" + o.Name + "`: " + strings.Join(o.Allowed, ", ") + "; " + o.Value + " in "
			said := options[o.Reading]
			if n := len(said) - 1; n >= 0 && strings.HasPrefix(said[n], text) {
				said[n] += ", " + about.ID
				continue
			}
			options[o.Reading] = append(said, text+about.ID)
		}
	}
	en, ja := explain.New("en"), explain.New("ja")
	for _, letter := range []string{"G", "J", "N", "C", "F"} {
		b.WriteString("\n## " + titles[letter])
		if len(editions[letter]) > 0 {
			b.WriteString(" (" + strings.Join(editions[letter], ", ") + ")")
		}
		b.WriteString("\n\n| | | |\n|---|---|---|\n")
		for _, id := range ids {
			if strings.HasPrefix(id, letter) {
				text := en.Reading(id)
				for _, o := range options[id] {
					text += "<br>Option " + o + "."
				}
				b.WriteString("| " + id + " | " + text + " | " + ja.Reading(id) + " |\n")
			}
		}
	}
	return b.String()
}

func TestReadings(t *testing.T) {
	want := readings(t)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("readings.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("readings.md")
	if err != nil || string(got) != want {
		t.Errorf("readings.md is not what the locale files say (%v); UPDATE=1 go test ./docs regenerates it", err)
	}
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal(pattern, err)
	}
	return files
}

// The front page names every regulation: a family, or an edition without one.
func TestReadmeNamesTheRegulations(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range catalog.IDs() {
		if catalog.Family(id) == "" && !strings.Contains(string(readme), "`"+id+"`") {
			t.Errorf("README.md does not name %s", id)
		}
	}
}
