// Package pgtest provides tests with a real PostgreSQL server: Debian's, started in
// a folder of its own by an unprivileged user, reachable only through a socket
// in that folder. make tools installs the package postgresql if it is missing; without it a
// test that needs the server is skipped, or fails where everything must be there (package
// need).
//
//	func TestSomething(t *testing.T) {
//		s, err := store.Create(t.Context(), pgtest.Database(t))
package pgtest

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
)

// The servers of a test process, which end with it: one for tests, and one on a disk for
// benchmarks.
var (
	shared = sync.OnceValues(func() (*Server, error) { return start(memory()) })
	onDisk = sync.OnceValues(func() (*Server, error) { return start("") })
)

// Database returns the address of a new empty database on the shared server of
// the test process. It is removed when the test ends.
func Database(t testing.TB) string {
	t.Helper()
	Need(t)
	start := shared
	if _, timed := t.(*testing.B); timed {
		start = onDisk
	}
	s, err := start()
	if err != nil {
		t.Fatal(err)
	}
	return s.Database(t)
}

// schema is the parameter that marks the address of a copy.
const schema = "&search_path="

// Copy returns the address of a copy of a database, made in no time as another
// schema in the same database.
func Copy(t testing.TB, address string) string {
	t.Helper()
	name := fmt.Sprintf("copy%d", databases.Add(1))
	const copyAll = `DO $$ DECLARE t name; BEGIN
		CREATE SCHEMA %[1]s;
		FOR t IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
			EXECUTE format('CREATE TABLE %[1]s.%%I (LIKE %%I INCLUDING ALL)', t, t);
			EXECUTE format('INSERT INTO %[1]s.%%I SELECT * FROM %%I', t, t);
		END LOOP;
	END $$`
	if err := Exec(context.Background(), address, fmt.Sprintf(copyAll, name)); err != nil {
		t.Fatal(err)
	}
	whole, _, _ := strings.Cut(address, schema)
	return whole + schema + name
}

// New starts a server that the test may halt. It is removed when the test ends.
func New(t testing.TB) *Server {
	t.Helper()
	Need(t)
	s, err := start(memory())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.end(); err != nil {
			t.Error(err)
		}
	})
	return s
}

var databases atomic.Int64

// Database returns the address of a new empty database. It is removed when the
// test ends, even if it is in use.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("test%d", databases.Add(1))
	if err := Exec(context.Background(), s.address("postgres"), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := Exec(context.Background(), s.address("postgres"), "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return s.address(name)
}

// address returns the URL of a database.
func (s *Server) address(name string) string { return "postgres://arpad@/" + name + "?host=" + s.dir }

// AwaitWriter returns once somebody writes to a database, which shows in a lock
// held, or after a while if nobody does.
func AwaitWriter(ctx context.Context, address string) error {
	const look = `DO $$ BEGIN
		FOR i IN 1..100000 LOOP
			EXIT WHEN EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted);
		END LOOP;
	END $$`
	return Exec(ctx, address, look)
}

// Dump returns the statements that make a database again, without owners.
func Dump(t testing.TB, address string) []byte {
	t.Helper()
	bin, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command(filepath.Join(bin, "pg_dump"), "--inserts", "--no-owner", "--no-privileges", "--schema", "public", address).Output()
	if err != nil {
		t.Fatal(err)
	}
	var kept []byte
	for line := range bytes.Lines(said) {
		if text := string(line); text != "\n" && !strings.HasPrefix(text, "--") && !strings.HasPrefix(text, "\\") && !strings.HasPrefix(text, "CREATE SCHEMA") {
			kept = append(kept, line...)
		}
	}
	return kept
}

// Exec runs a statement in a database as the server's owner.
func Exec(ctx context.Context, address, statement string) error {
	c, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close(ctx) }() // the result is known
	_, err = c.Exec(ctx, statement)
	return err
}
