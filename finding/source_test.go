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

// made is a call in the sources that makes a finding.
type made struct {
	file, function, id string
	values             map[string]bool // the names of the values that the call itself gives
}

// sources returns the calls in the program that take the literal of an id and
// could make a finding.
func sources(t *testing.T) []made {
	t.Helper()
	var all []made
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if function, id := called(call); id != "" {
					m := made{path, function, id, map[string]bool{}}
					for _, arg := range call.Args[1:] {
						if value, ok := arg.(*ast.CallExpr); ok {
							_, name := called(value)
							m.values[name] = true
						}
					}
					all = append(all, m)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || len(all) < 1000 {
		t.Fatalf("only %d calls were found: %v", len(all), err)
	}
	return all
}

// called returns the name of the function that is called, and the literal that
// is its first argument, if it is one.
func called(call *ast.CallExpr) (function, text string) {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		function = f.Name
	case *ast.SelectorExpr:
		function = f.Sel.Name
	}
	if len(call.Args) > 0 {
		if literal, ok := call.Args[0].(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, _ = strconv.Unquote(literal.Value)
		}
	}
	return function, text
}
