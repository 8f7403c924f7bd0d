package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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

// A demo that was interrupted leaves nothing, and can be built again.
func TestKilledDemoIsNotThere(t *testing.T) {
	t.Parallel()
	d := &fixture{t: t, folder: t.TempDir()}
	building := func(d *fixture) bool {
		found, err := filepath.Glob(filepath.Join(d.folder, "demo", "*", "arpad.db-wal"))
		return err == nil && len(found) > 0 || d.has("demo/arpad.db-wal")
	}
	c := d.command(t.Context(), "demo", "demo")
	_, ended, err := d.watch(c, building)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !killed(err) {
		t.Fatal(err)
	}
	for _, name := range []string{"arpad.db", "arpad.db.key", "arpad.db.key.checkpoint"} {
		if d.has("demo/" + name) {
			t.Errorf("%s was left", name)
		}
	}
	d.do("demo", "demo")
	files, err := os.ReadDir(d.path("demo"))
	if err != nil || len(files) != 3 {
		t.Errorf("%v (%v)", files, err)
	}
	for _, f := range files {
		if info, err := f.Info(); err != nil || info.Mode() != 0o600 {
			t.Errorf("%v (%v)", info, err)
		}
	}
}

// Without a terminal the demo is served until one page was fetched.
func TestDemoIsServed(t *testing.T) {
	t.Parallel()
	d := &fixture{t: t, folder: t.TempDir()}
	out, err := d.command(t.Context(), "demo", "--serve", "127.0.0.1:0", "demo").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	said := string(out)
	for _, page := range []string{"/en/", "/en/players/N00900347", "/en/players/N00900347/why/2024-09/standard", "/en/lists/2024-10/standard", "/en/rules/"} {
		if !strings.Contains(said, page+" ") {
			t.Errorf("%s is not proposed:\n%s", page, said)
		}
	}
	if lines := strings.Count(said, "\n"); lines > 9 {
		t.Errorf("it says %d lines:\n%s", lines, said)
	}
}
