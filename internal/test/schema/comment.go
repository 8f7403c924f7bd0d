package schema

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"unicode"
)

const module = "github.com/arpadchess/arpad/"

// comments has the doc comments of types and their fields, by package.
type comments struct {
	root     string                       // the folder of the module
	packages map[string]map[string]string // by path; then "Type" or "Type.Field"
}

// of returns the comment on a field as a description, on the type if the field is empty; an
// empty text if there is none.
func (c *comments) of(t reflect.Type, field string) string {
	path, ours := strings.CutPrefix(t.PkgPath(), module)
	if !ours {
		return ""
	}
	if c.packages[path] == nil {
		c.packages[path] = commentsIn(filepath.Join(c.root, path))
	}
	name, _, _ := strings.Cut(t.Name(), "[")
	if field == "" {
		return aboutType(c.packages[path][name])
	}
	text := c.packages[path][name+"."+field]
	if f, ok := t.FieldByName(field); ok && strings.Contains(f.Tag.Get("json"), ",omit") {
		text = missing.ReplaceAllString(text, "${1}absent: ")
	}
	return sentence(text)
}

// missing matches what a comment says of a value that JSON leaves out.
var missing = regexp.MustCompile(`(^|; )(?:nil|zero|empty|0): `)

// about returns the comment on the package of a type as a description.
func (c *comments) about(t reflect.Type) string {
	_ = c.of(t, "") // reads the package
	return aboutType(c.packages[strings.TrimPrefix(t.PkgPath(), module)][""])
}

// commentsIn returns the comments of a package.
func commentsIn(folder string) map[string]string {
	all := map[string]string{}
	files, err := os.ReadDir(folder)
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, f.Name()), nil, parser.ParseComments)
		if err != nil {
			panic(err)
		}
		all[""] += file.Doc.Text()
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.GenDecl)
			if !ok || d.Tok != token.TYPE {
				continue
			}
			for _, spec := range d.Specs {
				s := spec.(*ast.TypeSpec)
				all[s.Name.Name] = s.Doc.Text()
				if s.Doc == nil {
					all[s.Name.Name] = d.Doc.Text()
				}
				if of, ok := s.Type.(*ast.StructType); ok {
					noteFields(all, s.Name.Name, of)
				}
			}
		}
	}
	return all
}

func noteFields(all map[string]string, of string, s *ast.StructType) {
	for _, f := range s.Fields.List {
		text := f.Doc.Text()
		if text == "" {
			text = f.Comment.Text()
		}
		for _, name := range f.Names {
			all[of+"."+name.Name] = text
		}
	}
}

var (
	named  = regexp.MustCompile(`^(?:Package )?\w+ (?:is|are|holds) `)
	titled = regexp.MustCompile(`: (?:a part of )?schema\s+arpad\.[a-z-]+/1(?:, like the following types)?\.`)
)

// aboutType returns the first paragraph of a type's comment without its name and schema.
func aboutType(text string) string {
	text, _, _ = strings.Cut(text, "\n\n")
	text = titled.ReplaceAllString(strings.TrimSpace(text), ".")
	return sentence(named.ReplaceAllString(text, ""))
}

// sentence returns a comment on one line, as a sentence.
func sentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return ""
	}
	first := []rune(text)
	first[0] = unicode.ToUpper(first[0])
	return strings.TrimRight(string(first), ".;") + "."
}
