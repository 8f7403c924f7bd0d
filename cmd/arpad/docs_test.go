package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The pages of docs whose commands run, one after the other, in a bureau of
// arpad demo.
var runnable = []string{"registers", "reports", "corrections", "care"}

// Every command of the pages works as it is written there.
func TestDocsWork(t *testing.T) {
	federation, scripts := filepath.Join(t.TempDir(), "two-years"), t.TempDir()
	var out, problems bytes.Buffer
	if run([]string{"--lang", "ja", "demo", federation}, &out, &problems) != exitFine || !strings.Contains(out.String(), "発表済みのリスト 24 件") {
		t.Fatal(out.String(), problems.String())
	}
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
	testscript.Run(t, testscript.Params{
		Files:               files,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			return os.CopyFS(filepath.Join(e.WorkDir, "two-years"), os.DirFS(federation))
		},
	})
}

// Every line of README works as it is written there, on whatever day that is done, in
// a folder with the samples; but for make, which builds the program.
func TestReadmeWorks(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := regexp.MustCompile(`(?m)^make .*\n`).ReplaceAllString(string(text), "")
	script := scriptOf(strings.ReplaceAll(page, "bin/arpad ", "arpad "))
	for _, command := range []string{"rate", "explain", "init", "report", "period", "list", "verify"} {
		if !strings.Contains(script, "exec 'arpad' '"+command+"'") {
			t.Errorf("README does not say arpad %s:\n%s", command, script)
		}
	}
	path := filepath.Join(t.TempDir(), "readme.txtar")
	write(t, path, []byte(script))
	testscript.Run(t, testscript.Params{
		Files:               []string{path},
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			return os.CopyFS(filepath.Join(e.WorkDir, "demo"), os.DirFS(filepath.Join(root, "demo")))
		},
	})
}

// scriptOf makes a script of the commands in a page's blocks of sh. What ends
// with "exit status 1" in its remark is to have that one.
func scriptOf(page string) string {
	var script strings.Builder
	for _, block := range regexp.MustCompile("(?ms)^```sh\n(.*?)^```$").FindAllStringSubmatch(page, -1) {
		for line := range strings.Lines(block[1]) {
			command, remark, _ := strings.Cut(line, " #")
			command, output, redirected := strings.Cut(command, " > ")
			words, output := shellWords(command), strings.TrimSpace(output)
			switch {
			case len(words) == 0 || strings.HasPrefix(command, "arpad demo"): // it is there
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
