package docs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The page of the promises names every test of a promise, next to its promise,
// and no others.
func TestReliabilityNamesTheTests(t *testing.T) {
	page, err := os.ReadFile("reliability.md")
	if err != nil {
		t.Fatal(err)
	}
	there := testsOfTheHouse(t)
	promise := regexp.MustCompile(`^TestPromise([0-9]+)`)
	named := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		for _, m := range regexp.MustCompile("`(Test[A-Za-z0-9]+)`").FindAllStringSubmatch(line, -1) {
			named[m[1]] = true
			if !there[m[1]] {
				t.Errorf("there is no test %s", m[1])
			}
			if of := promise.FindStringSubmatch(m[1]); of != nil && !strings.HasPrefix(line, "| "+of[1]+" |") {
				t.Errorf("%s is not listed for promise %s", m[1], of[1])
			}
		}
	}
	for name := range there {
		if promise.MatchString(name) && !named[name] {
			t.Errorf("the page does not name %s", name)
		}
	}
}

// The page of security names tests that are there.
func TestSecurityNamesTests(t *testing.T) {
	page, err := os.ReadFile("security.md")
	if err != nil {
		t.Fatal(err)
	}
	there := testsOfTheHouse(t)
	for _, m := range regexp.MustCompile("`(Test[A-Za-z0-9]+)`").FindAllStringSubmatch(string(page), -1) {
		if !there[m[1]] {
			t.Errorf("there is no test %s", m[1])
		}
	}
}

// testsOfTheHouse returns the names of all tests.
func testsOfTheHouse(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				names[f.Name.Name] = true
			}
		}
		return nil
	})
	if err != nil || len(names) < 100 {
		t.Fatal(len(names), err)
	}
	return names
}
