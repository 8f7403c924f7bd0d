package arpad

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// soakLine matches a line of the Makefile that runs sweeps whole: its packages, and which of their tests if not all.
var soakLine = regexp.MustCompile(`(?m)^\tARPAD_SOAK=1 \$\(GO\) test (.*)$`)

// soaked returns the tests that make soak runs whole, by package: nil means all of them.
func soaked(t *testing.T) map[string][]*regexp.Regexp {
	t.Helper()
	makefile := source(t, "Makefile")
	_, all, _ := strings.Cut(makefile, "\nSOAKED := ")
	all, _, _ = strings.Cut(all, "\n\n")
	runs := map[string][]*regexp.Regexp{}
	for _, line := range soakLine.FindAllStringSubmatch(makefile, -1) {
		of, run, some := strings.Cut(line[1], "-run '")
		run, _, _ = strings.Cut(run, "'")
		for _, name := range strings.Fields(strings.ReplaceAll(of, "$(SOAKED)", strings.ReplaceAll(all, "\\", ""))) {
			switch {
			case !strings.HasPrefix(name, "."):
				continue
			case some:
				runs[name] = append(runs[name], regexp.MustCompile(run))
			default:
				runs[name] = append(runs[name], regexp.MustCompile(""))
			}
		}
	}
	return runs
}

// sweeps returns the tests of a package that ask whether they are to run whole, themselves or by what they call.
func sweeps(t *testing.T, folder string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string][]string{} // by what is declared: a function, ".method" or variable
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				name := d.Name.Name
				if d.Recv != nil {
					name = "." + name
				}
				calls[name] = append(calls[name], called(d)...)
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if v, ok := s.(*ast.ValueSpec); ok {
						for _, n := range v.Names {
							calls[n.Name] = append(calls[n.Name], called(v)...)
						}
					}
				}
			}
		}
	}
	asks := map[string]bool{"soak": true}
	for before := 0; before < len(asks); {
		before = len(asks)
		for name, of := range calls {
			if slices.ContainsFunc(of, func(used string) bool { return asks[used] }) {
				asks[name] = true
			}
		}
	}
	var all []string
	for name := range asks {
		if strings.HasPrefix(name, "Test") && name != "TestMain" {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// called returns what a declaration calls, hands to a call or counts to, and "soak" if it asks that package.
func called(of ast.Node) (all []string) {
	note := func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.Ident:
			all = append(all, e.Name)
		case *ast.SelectorExpr:
			all = append(all, "."+e.Sel.Name)
			if x, ok := e.X.(*ast.Ident); ok && x.Name == "soak" {
				all = append(all, "soak")
			}
		}
	}
	ast.Inspect(of, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			note(n.Fun)
			for _, e := range n.Args {
				note(e)
			}
		case *ast.RangeStmt:
			note(n.X)
		}
		return true
	})
	return all
}

// Every test of which make test runs a part is run whole by make soak.
func TestSweepsAreSoaked(t *testing.T) {
	runs := soaked(t)
	const tells = module + "/internal/test/soak"
	found := 0
	for path, p := range packages(t) {
		name, ours := strings.CutPrefix(path, module)
		if !ours || path == tells {
			continue
		}
		name = "." + name
		run := runs[name]
		for of := range runs {
			if below, all := strings.CutSuffix(of, "/..."); all && (name == below || strings.HasPrefix(name, below+"/")) {
				run = append(run, runs[of]...)
			}
		}
		for _, test := range sweeps(t, p.Dir) {
			found++
			if !slices.ContainsFunc(run, func(r *regexp.Regexp) bool { return r.MatchString(test) }) {
				t.Errorf("no line of make soak runs %s of %s", test, name)
			}
		}
	}
	if found < 50 {
		t.Errorf("only %d sweeps were found", found)
	}
}
