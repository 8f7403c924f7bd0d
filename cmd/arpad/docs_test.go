package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The pages of docs whose commands can be run in order, in a bureau of arpad
// demo.
var runnable = []string{"registers", "reports", "corrections", "explanations", "care", "deploy"}

// Every command of the pages works as written.
func TestDocsWork(t *testing.T) {
	of, err := sharedDemo()
	if err != nil {
		t.Fatal(err)
	}
	scripts := t.TempDir()
	var files []string
	for _, page := range runnable {
		text, err := os.ReadFile(filepath.Join(root, "docs", page+".md"))
		if err != nil {
			t.Fatal(err)
		}
		script := scriptOf(string(text))
		if strings.Count(script, "exec 'arpad'") < 5 {
			t.Fatalf("%s.md has next to no commands:\n%s", page, script)
		}
		path := filepath.Join(scripts, page+".txtar")
		write(t, path, []byte(script))
		files = append(files, path)
	}
	runScripts(t, testscript.Params{
		Files:               files,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			return os.CopyFS(filepath.Join(e.WorkDir, "two-years"), os.DirFS(of.folder))
		},
	})
}

// Every line of the first steps works as written, on any day, in a folder with the samples.
func TestFirstStepsWork(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "first-steps.md"))
	if err != nil {
		t.Fatal(err)
	}
	script := scriptOf(string(text))
	for _, command := range []string{"rate", "explain", "init", "report", "period", "list", "verify"} {
		if !strings.Contains(script, "exec 'arpad' '"+command+"'") {
			t.Errorf("the first steps do not say arpad %s:\n%s", command, script)
		}
	}
	path := filepath.Join(t.TempDir(), "first-steps.txtar")
	write(t, path, []byte(script))
	runScripts(t, testscript.Params{
		Files:               []string{path},
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			return os.CopyFS(filepath.Join(e.WorkDir, "demo"), os.DirFS(filepath.Join(root, "demo")))
		},
	})
}

// scriptOf returns a script of the commands in the sh blocks of a page. A
// remark that ends with "exit status 1" states the expected status.
func scriptOf(page string) string {
	var script strings.Builder
	for _, block := range regexp.MustCompile("(?ms)^```sh\n(.*?)^```$").FindAllStringSubmatch(page, -1) {
		for line := range strings.Lines(block[1]) {
			command, remark, _ := strings.Cut(line, " #")
			command, output, redirected := strings.Cut(command, " > ")
			words, output := shellWords(command), strings.TrimSpace(output)
			switch {
			case len(words) == 0 || strings.HasPrefix(command, "arpad demo"): // already there
				continue
			case words[0] == "export":
				for _, variable := range words[1:] {
					fmt.Fprintf(&script, "env %s\n", variable)
				}
				continue
			case strings.Contains(remark, "exit status 1"):
				script.WriteString("! ")
			}
			script.WriteString("exec")
			for _, word := range words {
				fmt.Fprintf(&script, " '%s'", word)
			}
			script.WriteByte('\n')
			if redirected {
				fmt.Fprintf(&script, "cp stdout %s\n", output)
			}
		}
	}
	return script.String()
}
