package source

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
)

// Kinds returns the kinds of documents that the code below a folder stores, sorted: those
// of its tables, and the constants under which it reads and writes.
func Kinds(folder string) ([]string, error) {
	constants := map[string]string{}
	err := Walk(folder, func(_ string, file *ast.File) {
		for _, declared := range file.Decls {
			if d, ok := declared.(*ast.GenDecl); ok && d.Tok == token.CONST {
				for _, spec := range d.Specs {
					noteConstants(constants, spec.(*ast.ValueSpec))
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	kinds := map[string]bool{}
	add := func(e ast.Expr) {
		if kind := Literal(e) + constants[Name(e)]; kind != "" {
			kinds[kind] = true
		}
	}
	err = Walk(folder, func(_ string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				if of, ok := n.Type.(*ast.IndexExpr); ok && Name(of.X) == "Table" && len(n.Elts) == 1 {
					add(valueOf(n.Elts[0]))
				}
			case *ast.CallExpr:
				if i := slices.Index([]string{"Put", "Get", "Scan"}, Name(n.Fun)); i >= 0 && len(n.Args) > 1 {
					add(n.Args[0])
				} else if Name(n.Fun) == "Seal" && len(n.Args) > 1 { // a document under the key of its report
					add(n.Args[1])
				}
			}
			return true
		})
	})
	return slices.Sorted(maps.Keys(kinds)), err
}

func noteConstants(all map[string]string, spec *ast.ValueSpec) {
	for i, name := range spec.Names {
		if i < len(spec.Values) && Literal(spec.Values[i]) != "" {
			all[name.Name] = Literal(spec.Values[i])
		}
	}
}

// valueOf returns the value of an element of a composite literal.
func valueOf(e ast.Expr) ast.Expr {
	if pair, ok := e.(*ast.KeyValueExpr); ok {
		return pair.Value
	}
	return e
}
