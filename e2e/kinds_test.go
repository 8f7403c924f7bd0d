package e2e

import (
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Every template of the site is among the pages that the tests look at.
func TestEveryKindOfPageIsLookedAt(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "internal", "site", "resources.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{} // by template
	mux := http.NewServeMux()
	ast.Inspect(file, func(n ast.Node) bool {
		kind, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		of := map[string]string{}
		for _, element := range kind.Elts {
			if pair, ok := element.(*ast.KeyValueExpr); ok {
				if text, ok := pair.Value.(*ast.BasicLit); ok {
					value, err := strconv.Unquote(text.Value)
					if err != nil {
						t.Fatal(err)
					}
					of[pair.Key.(*ast.Ident).Name] = value
				}
			}
		}
		if of["pattern"] == "" {
			return true
		}
		template := of["template"]
		if template != "" && whole(of["pattern"]) {
			seen[template] = false
		}
		for _, form := range forms(strings.ReplaceAll(of["pattern"], "{year}", "2023")) { // else it is a report's number
			mux.HandleFunc("GET "+form+"/{$}", func(http.ResponseWriter, *http.Request) { seen[template] = true })
		}
		return false
	})
	for _, name := range named() {
		path, _, _ := strings.Cut("/"+pages[name], "?")
		mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, strings.TrimSuffix(path, "/")+"/", http.NoBody))
	}
	if len(seen) < 15 {
		t.Errorf("only %d templates were found", len(seen))
	}
	for template, looked := range seen {
		if !looked {
			t.Errorf("no address of sitePages shows %s", template)
		}
	}
}

// forms returns the forms of the addresses of a pattern: for each kind of rating, with and
// without what is optional.
func forms(pattern string) []string {
	all := []string{pattern}
	if strings.Contains(pattern, "/{revision?}") {
		all = []string{strings.ReplaceAll(pattern, "{revision?}", "{revision}"), strings.ReplaceAll(pattern, "/{revision?}", "")}
	}
	if !strings.Contains(pattern, "{kind}") {
		return all
	}
	var ofKinds []string
	for _, form := range all {
		for _, kind := range []string{"standard", "rapid", "blitz"} {
			ofKinds = append(ofKinds, strings.ReplaceAll(form, "{kind}", kind))
		}
	}
	return ofKinds
}
