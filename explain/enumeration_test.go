package explain_test

import (
	"go/ast"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/test/enumeration"
	"github.com/arpadchess/arpad/internal/test/source"
)

// TestEnumerationsHaveWords checks that each value of an enumeration has its words in both
// languages, and that no words are left over.
func TestEnumerationsHaveWords(t *testing.T) {
	known := map[string]bool{}                  // keys of values
	prefixes := map[string]bool{"field.": true} // field names are no enumeration, but literals of the code
	for _, e := range enumeration.All() {
		for _, prefix := range e.Words {
			prefixes[prefix] = true
			for _, value := range e.Values {
				key := e.Word(prefix, value)
				known[key] = true
				for _, lang := range explain.Languages {
					if !explain.New(lang).Has(key) {
						t.Errorf("%s has no words for the %s %q: %s", lang, e.Type, value, key)
					}
				}
			}
		}
	}
	literals := map[string]bool{}
	err := source.Walk("..", func(_ string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok {
				for word := range strings.SplitSeq(source.Literal(e), ",") {
					literals[word] = true
				}
			}
			return true
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range explain.Languages {
		for key := range explain.Keys(t, lang) {
			key = strings.TrimSuffix(strings.TrimSuffix(key, ".one"), ".other")
			for prefix := range prefixes {
				rest, ok := strings.CutPrefix(key, prefix)
				if ok && !known[key] && !literals[key] && (prefix != "field." || !literals[rest]) {
					t.Errorf("%s has words for %s, which nothing names", lang, key)
				}
			}
		}
	}
	if len(prefixes) < 10 || !slices.Contains(explain.Languages, "ja") {
		t.Errorf("only %d kinds of words were checked", len(prefixes))
	}
}
