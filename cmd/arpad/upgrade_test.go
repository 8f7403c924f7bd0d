package main

import (
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/arpadchess/arpad/internal/test/need"
	"github.com/arpadchess/arpad/internal/test/pgtest"
)

const versions = "testdata/upgrade"

// TestDatabasesOfEarlierVersions opens the databases that each version left: an SQLite file
// and a dump of PostgreSQL, both with their keys, made by life.sh.
func TestDatabasesOfEarlierVersions(t *testing.T) {
	t.Parallel()
	left, err := filepath.Glob(versions + "/*/sqlite.db.gz")
	if err != nil || len(left) == 0 {
		t.Fatal("there is no database of an earlier version", err)
	}
	for _, file := range left {
		folder := filepath.Dir(file)
		t.Run(filepath.Base(folder), func(t *testing.T) {
			for _, kind := range []string{"sqlite", "postgres"} {
				t.Run(kind, func(t *testing.T) {
					if kind == "postgres" {
						pgtest.Need(t)
					}
					p := scripts(t, func(testing.TB) string { return restored(t, folder, kind) }, copyOfKey(t, folder, kind))
					p.Files = []string{versions + "/upgrade.txtar"}
					p.Condition = func(string) (bool, error) { return true, nil }
					runScripts(t, p)
				})
			}
		})
	}
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
				t.Errorf("%v: see \"A release\" in CONTRIBUTING.md", err)
			}
		}
	}
}

// TestLifeOfToday makes a database as it will be kept of this version.
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
			script := filepath.Join(t.TempDir(), "today.txtar")
			upgrade, err := os.ReadFile(versions + "/upgrade.txtar")
			if err == nil {
				err = os.WriteFile(script, append([]byte("exec sh $LIFE\n"), upgrade...), 0o600)
			}
			if err != nil {
				t.Fatal(err)
			}
			p.Files = []string{script}
			runScripts(t, p)
		})
	}
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
