package schema_test

import (
	"go/ast"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/document/answer"
	"github.com/arpadchess/arpad/internal/tamper"
	"github.com/arpadchess/arpad/internal/test/schema"
	"github.com/arpadchess/arpad/internal/test/source"
)

// TestSchemas checks that the schemas are those of the structs; UPDATE=1 writes them. That of
// arpad.report/1 is checked in report/json.
func TestSchemas(t *testing.T) {
	var documents []schema.Document
	for name, of := range map[string]any{
		"adoption":          document.Adoption{},
		"bundle":            tamper.Bundle{},
		"calendar":          document.Calendar{},
		"changes":           document.Changes{},
		"club":              document.Club{},
		"clubs":             document.Clubs{},
		"corrections":       document.Corrections{},
		"distribution":      document.Distribution{},
		"done":              document.Done{},
		"event":             document.Event{},
		"events":            document.Events{},
		"explanation":       document.Explanation{},
		"fide":              document.FIDEEvents{},
		"findings":          document.Findings{},
		"found":             document.Found{},
		"games":             document.Games{},
		"history":           document.History{},
		"invoice":           document.Invoice{},
		"list":              document.List{},
		"lists":             document.Lists{},
		"lookup":            document.Lookup{},
		"movers":            document.Movers{},
		"now":               document.Now{},
		"organizer":         document.Organizers{},
		"performances":      document.Performances{},
		"player":            document.Player{},
		"preview":           document.Previews{},
		"problem":           document.Problem{},
		"rating":            document.Ratings{},
		"regulation":        document.Regulation{},
		"regulation-family": document.RegulationFamily{},
		"regulations":       document.Regulations{},
		"report-status":     document.ReportStatus{},
		"reports":           document.Reports{},
		"review":            document.Review{},
		"status":            document.Status{},
		"today":             document.Today{},
		"what-if":           document.WhatIf{},
	} {
		documents = append(documents, schema.Document{Name: name, Of: []any{of}})
	}
	documents = append(documents, schema.Document{
		Name: "calc",
		Of:   []any{answer.Change{}, answer.First{}, answer.Performance{}, answer.Tournament{}, answer.Type{}, answer.Deadline{}, answer.Fee{}},
	})
	schema.Check(t, "../..", documents...)

	known := map[string]bool{
		"report":          true,                                 // checked in report/json
		"report-template": true, "bureau": true, "person": true, // no documents: a sheet, an archive, what a person is told
	}
	for _, d := range documents {
		known[d.Name] = true
	}
	for name := range named(t) {
		if !known[name] {
			t.Errorf("the code names arpad.%s/1, which has no struct here", name)
		}
	}
	files, err := filepath.Glob("*.json")
	if err != nil || len(files) < len(documents) {
		t.Fatalf("only %d files: %v", len(files), err)
	}
	for _, file := range files {
		if !known[strings.TrimSuffix(file, ".json")] {
			t.Errorf("%s is the schema of no struct", file)
		}
	}
}

// named returns the names of the schemas that the code mentions.
func named(t *testing.T) map[string]bool {
	t.Helper()
	all, form := map[string]bool{}, regexp.MustCompile(`^arpad\.([a-z-]+)/[0-9]+$`)
	err := source.Walk("../..", func(_ string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok {
				if m := form.FindStringSubmatch(source.Literal(e)); m != nil {
					all[m[1]] = true
				}
			}
			return true
		})
	})
	if err != nil || len(all) < 30 {
		t.Fatalf("the code names only %d schemas: %v", len(all), err)
	}
	return all
}
