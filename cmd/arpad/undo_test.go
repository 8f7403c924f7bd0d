package main

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/test/tree"
)

// logged are the calls that write an action into the log.
var logged = regexp.MustCompile(`(?:\.Do\(ctx, |amend\(ctx, b, |onSections\(ctx, b, |propose\(ctx, b, |act :?= |tx\.Log\(|NoteBefore\()"([a-z.-]+)"`)

// Every action that the log can have is in the table of what is taken back, and has words in both
// languages.
func TestEveryActionIsTakenBackOrSaysWhyNot(t *testing.T) {
	t.Parallel()
	var actions []string
	for _, k := range desk.Kinds() {
		actions = append(actions, k.Acts...)
	}
	source := os.DirFS(tree.Path("internal/bureau"))
	found := map[string]bool{}
	for _, act := range []string{"report.floor", "report.admit", "report.withhold", "report.return", "report.close"} {
		found[act] = true
	}
	for _, kind := range []string{"result", "count", "omit", "player", "withdraw", "late", "report", "rating"} {
		found["correct."+kind] = true
	}
	for _, what := range []string{"player", "club", "member"} {
		found[what+".import"] = true
	}
	err := fs.WalkDir(source, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := fs.ReadFile(source, path)
		for _, call := range logged.FindAllSubmatch(text, -1) {
			if action := string(call[1]); !strings.HasSuffix(action, ".") {
				found[action] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for action := range found {
		if !slices.Contains(actions, action) {
			t.Errorf("%s is in no row of desk.Kinds", action)
		}
	}
	for _, action := range actions {
		if !found[action] && act.Find(action) == nil {
			t.Errorf("nothing logs %s", action)
		}
		for _, lang := range explain.Languages {
			if document.Decided(explain.New(lang), &bureau.Entry{Action: action}) == "" {
				t.Errorf("%s: the log has no words for %s", lang, action)
			}
		}
	}
}

// The commands of that table exist, and those that take back by --undo know it.
func TestWhatIsTakenBackHasItsCommand(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(&commands{}, variables("en"))
	if err != nil {
		t.Fatal(err)
	}
	has := map[string][]string{}
	for _, leaf := range parser.Model.Leaves(false) {
		path := strings.TrimPrefix(leaf.Path(), parser.Model.Name+" ")
		has[path] = []string{}
		for _, group := range leaf.AllFlags(true) {
			for _, flag := range group {
				has[path] = append(has[path], flag.Name)
			}
		}
	}
	for _, k := range desk.Kinds() {
		switch {
		case k.Command() != "" && has[k.Command()] == nil:
			t.Errorf("there is no command %s", k.Command())
		case k.Undo == "" && !slices.Contains(has[k.Command()], "undo"):
			t.Errorf("%s knows no --undo", k.Command())
		case k.Undo != "" && !strings.HasPrefix(k.Undo, "(") && has[k.Undo] == nil:
			t.Errorf("there is no command %s", k.Undo)
		case k.Command() != "" && k.After == "" && k.Correct == "":
			t.Errorf("nothing is said of %s once the list is out", k.Command())
		}
	}
}
