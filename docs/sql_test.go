package docs

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// The page of the tables ends with what this returns: each table with its columns, from
// the declarations and their comments.
func tables(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("../internal/bureau/rows/*.go")
	if err != nil {
		t.Fatal(err)
	}
	structs := map[string]*ast.GenDecl{} // by the columns
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.TYPE {
				structs[strings.Join(columns(d), " ")] = d
			}
		}
	}
	var b strings.Builder
	for _, relation := range rows.All {
		var names []string
		for _, c := range relation.Columns {
			names = append(names, c.Name)
		}
		d := structs[strings.Join(names, " ")]
		if d == nil {
			t.Fatalf("the declaration of %s is not found", relation.Name)
		}
		personal := ""
		if slices.Contains(rows.Personal, relation.Name) {
			personal = " **Personal.**"
		}
		said := strings.Join(strings.Fields(d.Doc.Text()), " ")
		_, said, _ = strings.Cut(said, " is ")
		fmt.Fprintf(&b, "### %s\n\n%s%s%s\n\n| column | type | |\n|---|---|---|\n", relation.Name, strings.ToUpper(said[:1]), said[1:], personal)
		key := relation.Orders[0]
		for i, f := range fields(d) {
			kind := "integer"
			if relation.Columns[i].Text {
				kind = "text"
			}
			if relation.Columns[i].Null {
				kind += ", or null"
			}
			if slices.Contains(key, i) {
				kind += ", key"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", relation.Columns[i].Name, kind, strings.ReplaceAll(strings.TrimSpace(f.Comment.Text()), "nil:", "null:"))
		}
		b.WriteString("\n")
	}
	return strings.TrimSpace(b.String()) + "\n"
}

func fields(d *ast.GenDecl) []*ast.Field {
	s, ok := d.Specs[0].(*ast.TypeSpec).Type.(*ast.StructType)
	if !ok {
		return nil
	}
	return s.Fields.List
}

// columns returns the columns of a declared row.
func columns(d *ast.GenDecl) []string {
	var names []string
	for _, f := range fields(d) {
		if f.Tag != nil {
			name, _, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("row"), ",")
			names = append(names, name)
		}
	}
	return names
}

func TestTablesOfSQL(t *testing.T) {
	const title = "## The tables\n\n"
	page, err := os.ReadFile("sql.md")
	if err != nil {
		t.Fatal(err)
	}
	before, after, ok := strings.Cut(string(page), title)
	want := tables(t)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("sql.md", []byte(before+title+want), 0o644); err != nil {
			t.Fatal(err)
		}
		after = want
	}
	if !ok || after != want {
		t.Error("the tables of sql.md are not those of the code; UPDATE=1 go test ./docs regenerates them")
	}
}
