package main

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/soak"
)

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"arpad": main, "worker": serveOrders, "bare": bare})
}

// tests are the tests of this package, with what they share.
type tests struct{ *testing.M }

// sharedFolder is a folder for what several tests use.
var sharedFolder string

// Run implements testscript.TestingM.
func (m tests) Run() (status int) {
	var err error
	if sharedFolder, err = os.MkdirTemp("", "arpad-shared-"); err == nil {
		status = m.M.Run()
		dismiss()
		err = os.RemoveAll(sharedFolder)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitFailed
	}
	return status
}

// TestScripts runs the command line like its users; the scripts can be read as
// a manual.
func TestScripts(t *testing.T) {
	p := scripts(t, databases["SQLite"], "")
	found, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(found) < 40 {
		t.Fatal(len(found), err)
	}
	p.Files = found
	runScripts(t, p)
}

// TestScriptsOnPostgreSQL repeats the scripts about a bureau in Japan, by default two of them.
func TestScriptsOnPostgreSQL(t *testing.T) {
	pgtest.Need(t)
	p := scripts(t, databases["PostgreSQL"], "bureau.key")
	for _, name := range []string{"correction-ncs", "care-person", "register-ncs", "report-japan", "review-ncs", "list-ncs"}[:soak.Of(2, 6)] {
		p.Files = append(p.Files, filepath.Join("testdata", name+".txtar"))
	}
	runScripts(t, p)
}

// arpadCommand matches a line of a script that runs the program, and waits for its end.
var arpadCommand = regexp.MustCompile(`(?m)^((?:\[[^]]*\] )?(?:! )?)exec '?arpad'?((?: .*[^&\n])?)$`)

// runScripts runs scripts, whose commands are carried out by workers, but for one that reads
// the standard input. With UPDATE=1 each command is a process, and the scripts are written.
func runScripts(t *testing.T, p testscript.Params) {
	t.Helper()
	runScriptsWith(t, p, doneByWorker)
}

// runScriptsWith is runScripts with what carries out a command.
func runScriptsWith(t *testing.T, p testscript.Params, do func(*testscript.TestScript, bool, []string)) {
	t.Helper()
	if p.UpdateScripts {
		testscript.Run(t, p)
		return
	}
	folder := t.TempDir()
	for i, file := range p.Files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		script := arpadCommand.ReplaceAllString(string(text), "${1}arpad:$2")
		script = regexp.MustCompile(`(?m)^((?:stdin|ttyin) .*\n(?:! )?)arpad:`).ReplaceAllString(script, "${1}exec arpad")
		p.Files[i] = filepath.Join(folder, filepath.Base(file))
		write(t, p.Files[i], []byte(script))
	}
	if p.Cmds == nil {
		p.Cmds = map[string]func(*testscript.TestScript, bool, []string){}
	}
	p.Cmds["arpad:"] = do
	testscript.Run(t, p)
}

// doneByWorker has a worker run the program for a script: arpad: list --format json.
func doneByWorker(ts *testscript.TestScript, neg bool, args []string) {
	_ = printedByWorker(ts, neg, args)
}

// printedByWorker is doneByWorker, and returns what the program has printed.
func printedByWorker(ts *testscript.TestScript, neg bool, args []string) ran {
	r := orderIn(ts, ts.MkAbs("."), args)
	_, _ = io.WriteString(ts.Stdout(), r.Out)
	_, _ = io.WriteString(ts.Stderr(), r.Err)
	if (r.Status == exitFine) == neg {
		ts.Fatalf("exit status %d", r.Status)
	}
	return r
}

// orderIn has a worker run the program in a folder, for a script.
func orderIn(ts *testscript.TestScript, folder string, args []string) ran {
	o := order{Folder: folder, Args: args}
	for _, name := range []string{"ARPAD_DB", "ARPAD_KEY_FILE", "ARPAD_CLOCK", "ARPAD_OFFICER", "ARPAD_LANG", "HOME", "TMPDIR", "PATH", "TZ"} {
		if value := ts.Getenv(name); value != "" {
			o.Env = append(o.Env, name+"="+value)
		}
	}
	r, err := give(o)
	ts.Check(err)
	return r
}

// scripts returns the parameters of the scripts. Each gets a new database,
// named by ARPAD_DB, and the bureau's key in a file, "" for the one beside the
// database.
func scripts(t *testing.T, database func(testing.TB) string, key string) testscript.Params {
	t.Helper()
	demo, err := filepath.Abs("../../demo")
	if err != nil {
		t.Fatal(err)
	}
	lists, err := filepath.Abs("../../report/testdata/lists")
	if err != nil {
		t.Fatal(err)
	}
	return testscript.Params{
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("DEMO", demo)
			e.Setenv("LISTS", lists)
			e.Setenv("ARPAD_DB", database(t))
			e.Setenv("ARPAD_KEY_FILE", key)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"schema": matchesSchema,
			"value":  hasValue,
			"like":   isLike,
			"binary": writeBinary,
			"long":   writeLong,
			"zip":    writeZip,
			"half":   writeHalf,
			"demo":   copyDemo,
			"texts":  writeTexts,
		},
	}
}

// copyDemo copies the demo to a folder: demo here.
func copyDemo(ts *testscript.TestScript, _ bool, args []string) {
	of, err := sharedDemo()
	ts.Check(err)
	ts.Check(os.CopyFS(ts.MkAbs(args[0]), os.DirFS(of.folder)))
}

// packedText matches a text that is in base64, as an export has it.
var packedText = regexp.MustCompile(`"[A-Za-z0-9+/]{20,}={0,2}"`)

// writeTexts writes what a file says in two files: its text without what is in base64, where
// any word can be by chance, and what that stands for: texts whole.jsonl text packed.
func writeTexts(ts *testscript.TestScript, _ bool, args []string) {
	var packed bytes.Buffer
	text := packedText.ReplaceAllStringFunc(ts.ReadFile(args[0]), func(quoted string) string {
		data, err := base64.StdEncoding.DecodeString(strings.Trim(quoted, `"`))
		if err != nil {
			return quoted
		}
		packed.Write(append(data, '\n'))
		return `""`
	})
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), packed.Bytes(), 0o600))
}

// matchesSchema checks the last output against a schema of docs/schema: schema
// rating.
func matchesSchema(ts *testscript.TestScript, neg bool, args []string) {
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(root, "docs/schema", args[0]+".json"))
	ts.Check(err)
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(ts.ReadFile("stdout")))
	ts.Check(err)
	if err := schema.Validate(v); (err == nil) == neg {
		ts.Fatalf("schema %s: %v", args[0], err)
	}
}

var root = func() string {
	path, err := filepath.Abs("../..")
	if err != nil {
		panic(err)
	}
	return path
}()

// hasValue checks a value of the last output by its path: value
// periods/0/list/1/standard/rating 1610. A part KEY=VALUE selects an item of an
// array.
func hasValue(ts *testscript.TestScript, neg bool, args []string) {
	in := json.NewDecoder(strings.NewReader(ts.ReadFile("stdout")))
	in.UseNumber()
	var v any
	ts.Check(in.Decode(&v))
	got := find(v, strings.Split(args[0], "/"))
	if (got == args[1]) == neg {
		ts.Fatalf("%s is %s", args[0], got)
	}
}

// find returns the value at a path as JSON.
func find(v any, path []string) string {
	for _, step := range path {
		switch at := v.(type) {
		case map[string]any:
			v = at[step]
		case []any:
			v = item(at, step)
		default:
			return "nothing"
		}
	}
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return strings.Trim(string(text), `"`)
}

func item(items []any, step string) any {
	key, value, named := strings.Cut(step, "=")
	for i, v := range items {
		if object, ok := v.(map[string]any); named && ok && object[key] == value || !named && step == string(rune('0'+i)) {
			return v
		}
	}
	return nil
}

// writeBinary writes a file of bytes that are not text.
func writeBinary(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes.Repeat([]byte{0, 1, 0xFE, 0x7F}, 1000), 0o644))
}

// writeLong writes a file that begins validly and has one line of a hundred
// million bytes.
func writeLong(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), append([]byte("012 Long\n"), bytes.Repeat([]byte("x"), 100<<20)...), 0o644))
}

// isLike checks that the last output equals a file except for one word: like
// text.json players.txt players.xml.
func isLike(ts *testscript.TestScript, neg bool, args []string) {
	want := strings.ReplaceAll(ts.ReadFile(args[0]), args[1], args[2])
	if (ts.ReadFile("stdout") == want) == neg {
		ts.Fatalf("it is\n%s\nand not\n%s", ts.ReadFile("stdout"), want)
	}
}

// writeZip packs files into a ZIP: zip list.zip list.txt.
func writeZip(ts *testscript.TestScript, _ bool, args []string) {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, name := range args[1:] {
		f, err := w.Create(name)
		ts.Check(err)
		_, err = f.Write([]byte(ts.ReadFile(name)))
		ts.Check(err)
	}
	ts.Check(w.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), packed.Bytes(), 0o644))
}

// writeHalf writes the first half of a file: half list.zip cut.zip.
func writeHalf(ts *testscript.TestScript, _ bool, args []string) {
	data := ts.ReadFile(args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(data[:len(data)/2]), 0o644))
}

// The same input results in the same output whatever the machine's language,
// time zone and number of cores.
func TestMachineDoesNotMatter(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	federation := synth.New(7, synth.Size{Players: 100})
	players, reports := writeFederation(t, folder, federation, federation.Events(federation.On, federation.On+90, synth.Volume{}))
	args := append([]string{"rate", "--regulation", "japan", "--players", players, "--format", "json"}, reports...)
	var first []byte
	for _, env := range [][]string{
		{"LANG=C", "TZ=UTC", "GOMAXPROCS=1"},
		{"LANG=ja_JP.UTF-8", "LC_ALL=ja_JP.UTF-8", "TZ=Asia/Tokyo", "GOMAXPROCS=2"},
		{"LANG=tr_TR.UTF-8", "TZ=America/St_Johns", "GOMAXPROCS=8"},
	} {
		out := output(t, "arpad", env, args)
		if first == nil {
			first = out
		}
		if !bytes.Equal(out, first) {
			t.Errorf("with %v the output differs", env)
		}
	}
}
