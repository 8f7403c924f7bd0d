package check_test

import (
	"go/ast"
	"slices"
	"strconv"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/test/source"
)

// A check depends on what is known alone: its code knows neither a store nor a clock. Whatever
// else reads takes a bureau.Reader, of which there is none.
func TestCheckIsPure(t *testing.T) {
	t.Parallel()
	frame := []string{"Moment", "Settings", "RefKey", "WithClause", "AcceptFiles", "WithholdFiles"}
	named := map[string]bool{}
	err := source.Walk(".", func(path string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			switch x, _ := s.X.(*ast.Ident); {
			case x == nil:
			case x.Name == "bureau":
				if named[s.Sel.Name] = true; !slices.Contains(frame, s.Sel.Name) {
					t.Errorf("%s names bureau.%s", path, s.Sel.Name)
				}
			case x.Name == "time" && s.Sel.Name != "Time":
				t.Errorf("%s names time.%s", path, s.Sel.Name)
			}
			return true
		})
	})
	if err != nil || len(named) != len(frame) {
		t.Errorf("of the frame only %v is named: %v", named, err)
	}
}

// What officers have decided is only appended, and a report is stored in one place.
func TestDecisionsAreAppended(t *testing.T) {
	t.Parallel()
	appended, stored := 0, 0
	err := source.Walk("../../..", func(path string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, to := range n.Lhs {
					if s, ok := to.(*ast.SelectorExpr); ok && s.Sel.Name == "Decisions" {
						appended++
						if call, ok := n.Rhs[0].(*ast.CallExpr); !ok || !isNamed(call.Fun, "append") {
							t.Errorf("%s changes decisions", path)
						}
					}
				}
			case *ast.CallExpr:
				s, ok := n.Fun.(*ast.SelectorExpr)
				if !ok || s.Sel.Name != "Put" {
					return true
				}
				if kind, ok := n.Args[0].(*ast.SelectorExpr); isNamed(s.X, "Cases") || ok && isNamed(kind.X, "Cases") {
					stored++
				}
			}
			return true
		})
	})
	if err != nil || appended == 0 || stored != 1 {
		t.Errorf("decisions are appended in %d places, and reports stored in %d: %v", appended, stored, err)
	}
}

// isNamed reports whether an expression is a name, of a package or not.
func isNamed(e ast.Expr, name string) bool {
	if s, ok := e.(*ast.SelectorExpr); ok {
		e = s.Sel
	}
	x, ok := e.(*ast.Ident)
	return ok && x.Name == name
}

// Each error that a regulation or the office finds, and that refuses nothing, is a question of a
// claim: nobody else would be asked.
func TestErrorsAreAsked(t *testing.T) {
	t.Parallel()
	asked := 0
	for _, dir := range []string{".", "../../../regulation", "../../../report", "../../../season"} {
		err := source.Walk(dir, func(path string, file *ast.File) {
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) < 2 || !isSelected(call.Fun, "New") || !isSelected(call.Args[1], "Error") {
					return true
				}
				id, _ := call.Args[0].(*ast.BasicLit)
				if id == nil {
					return true
				}
				what, _ := strconv.Unquote(id.Value)
				if what == "sides-disagree" || what == "two-opponents" { // asked as games-differ; of many the section is refused
					return true
				}
				if asked++; !slices.ContainsFunc(check.Claims, func(c check.Claim) bool { return c.Questions(what) }) {
					t.Errorf("%s: nobody is asked about %s", path, what)
				}
				return true
			})
		})
		if err != nil {
			t.Error(err)
		}
	}
	if asked < 15 {
		t.Errorf("only %d errors", asked)
	}
}

// isSelected reports whether an expression is something of a package by a name.
func isSelected(e ast.Expr, name string) bool {
	s, ok := e.(*ast.SelectorExpr)
	return ok && s.Sel.Name == name
}
