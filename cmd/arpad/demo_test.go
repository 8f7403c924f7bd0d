package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/account"
)

// An existing file or folder is left alone; nothing is built beside it.
func TestDemoLeavesOthersAlone(t *testing.T) {
	for _, name := range []string{"arpad.db", "arpad.db-wal", "arpad.db.key", "arpad.db.key.checkpoint"} {
		d := &fixture{t: t, folder: t.TempDir()}
		write(t, d.path(name), []byte("theirs"))
		before := d.files()
		if said, exit := status("demo", d.folder); exit != exitFailed {
			t.Errorf("%s: %d %s", name, exit, said)
		}
		if after := d.files(); len(after) != 1 || after[name] != before[name] {
			t.Errorf("%s is there; the demo has left %d files, %q", name, len(after), after[name])
		}
	}
}

// twoYears is the demo, which the tests share.
type twoYears struct {
	*demo
	folder string
	killed error    // how a process ended that was building it, and was killed
	left   []string // what that process left where the demo should be
}

// sharedDemo returns the demo. It is built once, where a process was killed that was building
// it.
var sharedDemo = sync.OnceValues(func() (*twoYears, error) {
	d := &fixture{folder: sharedFolder}
	building := func(d *fixture) bool {
		found, err := filepath.Glob(filepath.Join(d.folder, "demo", "*", "arpad.db-wal"))
		return err == nil && len(found) > 0 || d.has("demo/arpad.db-wal")
	}
	c := d.command(context.Background(), "demo", "demo")
	_, ended, err := d.watch(c, building)
	if err != nil {
		return nil, err
	}
	built := &twoYears{folder: d.path("demo")}
	err = c.Process.Kill()
	built.killed = <-ended
	for _, name := range []string{"arpad.db", "arpad.db.key", "arpad.db.key.checkpoint"} {
		if d.has("demo/" + name) {
			built.left = append(built.left, name)
		}
	}
	if err == nil {
		built.demo, err = (&demoCommand{Dir: built.folder}).build(&app{Printer: explain.New("en")})
	}
	return built, err
})

// newTwoYears returns the demo, and a folder with a copy of it.
func newTwoYears(t *testing.T) (of *twoYears, folder string) {
	t.Helper()
	of, err := sharedDemo()
	if err != nil {
		t.Fatal(err)
	}
	folder = filepath.Join(t.TempDir(), "two-years")
	if err := os.CopyFS(folder, os.DirFS(of.folder)); err != nil {
		t.Fatal(err)
	}
	return of, folder
}

// A demo that was interrupted leaves nothing, and can be built again.
func TestKilledDemoIsNotThere(t *testing.T) {
	t.Parallel()
	of, _ := newTwoYears(t)
	if !killed(of.killed) || len(of.left) > 0 {
		t.Errorf("%v: %v were left", of.killed, of.left)
	}
	files, err := os.ReadDir(of.folder)
	if err != nil || len(files) != 3 {
		t.Errorf("%v (%v)", files, err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode() != 0o600 {
			t.Errorf("%v (%v)", info, err)
		}
	}
}

// What was built is said in both languages.
func TestDemoProposesCommands(t *testing.T) {
	t.Parallel()
	of, folder := newTwoYears(t)
	for lang, words := range map[string][]string{
		"en": {"24 published lists", "Its date is 22 October 2024:", "ARPAD_CLOCK=2024-10-22T12:00:00+09:00", "arpad fee list --unpaid"},
		"ja": {"発表済みのリスト 24 件", "ARPAD_CLOCK=2024-10-22T12:00:00+09:00", "arpad fee list --unpaid"},
	} {
		var out strings.Builder
		(&demoCommand{Dir: folder}).propose(&app{Printer: explain.New(lang), out: &out}, of.demo)
		for _, want := range words {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: %q is not said:\n%s", lang, want, out.String())
			}
		}
	}
}

// Without a terminal the demo is served until one page was fetched.
func TestDemoIsServed(t *testing.T) {
	t.Parallel()
	of, folder := newTwoYears(t)
	var out strings.Builder
	if err := (&demoCommand{Dir: folder, Serve: "127.0.0.1:0"}).serve(&app{Printer: explain.New("en"), out: &out, err: &out}, of.demo); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	said := out.String()
	for _, page := range []string{"/en/", "/en/players/N00900347", "/en/players/N00900347/why/2024-09/standard", "/en/lists/2024-10/standard", "/en/rules/"} {
		if !strings.Contains(said, page+" ") {
			t.Errorf("%s is not proposed:\n%s", page, said)
		}
	}
	for _, role := range account.RoleNames {
		if !regexp.MustCompile(`/invite\?code=[A-Z2-7]{26}  ` + role + `\n`).MatchString(said) {
			t.Errorf("nobody signs in as %s:\n%s", role, said)
		}
	}
	if lines := strings.Count(said, "\n"); lines > 16 {
		t.Errorf("it says %d lines:\n%s", lines, said)
	}
}
