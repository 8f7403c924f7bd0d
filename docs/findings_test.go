package docs

import (
	"cmp"
	"fmt"
	"go/ast"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/test/source"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// raised is how the code raises a finding.
type raised struct {
	levels  map[string]bool
	clauses map[string]string // by edition; "" for a reading that applies to all
}

// findings returns the findings that the code raises, with their severities and
// clauses.
func findings(t *testing.T) map[string]raised {
	t.Helper()
	all := map[string]raised{}
	err := source.Walk("..", func(path string, file *ast.File) {
		authority := filepath.Base(filepath.Dir(path))
		for _, f := range file.Decls {
			named := namedIDs(f)
			ast.Inspect(f, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				for _, id := range idsOf(call, named) {
					all[id] = raisedAs(all[id], cmp.Or(levelOf(call), named[id]))
				}
				if clause, reading, ok := cited(call); ok {
					for _, id := range idsOf(maker(call), named) {
						cite(all, id, authority, clause, reading)
					}
				}
				return true
			})
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for authority, grounds := range bureau.Citations {
		for _, g := range grounds {
			for _, id := range g.Refused {
				cite(all, id, authority, g.Clause, g.Reading)
			}
		}
	}
	return all
}

func raisedAs(r raised, level string) raised {
	if r.levels == nil {
		r = raised{map[string]bool{}, map[string]string{}}
	}
	if level != "" {
		r.levels[level] = true
	}
	return r
}

// namedIDs returns the texts that a declaration assigns to variables called id,
// with the level assigned beside them, or else beside the first.
func namedIDs(in ast.Node) map[string]string {
	levels, first := map[string]string{}, ""
	ast.Inspect(in, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		level := ""
		for _, right := range a.Rhs {
			level = cmp.Or(level, severity(right))
		}
		for i, left := range a.Lhs {
			if source.Name(left) != "id" || i >= len(a.Rhs) {
				continue
			}
			if id := source.Literal(a.Rhs[i]); id != "" {
				first = cmp.Or(first, level)
				levels[id] = cmp.Or(level, first)
			}
		}
		return true
	})
	return levels
}

// severity returns the severity named by an expression.
func severity(e ast.Expr) string {
	switch name := source.Name(e); name {
	case "Info", "Warning", "Error":
		return strings.ToLower(name)
	}
	return ""
}

var idForm = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// idsOf returns the ids of the findings that a call makes.
func idsOf(call *ast.CallExpr, named map[string]string) []string {
	if call == nil || len(call.Args) == 0 || !slices.Contains([]string{"New", "note", "warn", "Refusal", "refuse", "Refuse"}, source.Name(call.Fun)) {
		return nil
	}
	if source.Name(call.Args[0]) == "id" {
		return slices.Collect(maps.Keys(named))
	}
	if id := source.Literal(call.Args[0]); idForm.MatchString(id) {
		return []string{id}
	}
	return nil
}

// levelOf returns the level of the finding that a call makes.
func levelOf(call *ast.CallExpr) string {
	switch name := source.Name(call.Fun); {
	case name == "Refusal", name == "refuse", name == "Refuse":
		return "refusal"
	case name == "warn":
		return "warning"
	case len(call.Args) > 1 && severity(call.Args[1]) != "":
		return severity(call.Args[1])
	case name == "note":
		return "warning"
	}
	return ""
}

// cited returns the clause and the reading that a call adds to a finding.
func cited(call *ast.CallExpr) (clause, reading string, ok bool) {
	if source.Name(call.Fun) != "Under" || len(call.Args) != 2 {
		return "", "", false
	}
	return source.Literal(call.Args[0]), source.Literal(call.Args[1]), true
}

// maker returns the call that makes the finding in a chain of calls.
func maker(call *ast.CallExpr) *ast.CallExpr {
	for {
		on, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return call
		}
		inner, ok := on.X.(*ast.CallExpr)
		if !ok {
			return call
		}
		call = inner
	}
}

// cite adds a clause of an authority's first text, with the numbers of each of
// its editions.
func cite(all map[string]raised, id, authority, clause, reading string) {
	r := raisedAs(all[id], "")
	all[id] = r
	editions := 0
	for _, e := range catalog.Editions() {
		about := e.About()
		if about.Authority != authority {
			continue
		}
		editions++
		text := about.Number(clause)
		if reading != "" {
			text = strings.TrimPrefix(text+"; "+reading, "; ")
		}
		if text != "" {
			r.clauses[about.ID] = text
		}
	}
	if editions == 0 && reading != "" {
		r.clauses[""] = reading
	}
}

// texts returns the messages and cures of a language, by id.
func texts(t *testing.T, lang string) map[string][2]string {
	t.Helper()
	all := map[string][2]string{}
	for _, path := range glob(t, "../explain/locale/*."+lang+".toml") {
		var file struct{ Finding map[string]map[string]any }
		if _, err := toml.DecodeFile(path, &file); err != nil {
			t.Fatal(path, err)
		}
		for id, parts := range file.Finding {
			all[id] = [2]string{sentence(parts["message"]), sentence(parts["cure"])}
		}
	}
	return all
}

var condition = regexp.MustCompile(`\{\{-?\s*(?:if|with|else|end)[^}]*\}\}`)

var value = regexp.MustCompile(`\{\{\s*\.?(\w+)\s*\}\}`)

// forTerminal matches what only the terminal reads of a cure, and what others read instead.
var forTerminal = regexp.MustCompile(`\{\{if \.terminal\}\}(.*?)(?:\{\{else\}\}.*?)?\{\{end\}\}`)

// sentence returns a text with its values in braces, in the plural, as the terminal
// shows it without the commands of a cure.
func sentence(text any) string {
	if forms, ok := text.(map[string]any); ok {
		text = forms["other"]
	}
	s, _ := text.(string)
	s = forTerminal.ReplaceAllString(strings.ReplaceAll(s, "{{.actions}}", ""), "$1")
	s = condition.ReplaceAllStringFunc(s, func(c string) string {
		switch {
		case strings.Contains(c, "else"):
			return " / "
		case strings.Contains(c, "end"):
			return "]"
		}
		return "["
	})
	return strings.NewReplacer("|", `\|`, "\n", "<br>", "<", "&lt;").Replace(value.ReplaceAllString(s, "{$1}"))
}

// editions formats clauses by edition, grouping editions with the same clause.
func (r raised) editions() string {
	by := map[string][]string{}
	for _, edition := range slices.Sorted(maps.Keys(r.clauses)) {
		by[r.clauses[edition]] = append(by[r.clauses[edition]], edition)
	}
	var all []string
	for clause, editions := range by {
		all = append(all, strings.TrimPrefix(strings.Join(editions, ", ")+": "+clause, ": "))
	}
	slices.Sort(all)
	return strings.Join(all, "<br>")
}

// findingsPage returns the page of the findings, generated from the code and
// the locale files. The level is missing if a finding is raised only through a
// variable.
func findingsPage(t *testing.T) string {
	var b strings.Builder
	b.WriteString("# Findings\n\n")
	b.WriteString("Everything that a check can find, by its stable id. A *refusal* keeps what it names from being rated or done; an *error* is a\n")
	b.WriteString("clause that says must, a *warning* one that says should or something doubtful, an *info* an adjustment. The clause is that of\n")
	b.WriteString("the edition, then the [reading](readings.md); both are left empty where it depends on the values. `{name}` is a value, and\n")
	b.WriteString("`[...]` is said where it applies. *For* is who reads it: everybody, the organiser of the report, or officers only\n")
	b.WriteString("(whoever works at the terminal is one). An organiser reads `entry-doubted` in the place of why an entry is doubted.\n")
	b.WriteString("This page is written from the code and `explain/locale`; `UPDATE=1 go test ./docs` regenerates it.\n\n")
	b.WriteString("| id | level | for | clause | English | 日本語 |\n|---|---|---|---|---|---|\n")
	en, ja, code := texts(t, "en"), texts(t, "ja"), findings(t)
	for _, id := range slices.Sorted(maps.Keys(en)) {
		r := code[id]
		levels := slices.SortedFunc(maps.Keys(r.levels), func(a, b string) int {
			order := "info warning error refusal"
			return cmp.Compare(strings.Index(order, a), strings.Index(order, b))
		})
		fmt.Fprintf(&b, "| <a id=\"%[1]s\"></a>`%[1]s` | %s | %s | %s | %s<br>*%s* | %s<br>*%s* |\n", id, strings.Join(levels, ", "), finding.AudienceOf(id), r.editions(), en[id][0], en[id][1], ja[id][0], ja[id][1])
	}
	return b.String()
}

func TestFindings(t *testing.T) {
	want := findingsPage(t)
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("findings.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("findings.md")
	if err != nil || string(got) != want {
		t.Errorf("findings.md is not what the code and the locale files say (%v); UPDATE=1 go test ./docs regenerates it", err)
	}
}
