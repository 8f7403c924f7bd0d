package enumeration

import (
	"go/ast"
	"go/token"
	"path"
	"reflect"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/test/source"
)

// TestListsHaveAllConstants checks that no constant of an enumeration is missing from its list.
func TestListsHaveAllConstants(t *testing.T) {
	declared := map[string][]string{}
	err := source.Walk("../../..", func(_ string, file *ast.File) {
		for _, decl := range file.Decls {
			if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.CONST {
				noteConstants(file.Name.Name, d, declared)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range All() {
		if e.Type == reflect.TypeFor[string]() {
			continue
		}
		name := path.Base(e.Type.PkgPath()) + "." + e.Type.Name()
		constants := slices.DeleteFunc(slices.Clone(declared[name]), func(c string) bool { return slices.Contains(e.Unlisted, c) })
		if len(constants)+e.Borrowed != len(e.Values) {
			t.Errorf("%s has the constants %v, but its list the values %v", name, constants, e.Values)
		}
		if unique := slices.Compact(slices.Sorted(slices.Values(e.Values))); len(unique) != len(e.Values) {
			t.Errorf("%s has a value twice: %v", name, e.Values)
		}
	}
}

// noteConstants notes the exported constants of a declaration by their type: "report.Group".
func noteConstants(pkg string, d *ast.GenDecl, declared map[string][]string) {
	of := ""
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		switch named := v.Type.(type) {
		case *ast.Ident:
			of = pkg + "." + named.Name
		case *ast.SelectorExpr:
			of = source.Name(named.X) + "." + named.Sel.Name
		case nil:
			if len(v.Values) > 0 { // it is not repeated
				of = ""
			}
		}
		for _, name := range v.Names {
			if of != "" && name.IsExported() {
				declared[of] = append(declared[of], name.Name)
			}
		}
	}
}
