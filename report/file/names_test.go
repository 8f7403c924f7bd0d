package file_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/report/file"
)

// TestFormatsAreDescribed checks that each format has its words for help in both languages, and a
// row of docs/formats that leads to its page; and that no row is left over.
func TestFormatsAreDescribed(t *testing.T) {
	const page = "../../docs/formats/README.md"
	text, err := os.ReadFile(page)
	must(t, err)
	var described []string
	for _, row := range regexp.MustCompile("(?m)^\\| \\[`([a-z-]+)`\\]\\(([a-z-]+\\.md)\\) \\|").FindAllStringSubmatch(string(text), -1) {
		described = append(described, row[1])
		if _, err := os.Stat(filepath.Join(filepath.Dir(page), row[2])); err != nil {
			t.Errorf("%s leads from %s to a page that is not there: %v", page, row[1], err)
		}
		if !slices.Contains(file.Names(), row[1]) {
			t.Errorf("%s describes %s, which is no format", page, row[1])
		}
	}
	for _, name := range file.Names() {
		if !slices.Contains(described, name) {
			t.Errorf("%s does not describe the format %s", page, name)
		}
		for _, lang := range explain.Languages {
			if key := "format." + name; explain.New(lang).Text(key, nil) == key {
				t.Errorf("explain/locale has no %s in %s", key, lang)
			}
		}
	}
}
