package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// fileWriters are the commands that write a file, with the arguments before its
// name, which comes last.
var fileWriters = map[string][]string{
	"backup":          {"backup"},
	"bundle":          {"bundle", "2024-02"},
	"convert":         {"convert", "--to", "json", "report.json", "-o"},
	"export":          {"export"},
	"fide write":      {"fide", "write", "2024-01-0002", "-o"},
	"report file":     {"report", "file", "2024-01-0001", "--out"},
	"report template": {"report", "template"},
}

// Every command that takes the name of a file to write is in the table.
func TestFileWritersAreKnown(t *testing.T) {
	parser, err := kong.New(&commands{}, variables("en"))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, leaf := range parser.Model.Leaves(false) {
		values := leaf.Positional
		for _, f := range leaf.Flags {
			values = append(values, f.Value)
		}
		if slices.ContainsFunc(values, func(v *kong.Value) bool { return v.Target.Type() == reflect.TypeFor[outputFile]() }) {
			found = append(found, strings.TrimPrefix(leaf.Path(), parser.Model.Name+" "))
		}
	}
	slices.Sort(found)
	if want := slices.Sorted(maps.Keys(fileWriters)); !slices.Equal(found, want) {
		t.Errorf("these commands write a file: %v, want %v", found, want)
	}
}

// Only saver creates, opens or moves files. The exceptions are arpad demo,
// which makes its folder, and arpad proof, which moves keys.
func TestFilesAreWrittenInOnePlace(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	makes := map[string]bool{"WriteFile": true, "Create": true, "CreateTemp": true, "OpenFile": true, "Rename": true, "Link": true, "Symlink": true}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if of, ok := s.X.(*ast.Ident); ok && of.Name == "os" && makes[s.Sel.Name] {
					t.Errorf("%s uses os.%s; files are written by saver.save", path, s.Sel.Name)
				}
			}
			return true
		})
	}
}

// newWriterOffice returns a fixture on which every command of the table can write.
func newWriterOffice(t *testing.T) *fixture {
	t.Helper()
	report, err := filepath.Abs("../../demo/japan/reports/new-year-rapid.trf")
	if err != nil {
		t.Fatal(err)
	}
	d := newOffice(t, "arpad.db", []string{"report", "submit", "--from", "club", report}, []string{"period", "close", "2024-02"}, []string{"period", "publish", "--reason", "before its day", "2024-02"})
	write(t, d.path("report.json"), []byte(eveningReport))
	write(t, d.path("fide.json"), []byte(strings.Replace(eveningReport, `"type"`, `"fide_event": true, "type"`, 1)))
	t.Log(d.say([]string{"report", "submit", "--from", "club", d.path("fide.json")})) // it was not announced
	d.do("report", "admit", "2024-01-0002", "--reason", "it was announced by telephone")
	return d
}

// enter makes the fixture's folder the working directory.
func (d *fixture) enter() *fixture {
	d.t.Chdir(d.folder)
	for name, value := range map[string]string{"ARPAD_DB": d.db, "ARPAD_OFFICER": "suzuki", "ARPAD_CLOCK": d.clock, "ARPAD_KEY_FILE": officeKey} {
		d.t.Setenv(name, value)
	}
	return d
}

// status runs a command and returns its output and exit status.
func status(args ...string) (said string, exit int) {
	var out bytes.Buffer
	exit = run(args, &out, &out)
	return out.String(), exit
}

// files returns the contents of all files of the fixture, by name.
func (d *fixture) files() map[string]string {
	d.t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(d.folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		all[strings.TrimPrefix(path, d.folder+"/")] = string(data)
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return all
}

// untouched checks that a command has changed no file. Opening a database
// writes its log and index, which may not contain more than before.
func (d *fixture) untouched(before map[string]string, what string) {
	d.t.Helper()
	after := d.files()
	for _, files := range []map[string]string{before, after} {
		delete(files, "arpad.db-wal")
		delete(files, "arpad.db-shm")
	}
	for name, data := range before {
		if after[name] != data {
			d.t.Errorf("%s: %s was changed", what, name)
		}
	}
	for name := range after {
		if _, ok := before[name]; !ok {
			d.t.Errorf("%s: %s was left", what, name)
		}
	}
}

// A new file is complete, and only its owner can read it.
func TestOutputIsForItsOwner(t *testing.T) {
	d := newWriterOffice(t).enter()
	for command, args := range fileWriters {
		name := strings.ReplaceAll(command, " ", "-") + ".out"
		before := d.files()
		if said, exit := status(append(args, name)...); exit != exitFine {
			t.Errorf("%s: %d %s", command, exit, said)
			continue
		}
		for made, data := range d.files() {
			if _, old := before[made]; old || strings.HasPrefix(made, "arpad.db-") {
				continue
			}
			info, err := os.Stat(d.path(made))
			if err != nil || info.Mode() != 0o600 || data == "" {
				t.Errorf("%s: %s has the mode %v and %d bytes: %v", command, made, info.Mode(), len(data), err)
			}
			if made != name && made != name+".sha256" {
				t.Errorf("%s: %s was left", command, made)
			}
		}
	}
}

// A file is overwritten only on request, and nothing beside it ever.
func TestOutputIsInTheWay(t *testing.T) {
	d := newWriterOffice(t).enter()
	theirs := map[string]string{}
	for _, name := range []string{"theirs", "theirs.part", ".theirs.part", "theirs~", "theirs.tmp"} {
		theirs[name] = "the year's work"
		write(t, d.path(name), []byte(theirs[name]))
	}
	for command, args := range fileWriters {
		before := d.files()
		said, exit := status(append(args, "theirs")...)
		if exit != exitFailed || !strings.Contains(said, "theirs already exists") || !strings.Contains(said, "--force") {
			t.Errorf("%s: %d %s", command, exit, said)
		}
		if said, _ := status(append([]string{"--lang", "ja"}, append(args, "theirs")...)...); !strings.Contains(said, "--force") || !strings.Contains(said, "ファイル") {
			t.Errorf("%s: %s", command, said)
		}
		d.untouched(before, command)
		if said, exit := status(append([]string{args[0], "--force"}, append(args[1:], "theirs")...)...); !strings.Contains(command, " ") && exit != exitFine {
			t.Errorf("%s --force: %d %s", command, exit, said)
		}
		if said, exit := status(append(args[:len(args):len(args)], "theirs", "--force")...); exit != exitFine {
			t.Errorf("%s --force: %d %s", command, exit, said)
		}
		after := d.files()
		if after["theirs"] == theirs["theirs"] {
			t.Errorf("%s --force has written nothing", command)
		}
		for name, data := range theirs {
			if name != "theirs" && after[name] != data {
				t.Errorf("%s --force: %s was changed", command, name)
			}
		}
		if info, err := os.Stat(d.path("theirs")); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s --force: %v, %v", command, info.Mode(), err)
		}
		if err := os.RemoveAll(d.path("theirs.sha256")); err != nil {
			t.Fatal(err)
		}
		write(t, d.path("theirs"), []byte(theirs["theirs"]))
	}
	// A file in the place of a backup's SHA-256 is in the way, too.
	write(t, d.path("kept.db.sha256"), []byte("their notes\n"))
	before := d.files()
	if said, exit := status("backup", "kept.db"); exit != exitFailed || !strings.Contains(said, "kept.db.sha256 already exists") {
		t.Errorf("%d %s", exit, said)
	}
	d.untouched(before, "backup beside another SHA-256")
}

// What is not a regular file is not replaced: a folder, a socket, a missing
// folder.
func TestOutputIsNoFile(t *testing.T) {
	d := newWriterOffice(t).enter()
	if err := os.Mkdir(d.path("folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	// The path of a socket must be short.
	socket, err := net.Listen("unix", "socket")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = socket.Close() }) // nobody connects
	before := d.files()
	for command, args := range fileWriters {
		for _, name := range []string{"", "  ", "folder", "socket", "nowhere/new", "report.json/new"} {
			said, exit := status(append(args[:len(args):len(args)], name, "--force")...)
			if exit != exitFailed || strings.Contains(said, ".arpad-part") {
				t.Errorf("%s %q: %d %s", command, name, exit, said)
			}
			d.untouched(before, command+" "+name)
		}
		if info, err := os.Lstat("socket"); err != nil || info.Mode().Type() != fs.ModeSocket {
			t.Fatal(command, info, err)
		}
	}
}

// The bureau's own files are never overwritten, whatever name is used.
func TestOutputIsTheBureausOwn(t *testing.T) {
	d := newWriterOffice(t).enter()
	reader, err := os.Open(d.path("arpad.db")) // keeps the side files of the open database
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reader.Close() })
	write(t, d.path(officeKey+".1234"), []byte("a key that was put aside"))
	write(t, d.path(officeKey+".lost.checkpoint"), []byte("a checkpoint that was put aside"))
	elsewhere := t.TempDir()
	own := []string{"arpad.db", officeKey, officeKey + ".checkpoint", officeKey + ".1234", officeKey + ".lost.checkpoint"}
	names := slices.Concat(own, []string{"arpad.db-wal", "arpad.db-shm", "arpad.db-journal", officeKey + ".next"})
	for _, name := range names {
		names = append(names, "./"+name, d.path(name), filepath.Join("..", filepath.Base(d.folder), name), "door/"+name)
	}
	if err := os.Symlink(".", d.path("door")); err != nil {
		t.Fatal(err)
	}
	for _, name := range own {
		if err := os.Symlink(d.path(name), filepath.Join(elsewhere, "symlink-"+name)); err != nil {
			t.Fatal(err)
		}
		if err := os.Link(d.path(name), d.path("hardlink-"+name)); err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.Join(elsewhere, "symlink-"+name), "hardlink-"+name)
	}
	before := d.files()
	for command, args := range fileWriters {
		for _, name := range names {
			said, exit := status(append(args[:len(args):len(args)], name, "--force")...)
			if exit != exitFailed || !strings.Contains(said, "the bureau's own") {
				t.Errorf("%s %s: %d %s", command, name, exit, said)
			}
		}
		d.untouched(before, command)
	}
	// A backup's hash is an output file, too.
	if err := os.Link(d.path(officeKey), d.path("kept.db.sha256")); err != nil {
		t.Fatal(err)
	}
	before = d.files()
	if said, exit := status("backup", "--force", "kept.db"); exit != exitFailed || !strings.Contains(said, "the bureau's own") {
		t.Errorf("%d %s", exit, said)
	}
	d.untouched(before, "backup")
	d.look()
}

// With a database behind a link, the bureau's files include those beside the
// link and those beside the database.
func TestOutputBesideALinkedDatabase(t *testing.T) {
	d := newWriterOffice(t).enter()
	if err := os.Symlink("arpad.db", d.path("door.db")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ARPAD_DB", "door.db")
	for _, name := range []string{"door.db", "arpad.db", "arpad.db-wal", "door.db-wal", "arpad.db-journal"} {
		for command, args := range fileWriters {
			said, exit := status(append(args[:len(args):len(args)], name, "--force")...)
			if exit != exitFailed || !strings.Contains(said, "the bureau's own") {
				t.Errorf("%s %s: %d %s", command, name, exit, said)
			}
		}
	}
}

// Output to the standard output goes nowhere else.
func TestOutputIsTheStandardOne(t *testing.T) {
	d := newWriterOffice(t).enter()
	before := d.files()
	for command, args := range fileWriters {
		said, exit := status(append(args[:len(args):len(args)], "-")...)
		if want := map[bool]int{true: exitFailed}[command == "backup"]; exit != want || said == "" {
			t.Errorf("%s -: %d %s", command, exit, said)
		}
		d.untouched(before, command)
	}
}
