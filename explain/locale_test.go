package explain

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/source"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// keys reads all texts of a language, by key.
func keys(t *testing.T, lang string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	files, err := filepath.Glob("locale/*." + lang + ".toml")
	if err != nil || len(files) == 0 {
		t.Fatal("no locale files", err)
	}
	for _, file := range files {
		var tree map[string]any
		if _, err := toml.DecodeFile(file, &tree); err != nil {
			t.Fatal(file, err)
		}
		here := map[string]string{}
		flatten("", tree, here)
		for key, text := range here {
			if _, twice := texts[key]; twice {
				t.Errorf("%s is in %s and in another file", key, file)
			}
			texts[key] = text
		}
	}
	return texts
}

func flatten(path string, tree map[string]any, to map[string]string) {
	for key, value := range tree {
		key = strings.TrimPrefix(path+"."+key, ".")
		switch value := value.(type) {
		case string:
			to[key] = value
		case map[string]any:
			flatten(key, value, to)
		}
	}
}

// plural matches the forms of a text for one and for more things, which Japanese
// does not have.
var plural = regexp.MustCompile(`\.(one|other)$`)

// Both languages have the same texts, with the same values.
func TestLanguagesAgree(t *testing.T) {
	en, ja := keys(t, "en"), keys(t, "ja")
	for key, text := range en {
		other, ok := ja[key]
		if !ok {
			other, ok = ja[plural.ReplaceAllString(key, "")]
		}
		if !ok {
			t.Errorf("Japanese has no %s", key)
			continue
		}
		if !plural.MatchString(key) && !strings.HasPrefix(key, "cli.examples") && !slices.Equal(variables(t, text), variables(t, other)) {
			t.Errorf("%s speaks of %v in English, of %v in Japanese", key, variables(t, text), variables(t, other))
		}
	}
	for key := range ja {
		_, ok := en[key]
		_, many := en[key+".other"]
		if !ok && !many {
			t.Errorf("English has no %s", key)
		}
		has(t, key)
	}
}

var (
	action   = regexp.MustCompile(`\{\{.*?\}\}`)
	variable = regexp.MustCompile(`[{ ]\.(\w+)|\{\{(\w+)\}\}`)
)

func variables(t *testing.T, text string) []string {
	t.Helper()
	if _, err := New("en").parser.Parse(text, "", ""); err != nil {
		t.Errorf("%q is no template: %v", text, err)
	}
	var names []string
	for _, a := range action.FindAllString(text, -1) {
		for _, m := range variable.FindAllStringSubmatch(a, -1) {
			if name := m[1] + m[2]; name != "else" && name != "end" {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// has checks that a text exists in both languages.
func has(t *testing.T, key string) {
	t.Helper()
	for _, lang := range Languages {
		if _, ok := New(lang).lookUp(key, Data{}, nil); !ok {
			t.Errorf("%s has no text %s", lang, key)
		}
	}
}

// Every clause and reading of every edition has its text.
func TestRegulationsHaveTexts(t *testing.T) {
	for _, e := range catalog.Editions() {
		about := e.About()
		has(t, "regulation."+about.ID)
		for _, c := range about.Clauses {
			for _, lang := range Languages {
				if title := New(lang).Clause(&about, c.ID); strings.Contains(title, "clause.") {
					t.Errorf("%s has no title of clause %s of %s", lang, c.ID, about.ID)
				}
			}
			has(t, "word."+string(c.Status))
		}
		for _, id := range about.Readings {
			has(t, "reading."+id)
		}
	}
}

// Every finding and problem that the code can raise has its texts, and there
// are no texts that nothing raises.
func TestFindingsHaveTexts(t *testing.T) {
	findings, _, problems := raised(t)
	for id := range findings {
		has(t, "finding."+id+".message")
		has(t, "finding."+id+".cure")
	}
	for id := range problems {
		has(t, "problem."+id)
	}
	for key := range keys(t, "ja") {
		parts := strings.Split(key, ".")
		if parts[0] == "finding" && !findings[parts[1]] {
			t.Errorf("nothing raises %s", key)
		}
		if parts[0] == "problem" && !problems[parts[1]] {
			t.Errorf("nothing raises %s", key)
		}
	}
}

// Every refusal has a cure in both languages.
func TestRefusalsHaveCures(t *testing.T) {
	nothing := New("en").Text("finding.name-comma.cure", nil)
	if nothing != "Nothing needs to be done." {
		t.Fatal(nothing)
	}
	_, refusals, _ := raised(t)
	for id := range refusals {
		key := "finding." + id + ".cure"
		for _, lang := range Languages {
			if cure := New(lang).Text(key, nil); cure == key || cure == New(lang).Text("finding.name-comma.cure", nil) {
				t.Errorf("%s does not say what cures the refusal %s: %q", lang, id, cure)
			}
		}
	}
}

// raised returns the ids of findings and problems: the string literals passed
// to functions that make them. The refusals are a subset of the findings.
func raised(t *testing.T) (findings, refusals, problems map[string]bool) {
	t.Helper()
	findings, refusals, problems = map[string]bool{}, map[string]bool{}, map[string]bool{}
	makers := map[string][]map[string]bool{
		"New": {findings}, "note": {findings}, "warn": {findings}, "Refusal": {findings, refusals}, "refuse": {findings, refusals}, "Refuse": {findings, refusals}, "NewProblem": {problems},
	}
	ids := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	add := func(e ast.Expr, all ...map[string]bool) {
		if id := source.Literal(e); ids.MatchString(id) {
			for _, to := range all {
				to[id] = true
			}
		}
	}
	err := source.Walk("..", func(_ string, file *ast.File) {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if len(n.Args) > 0 {
					add(n.Args[0], makers[source.Name(n.Fun)]...)
				}
			case *ast.AssignStmt: // id := "..."
				for i, left := range n.Lhs {
					if source.Name(left) == "id" && i < len(n.Rhs) {
						add(n.Rhs[i], findings)
					}
				}
			}
			return true
		})
	})
	if err != nil || len(findings) < 50 || len(refusals) < 50 || len(problems) < 5 {
		t.Fatalf("only %d findings (%d refusals) and %d problems were found: %v", len(findings), len(refusals), len(problems), err)
	}
	return findings, refusals, problems
}

// Every kind of document has words, for verify to name it.
func TestKindsHaveWords(t *testing.T) {
	kinds, err := source.Kinds("../internal/bureau")
	if err != nil || len(kinds) < 40 {
		t.Fatalf("only %d kinds were found: %v", len(kinds), err)
	}
	for _, lang := range Languages {
		for _, kind := range kinds {
			if key := "care.kind." + kind; New(lang).Text(key, nil) == key {
				t.Errorf("there is no %s in %s", key, lang)
			}
		}
	}
}

// The values of a finding are filled into its message.
func TestMessageFillsIn(t *testing.T) {
	f := finding.Refusal("section-too-small", finding.At{}, finding.Int("players", 5), finding.Int("needed", 6)).Under("Number of players 1", "C25")
	f.Section = "C"
	if got, want := New("en").Message(f), "Section C has 5 players with a game; 6 are needed."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	f.Values[0] = finding.Int("players", 1)
	if got, want := New("en").Message(f), "Section C has 1 player with a game; 6 are needed."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := New("ja").Citation(f.Clause, f.Reading), "[Number of players 1; 解釈 C25]"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Every note of a step has its sentence.
func TestNotesHaveTexts(t *testing.T) {
	notes := regexp.MustCompile(`regulation\.Note\s*=\s*"([a-z0-9-]+)"`)
	known := keys(t, "ja")
	for _, file := range glob(t, "../regulation/*/*.go") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range notes.FindAllStringSubmatch(string(data), -1) {
			note, found := m[1], false
			if strings.HasSuffix(note, "-") {
				note += "standard"
			}
			for key := range known {
				found = found || strings.HasPrefix(key, "step.") && strings.HasSuffix(key, "."+note)
			}
			if !found {
				t.Errorf("%s: no step has a sentence for the note %q", file, note)
			}
		}
	}
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal(pattern, err)
	}
	return files
}
