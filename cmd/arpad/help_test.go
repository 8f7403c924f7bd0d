package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/test/soak"
)

// No line of a help begins with a mark that closes something.
func TestHelpIsWrappedAsInPrint(t *testing.T) {
	marks := regexp.MustCompile(`(?m)^ *[。、)」]`)
	parser, err := kong.New(&commands{}, variables("ja"))
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range parser.Model.Leaves(false) {
		var out, problems bytes.Buffer
		run(append(strings.Fields(strings.TrimPrefix(leaf.Path(), parser.Model.Name+" ")), "--help", "--lang", "ja"), &out, &problems)
		if out.Len() == 0 || marks.Match(out.Bytes()) {
			t.Errorf("%s:\n%s", leaf.Path(), out.String())
		}
	}
}

// Every command, argument and flag has a text, in both languages.
func TestHelpHasWords(t *testing.T) {
	parser, err := kong.New(&commands{}, variables("en"))
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{}
	var walk func(*kong.Node)
	walk = func(n *kong.Node) {
		if n.Parent != nil {
			keys[n.Help] = n.Path()
		}
		for _, f := range n.Flags {
			if f.Name != "help" && !f.Hidden {
				keys[f.Help] = n.Path() + " --" + f.Name
			}
		}
		for _, p := range n.Positional {
			keys[p.Help] = n.Path() + " " + p.Name
		}
		for _, child := range n.Children {
			walk(child)
		}
	}
	walk(parser.Model.Node)
	for _, language := range explain.Languages {
		p := explain.New(language)
		for key, where := range keys {
			if p.Text(key, nil) == key {
				t.Errorf("%s: there is no %s text %q", where, language, key)
			}
		}
	}
}

// A command that is parsed alone has the same help as among all.
func TestCommandAlone(t *testing.T) {
	help := func(from any, command string) (said string, known int) {
		var out strings.Builder
		a := &app{Printer: explain.New("en"), out: &out}
		parser, err := kong.New(from, kong.Name("arpad"), variables("en"), kong.Help(a.help), kong.Exit(func(int) {}))
		if err != nil {
			t.Fatal(err)
		}
		_, _ = parser.Parse([]string{command, "--help"}) // it ends with the help
		return out.String(), len(parser.Model.Children)
	}
	all, err := kong.New(&commands{}, variables("en"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all.Model.Children {
		want, _ := help(&commands{}, c.Name)
		if got, known := help(grammar([]string{c.Name}), c.Name); got != want || got == "" || known != 1 {
			t.Errorf("%s, among %d commands: %s\nwant %s", c.Name, known, got, want)
		}
	}
}

// The help of every command has three examples at least, in both languages, and the
// program accepts each of them.
func TestHelpHasExamples(t *testing.T) {
	parser, err := kong.New(&commands{}, variables("en"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	taken := map[string]bool{}
	for _, leaf := range parser.Model.Leaves(false) {
		path := strings.TrimPrefix(leaf.Path(), parser.Model.Name+" ")
		key := "cli.examples." + strings.ReplaceAll(path, " ", "-")
		for _, language := range explain.Languages {
			examples := explain.New(language).Text(key, nil)
			if n := strings.Count(examples, "  arpad "+path); n < 3 {
				t.Errorf("%s: the help of arpad %s has %d examples: %q", language, path, n, examples)
			}
			for line := range strings.Lines(examples) {
				if line = strings.TrimSpace(line); !taken[line] {
					taken[line] = true
					takes(t, line)
				}
			}
		}
	}
}

// takes checks that the program accepts the command line of an example; the
// files that it names exist.
func takes(t *testing.T, line string) {
	t.Helper()
	args := exampleWords(line)
	if len(args) < 2 || args[0] != "arpad" {
		return
	}
	for _, arg := range args[2:] {
		switch name := filepath.Base(arg); {
		case strings.HasPrefix(arg, "-") || strings.ContainsAny(arg, "=:@"):
		case strings.HasSuffix(arg, "/"):
			if err := os.MkdirAll(arg, 0o700); err != nil {
				t.Fatal(err)
			}
		case strings.Contains(name, ".") && !filepath.IsAbs(arg):
			if err := errors.Join(os.MkdirAll(filepath.Dir(arg), 0o700), os.WriteFile(arg, nil, 0o600)); err != nil {
				t.Fatal(err)
			}
		}
	}
	parser, err := kong.New(grammar(args[1:]), variables("en"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(args[1:]); err != nil {
		t.Errorf("%s: %v", strings.TrimSpace(line), err)
	}
}

// exampleWords returns the words of an example, without what the shell does with the output
// and without a remark.
func exampleWords(line string) []string {
	for _, end := range []string{" > ", " < ", " | ", "   ("} {
		line, _, _ = strings.Cut(line, end)
	}
	return shellWords(line)
}

// absent matches examples that need what the demo does not have: files, servers, a terminal.
var absent = regexp.MustCompile(`\.(csv|trf|txt|xlsx|zip|pub|key|json|pem)\b|postgres:|https://ratings|federation\.db|(again|other|new|za)\.db|reports/|^arpad (serve|signer|start|site|demo)`)

// refusedInDemo has the first words of examples whose question, state or day the demo does not have.
var refusedInDemo = []string{
	"announce dispense", "ask count", "ask dispensation", "ask late", "player first", "report floor", "correct count", "correct report", "proof init", "person erase N00000001 --reason",
}

// Examples that need no file work in the demo, each in one as it was built: one of each command by
// default.
func TestExamplesWorkInTheDemo(t *testing.T) {
	parser, err := kong.New(&commands{}, variables("en"))
	if err != nil {
		t.Fatal(err)
	}
	of, _ := newTwoYears(t)
	t.Setenv("ARPAD_CLOCK", "2024-10-22T12:00:00+09:00")
	t.Setenv("ARPAD_LANG", "en")
	before := map[string]string{
		"period reopen": "period close 2024-11", "period review": "period close 2024-11", "period tick": "period close 2024-11",
		"period plan": "period close 2024-11\nperiod tick 2024-11 all --reason seen", "period stop": "period close 2024-11\nperiod tick 2024-11 all --reason seen\nperiod plan 2024-11",
		"period publish": "period close 2024-11\nperiod tick 2024-11 all --reason seen", "fide receipt": "fide sent 2024-08-0003",
		"fide include": "fide exclude 2024-08-0003 --reason short", "explain": "period close 2024-11", "player unmerge": "player merge N00000018 N00900040 --reason twice",
		"player remove": "player add id=N00000555 name=MoriSho", "club remove": "club add id=C0555 name=Minto",
		"inquiry grant":    "ask renewal N00000001 --from 2025-01-01 --to 2025-12-31",
		"inquiry withdraw": "inquiry add --who Mori --contact kei@example.jp --what slip",
		"inquiry reply":    "report assign 2024-10-0006 C0001 --reason paper\nreport ask 2024-10-0006 --section Open --round 1 --white 4 --black 12 --text who",
		"report ask":       "report assign 2024-10-0006 C0001 --reason paper",
		"announce set":     "announce add WinterCup --start 2024-12-07 --rounds 5 --type rapid --club C0001",
		"account roles":    "account invite shimizu@example.jp --role officer", "account disable": "account invite shimizu@example.jp --role officer", "account reset": "account invite shimizu@example.jp --role officer",
		"account key": "account invite yano@example.jp --role organiser --club C0004", "account key-list": "account invite yano@example.jp --role organiser --club C0004",
		"account key-revoke": "account invite yano@example.jp --role organiser --club C0004\naccount key yano@example.jp pairing --may submit --reason computer",
		"inquiry close":      "inquiry add --who Mori --contact kei@example.jp --what slip",
		"correction accept":  "correct rating --player N00000001 --type rapid --rating 1450 --reason slip",
		"correction reject":  "correct rating --player N00000001 --type rapid --rating 1450 --reason slip",
	}
	ran := 0
	for _, leaf := range parser.Model.Leaves(false) {
		path := strings.TrimPrefix(leaf.Path(), parser.Model.Name+" ")
		examples := explain.New("en").Text("cli.examples."+strings.ReplaceAll(path, " ", "-"), nil)
		left := soak.Of(1, 100)
		for line := range strings.Lines(examples) {
			args := exampleWords(strings.TrimSpace(line))
			if !strings.HasPrefix(line, "  arpad "+path) || left == 0 || absent.MatchString(strings.Join(args, " ")) {
				continue
			}
			ran++
			left--
			folder := filepath.Join(t.TempDir(), "demo")
			if err := os.CopyFS(folder, os.DirFS(of.folder)); err != nil {
				t.Fatal(err)
			}
			t.Chdir(folder)
			t.Setenv("ARPAD_DB", "arpad.db")
			for first := range strings.Lines(before[path]) {
				if said, exit := status(strings.Fields(first)...); exit != exitFine {
					t.Errorf("%s: %d %s", first, exit, said)
				}
			}
			refused := slices.ContainsFunc(refusedInDemo, func(start string) bool { return strings.HasPrefix(strings.Join(args[1:], " "), start) })
			if said, exit := status(args[1:]...); (exit != exitFine) != refused && path != "doctor" && !strings.HasSuffix(line, "period publish 2024-11\n") {
				t.Errorf("%s: %d %s", strings.TrimSpace(line), exit, said)
			}
		}
	}
	if ran < soak.Of(90, 250) {
		t.Errorf("%d examples ran", ran)
	}
}

// shellWords splits a line like a shell.
func shellWords(line string) []string {
	var all []string
	for _, word := range regexp.MustCompile(`(?:[^\s"']|"[^"]*"|'[^']*')+`).FindAllString(line, -1) {
		all = append(all, strings.NewReplacer(`"`, "", "'", "").Replace(word))
	}
	return all
}

// The help of the program describes its environment variables, including the
// clock.
func TestHelpListsTheEnvironment(t *testing.T) {
	for lang, clock := range map[string]string{"en": "2024-01-31T12:00:00+09:00, instead of", "ja": "2024-01-31T12:00:00+09:00"} {
		said, exit := status("--lang", lang, "--help")
		for _, name := range []string{"ARPAD_DB", "ARPAD_OFFICER", "ARPAD_KEY_FILE", "ARPAD_LANG", "ARPAD_CLOCK"} {
			if !strings.Contains(said, "\n  "+name+" ") {
				t.Errorf("%s: the help does not tell of %s", lang, name)
			}
		}
		if said = strings.Join(strings.Fields(said), " "); exit != exitFine || !strings.Contains(said, clock) {
			t.Errorf("%s: exit status %d, the clock is not told:\n%s", lang, exit, said)
		}
	}
}

// Words that people try first do what they expect.
func TestWordsThatPeopleTry(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("ARPAD_DB", "")
	said := func(args ...string) string {
		var out, errs strings.Builder
		if status := run(args, &out, &errs); status != exitFine || errs.Len() > 0 {
			t.Errorf("arpad %v: %d %s", args, status, errs.String())
		}
		return out.String()
	}
	for _, c := range []struct{ tried, means []string }{
		{[]string{"help"}, []string{"--help"}},
		{[]string{"help", "rate"}, []string{"rate", "--help"}},
		{[]string{"version"}, []string{"--version"}},
		{[]string{"report"}, []string{"report", "--help"}},
		{[]string{"--lang", "ja", "report"}, []string{"report", "--help", "--lang=ja"}},
	} {
		if got, want := said(c.tried...), said(c.means...); got != want {
			t.Errorf("arpad %v prints\n%s\nwant\n%s", c.tried, got, want)
		}
	}
	if begin := said(); !strings.Contains(begin, "arpad init") || begin == said("--help") {
		t.Errorf("in an empty folder arpad does not say what to do first: %s", begin)
	}
	if err := os.WriteFile(defaultDB, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if said() != said("--help") {
		t.Error("beside a database arpad alone does not print its help")
	}
}
