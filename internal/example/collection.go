package example

import (
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// collection is our own examples: a folder for each edition or family, and the table that
// says which example shows a clause.
//
//go:embed testdata clauses.txt
var collection embed.FS

// Names returns the names of our own examples: "ncs-2022/5-4-400-rule".
func Names() []string {
	files, err := fs.Glob(collection, "testdata/*/*.txtar")
	if err != nil {
		panic(err) // the pattern is well-formed
	}
	for i, file := range files {
		files[i] = strings.TrimSuffix(strings.TrimPrefix(file, "testdata/"), ".txtar")
	}
	return files
}

// Known reports whether there is an example of a name.
func Known(name string) bool { return slices.Contains(Names(), name) }

// Named returns one of our own examples.
func Named(name string) (*Example, error) {
	data, err := collection.ReadFile(path.Join("testdata", name+".txtar"))
	if err != nil {
		return nil, err
	}
	return Parse(name, data)
}

// clauses are the names of examples, by edition and clause.
var clauses = sync.OnceValue(func() map[[2]string]string {
	text, err := collection.ReadFile("clauses.txt")
	if err != nil {
		panic(err) // it is embedded
	}
	all := map[[2]string]string{}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Split(strings.TrimSpace(line), "\t"); len(fields) == 3 {
			all[[2]string{fields[0], fields[1]}] = fields[2]
		}
	}
	return all
})

// OfClause returns the name of an example in which a clause of an edition decides a
// number; empty: there is none, because the clause decides none.
func OfClause(edition, clause string) string { return clauses()[[2]string{edition, clause}] }

// Differ returns the values of a wanted line that are not as wanted, with what they are.
func (r *Rated) Differ(w Want) map[string]string {
	got, differ := r.Got(w), map[string]string{}
	for name, want := range w.Values {
		if got[name] != want {
			differ[name] = got[name]
		}
	}
	return differ
}

// Holds reports whether a wanted line is there, with all its values.
func (r *Rated) Holds(w Want) bool { return r.Got(w) != nil && len(r.Differ(w)) == 0 }
