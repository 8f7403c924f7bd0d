package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/arpadchess/arpad/internal/test/need"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/soak"
)

const versions = "testdata/upgrade"

// TestDatabasesOfEarlierVersions opens the databases that each version left: an SQLite file
// and a dump of PostgreSQL, both with their keys, made by life.sh.
func TestDatabasesOfEarlierVersions(t *testing.T) {
	t.Parallel()
	eachVersion(t, func(t *testing.T, folder string) {
		for _, kind := range []string{"sqlite", "postgres"} {
			t.Run(kind, func(t *testing.T) {
				if kind == "postgres" {
					pgtest.Need(t)
				}
				p := scripts(t, func(testing.TB) string { return restored(t, folder, kind) }, copyOfKey(t, folder, kind))
				p.Files = []string{versions + "/upgrade.txtar"}
				old := outdated(t, folder)
				p.Condition = func(string) (bool, error) { return old, nil }
				runScripts(t, p)
			})
		}
	})
}

// A database goes to this version and back, with what was kept before the upgrade. With
// ARPAD_SOAK=1 the program of the earlier version is built, and works on it before and after.
func TestUpgradeAndBack(t *testing.T) {
	t.Parallel()
	eachVersion(t, func(t *testing.T, folder string) {
		t.Parallel()
		p := scripts(t, func(testing.TB) string { return restored(t, folder, "sqlite") }, copyOfKey(t, folder, "sqlite"))
		if !outdated(t, folder) {
			return // there is no way back to go
		}
		p.Files = []string{versions + "/back.txtar"}
		p.Condition = func(string) (bool, error) { return soak.Full(), nil }
		if setup := p.Setup; soak.Full() {
			before := programOf(t, filepath.Base(folder))
			p.Setup = func(e *testscript.Env) error {
				e.Setenv("BEFORE", before)
				return setup(e)
			}
		}
		runScripts(t, p)
	})
}

// eachVersion runs a test in the folder of each version that left databases.
func eachVersion(t *testing.T, test func(t *testing.T, folder string)) {
	t.Helper()
	left, err := filepath.Glob(versions + "/*/sqlite.db.gz")
	if err != nil || len(left) == 0 {
		t.Fatal("there is no database of an earlier version", err)
	}
	for _, file := range left {
		folder := filepath.Dir(file)
		t.Run(filepath.Base(folder), func(t *testing.T) { test(t, folder) })
	}
}

// programOf builds the program of a version.
func programOf(t *testing.T, version string) string {
	t.Helper()
	folder := t.TempDir()
	c := exec.Command("sh", "-c", `git archive "$0" | tar x -C "$1" && cd "$1" && CGO_ENABLED=0 go build -o before ./cmd/arpad`, version, folder)
	c.Dir = root
	if said, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s cannot be built: %v\n%s", version, err, said)
	}
	return filepath.Join(folder, "before")
}

// The databases are kept of every version that was tagged.
func TestEveryVersionLeftItsDatabases(t *testing.T) {
	tags, err := exec.Command("git", "tag", "--list", "v*").Output()
	if err != nil {
		need.Missing(t, "the tags of the versions are in a clone of the repository only: git clone")
	}
	for tag := range strings.FieldsSeq(string(tags)) {
		for _, name := range []string{"sqlite.db.gz", "sqlite.key", "postgres.sql.gz", "postgres.key"} {
			if _, err := os.Stat(filepath.Join(versions, tag, name)); err != nil {
				t.Errorf("%v: make leave VERSION=%s", err, tag)
			}
		}
	}
}

// TestLifeOfToday makes a database as it will be kept of this version. LEAVE names the version
// as which it is kept (make leave).
func TestLifeOfToday(t *testing.T) {
	t.Parallel()
	for kind, database := range databases {
		t.Run(kind, func(t *testing.T) {
			if kind == "PostgreSQL" {
				pgtest.Need(t)
			}
			life, err := filepath.Abs(versions + "/life.sh")
			if err != nil {
				t.Fatal(err)
			}
			p := scripts(t, database, "bureau.key")
			setup := p.Setup
			p.Setup = func(e *testscript.Env) error {
				e.Setenv("ARPAD", "arpad")
				e.Setenv("LIFE", life)
				e.Setenv("SAMPLES", filepath.Join(root, "demo/japan"))
				e.Setenv("TMPDIR", e.WorkDir)
				return setup(e)
			}
			p.Condition = func(string) (bool, error) { return false, nil }
			p.Cmds["leave"] = func(ts *testscript.TestScript, _ bool, _ []string) { leave(t, ts, kind) }
			script := filepath.Join(t.TempDir(), "today.txtar")
			upgrade, err := os.ReadFile(versions + "/upgrade.txtar")
			if err == nil {
				err = os.WriteFile(script, append([]byte("exec sh $LIFE\nleave\n"), upgrade...), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			p.Files = []string{script}
			runScripts(t, p)
		})
	}
}

// leave keeps the database and the key of a script as those of the version that LEAVE names.
func leave(t *testing.T, ts *testscript.TestScript, kind string) {
	t.Helper()
	version := os.Getenv("LEAVE")
	if version == "" {
		return
	}
	name, data := "postgres", []byte(nil)
	file := "postgres.sql.gz"
	if kind == "PostgreSQL" {
		data = pgtest.Dump(t, ts.Getenv("ARPAD_DB"))
	} else {
		name, file, data = "sqlite", "sqlite.db.gz", []byte(ts.ReadFile(ts.Getenv("ARPAD_DB")))
	}
	folder := filepath.Join(versions, version)
	ts.Check(os.MkdirAll(folder, 0o755))
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, err := w.Write(data)
	ts.Check(errors.Join(err, w.Close(), os.WriteFile(filepath.Join(folder, file), packed.Bytes(), 0o644)))
	for _, end := range []string{"", ".checkpoint"} {
		ts.Check(os.WriteFile(filepath.Join(folder, name+".key"+end), []byte(ts.ReadFile("bureau.key"+end)), 0o644))
	}
}

// outdated reports whether this program upgrades the database that a version left.
func outdated(t *testing.T, folder string) bool {
	t.Helper()
	said, exit := status("migrate", "--lang", "en", "--db", restored(t, folder, "sqlite"))
	if exit != exitFine {
		t.Fatal(said)
	}
	return strings.Contains(said, "has been updated")
}

// restored returns the address of a database that a version left.
func restored(t *testing.T, folder, kind string) string {
	t.Helper()
	if kind == "sqlite" {
		path := filepath.Join(t.TempDir(), "arpad.db")
		if err := os.WriteFile(path, unzipped(t, folder+"/sqlite.db.gz"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	address := pgtest.Database(t)
	if err := pgtest.Exec(t.Context(), address, string(unzipped(t, folder+"/postgres.sql.gz"))); err != nil {
		t.Fatal(err)
	}
	return address
}

// copyOfKey returns a copy of the key of such a database, with its last checkpoint.
func copyOfKey(t *testing.T, folder, kind string) string {
	t.Helper()
	key := filepath.Join(t.TempDir(), "bureau.key")
	copyTo(t, filepath.Join(folder, kind+".key"), key)
	copyTo(t, filepath.Join(folder, kind+".key.checkpoint"), key+".checkpoint")
	return key
}

func unzipped(t *testing.T, path string) []byte {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }() // read only
	in, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
