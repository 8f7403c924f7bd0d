package document

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// TestSchemasArePublished checks that docs/schema has each schema that a
// document names.
func TestSchemasArePublished(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var named []string
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`arpad\.([a-z-]+)/1`).FindAllStringSubmatch(string(source), -1) {
			named = append(named, m[1])
		}
	}
	slices.Sort(named)
	if named = slices.Compact(named); len(named) < 10 {
		t.Fatalf("documents name the schemas %v", named)
	}
	for _, name := range named {
		data, err := os.ReadFile(filepath.Join("../docs/schema", name+".json"))
		if err != nil {
			t.Error(err)
			continue
		}
		var schema struct{ Title string }
		if err := json.Unmarshal(data, &schema); err != nil || schema.Title != "arpad."+name+"/1" {
			t.Errorf("%s.json has the title %q: %v", name, schema.Title, err)
		}
	}
}
