package explain

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The texts that a visitor's browser may show stand in the files that it gets.
func TestBrowserHasItsTexts(t *testing.T) {
	source, err := os.ReadFile("locale_js.go")
	if err != nil {
		t.Fatal(err)
	}
	sent := map[string]bool{}
	for _, found := range regexp.MustCompile(`locale/(\w+)\.\*\.toml`).FindAllStringSubmatch(string(source), -1) {
		sent[found[1]] = true
	}
	needed := regexp.MustCompile(`(?m)^\[(calc|regulation|clause|reading|date|amount|web\.calc|web\.check|web\.why|finding\.(bundle|log|type|time-control|late)[\w-]*)\b`)
	files, err := filepath.Glob("locale/*.en.toml")
	if err != nil {
		t.Fatal(err)
	}
	tables := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".en.toml")
		for _, found := range needed.FindAllString(string(text), -1) {
			if tables++; !sent[name] {
				t.Errorf("%s] stands in %s, which a browser does not get", found, file)
			}
		}
	}
	if tables < 20 {
		t.Errorf("only %d tables were found", tables)
	}
}
