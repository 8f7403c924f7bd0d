package finding

import (
	"go/ast"
	"testing"

	"github.com/arpadchess/arpad/internal/test/source"
)

// made is a call in the sources that makes a finding.
type made struct {
	file, function, id string
	values             map[string]bool // names of the values given by the call itself
}

// sources returns the calls in the program that may make a finding, with a
// literal id.
func sources(t *testing.T) []made {
	t.Helper()
	var all []made
	err := source.Walk("..", func(path string, file *ast.File) {
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
	})
	if err != nil || len(all) < 1000 {
		t.Fatalf("only %d calls were found: %v", len(all), err)
	}
	return all
}

// called returns the name of the called function, and its first argument if
// that is a string literal.
func called(call *ast.CallExpr) (function, text string) {
	if len(call.Args) > 0 {
		text = source.Literal(call.Args[0])
	}
	return source.Name(call.Fun), text
}
