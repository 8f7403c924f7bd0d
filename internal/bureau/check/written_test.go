package check_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What a check comes to is written by the check itself, on a copy, and by what applies it: nobody
// else changes the outcome of a report or its history.
func TestOutcomesAreApplied(t *testing.T) {
	t.Parallel()
	const rooms = "github.com/arpadchess/arpad/internal/bureau/"
	type listed struct {
		ImportPath, Dir, Export string
		GoFiles                 []string
	}
	out, err := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles", "../...").Output()
	if err != nil {
		t.Fatal(err)
	}
	exports, all := map[string]string{}, []listed{}
	for from := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := from.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		if strings.HasPrefix(p.ImportPath, rooms) && p.ImportPath != rooms+"check" {
			all = append(all, p)
		}
	}
	files := token.NewFileSet()
	imported := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	checks, err := imported.Import(rooms + "check")
	if err != nil {
		t.Fatal(err)
	}
	forbidden, written := map[types.Object]bool{}, 0
	outcome := checks.Scope().Lookup("Outcome").Type().Underlying().(*types.Struct)
	for i := range outcome.NumFields() {
		forbidden[outcome.Field(i)] = true
	}
	whole := checks.Scope().Lookup("Case").Type()
	of := whole.Underlying().(*types.Struct)
	for i := range of.NumFields() {
		if name := of.Field(i).Name(); name == "Outcome" || name == "History" {
			forbidden[of.Field(i)] = true
		}
	}
	for _, p := range all {
		var parsed []*ast.File
		for _, name := range p.GoFiles {
			file, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			parsed = append(parsed, file)
		}
		info := &types.Info{Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{}}
		if _, err := (&types.Config{Importer: imported}).Check(p.ImportPath, files, parsed, info); err != nil {
			t.Fatal(err)
		}
		for _, file := range parsed {
			ast.Inspect(file, func(n ast.Node) bool {
				assigned, ok := n.(*ast.AssignStmt)
				if !ok {
					return true
				}
				for _, to := range assigned.Lhs {
					writes := false
					switch to := to.(type) {
					case *ast.SelectorExpr:
						s := info.Selections[to]
						writes = s != nil && forbidden[s.Obj()]
					case *ast.StarExpr:
						writes = types.Identical(info.Types[to].Type, whole)
					}
					at := files.Position(assigned.Pos())
					switch {
					case !writes:
					case strings.HasSuffix(at.Filename, "/intake/apply.go"):
						written++
					default:
						t.Errorf("%s writes what a check comes to", at)
					}
				}
				return true
			})
		}
	}
	if written == 0 {
		t.Error("nothing is written at all")
	}
}
