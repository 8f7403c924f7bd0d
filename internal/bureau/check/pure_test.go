package check_test

import (
	"go/ast"
	"slices"
	"testing"

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
