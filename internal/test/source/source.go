// Package source parses the program's own Go files, for tests that compare the
// code with its texts and tables.
package source

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
)

// Walk parses every Go file below a folder, except tests, and calls f with its
// path and syntax tree.
func Walk(folder string, f func(path string, file *ast.File)) error {
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err == nil {
			f(path, file)
		}
		return err
	})
}

// Name returns the name of an identifier, without its package or value; empty for
// other expressions.
func Name(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// Literal returns the value of a string literal; empty for other expressions.
func Literal(e ast.Expr) string {
	if literal, ok := e.(*ast.BasicLit); ok && literal.Kind == token.STRING {
		text, _ := strconv.Unquote(literal.Value)
		return text
	}
	return ""
}
