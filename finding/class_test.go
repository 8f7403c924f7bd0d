package finding

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Every id that is refused anywhere has one class, and every class is of an id
// that is refused.
func TestRefusalsHaveClasses(t *testing.T) {
	raised := raised(t)
	for id, file := range raised {
		if _, ok := classes[id]; !ok {
			t.Errorf("%s refuses %s, which has no class", file, id)
		}
	}
	of := map[string]Class{}
	for class, ids := range refusals {
		for _, id := range ids {
			if before, twice := of[id]; twice {
				t.Errorf("%s is %s and %s", id, before, class)
			}
			if of[id] = class; raised[id] == "" {
				t.Errorf("nothing refuses %s, which is %s", id, class)
			}
		}
	}
}

// A refusal knows its class, also one that was wrapped around a finding.
func TestClassOfRefusal(t *testing.T) {
	for id, want := range map[string]string{
		"no-report": "not-found", "id-taken": "conflict", "period-runs": "not-now", "reason-needed": "invalid", "id-stays": "forbidden", "no-players": "invalid",
	} {
		refused := &Refused{Refusal(id, At{})}
		if got := refused.Class().String(); got != want {
			t.Errorf("%s is %s, want %s", id, got, want)
		}
	}
}

// raised returns the ids that the program refuses, each with a file that does:
// the literals that calls of Refuse take.
func raised(t *testing.T) map[string]string {
	t.Helper()
	ids := map[string]string{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			name := ""
			switch f := call.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				name = f.Sel.Name
			}
			if id, ok := call.Args[0].(*ast.BasicLit); ok && name == "Refuse" && id.Kind == token.STRING {
				text, err := strconv.Unquote(id.Value)
				if err != nil {
					t.Fatal(err)
				}
				ids[text] = path
			}
			return true
		})
		return nil
	})
	if err != nil || len(ids) < 100 {
		t.Fatalf("only %d refusals were found: %v", len(ids), err)
	}
	return ids
}
