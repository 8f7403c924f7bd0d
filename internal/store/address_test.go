package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/internal/store"
)

// told returns everything printed about an address; servers are not contacted.
func told(t testing.TB, address string) string {
	t.Helper()
	name := store.Name(address)
	if strings.HasPrefix(name, "postgres") && strings.Contains(name, "://") {
		return name
	}
	s, opened := store.Open(t.Context(), address)
	if opened == nil {
		opened = s.Close()
	}
	return fmt.Sprint(name, " ", opened, " ", store.Restore(t.Context(), "no.db", address))
}

// No typing error in an address reveals its password.
func TestMistypedAddressKeepsItsPassword(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, address := range []string{
		"postgres:/user:PASS@host/db", "postgres:user:PASS@host/db", "postgres//user:PASS@host/db", "postgres;//user:PASS@host/db", "postgres:\\\\user:PASS@host\\db",
		"postgre://user:PASS@host/db", "Postgres:/user:PASS@host/db", " postgres://user:PASS@host/db", "\"postgres://user:PASS@host/db\"", "jdbc:postgresql://host/db?password=PASS",
		"postgresql:///user:PASS@host/db", "postgres：//user：PASS＠host/db", "postgres%3A//user%3APASS%40host/db", "postgres:/host/db?user=user&password=PASS",
		"user:PASS@host/db", "user/PASS@host", "//user:PASS@host/db", "@host/db:PASS", "user:PASS", "user:PASS@host://db", "sqlite:user:PASS@host.db",
		"postgres://user/PASS@host/db", "postgres://user:PA/SS-PASS@host/db", "postgres://user:1/PASS@host/db", "postgres://user:1#PASS@host/db", "postgres://user:1?PASS@host/db",
		"postgres://user:PASS#host/db", "postgres://user:PASS/host/db", "postgres://user;PASS@host/db", "postgres://user PASS@host/db", "postgres://user%3APASS@host/db",
		"postgres://user@PASS@host/db", "postgres://user=PASS@host/db", "postgres://host/user:PASS@db", "postgres://host/db:PASS", "postgres://host/db?user=user:PASS",
		"postgres://user:PASS@host:port/db", "postgres://user:PASS@[::1/db", "postgres://user:PASS%zz@host/db", "postgres://user:PASS@ho st/db", "postgres://user:PASS@host/db?sslmode=PASS",
		"host=h password=PASS", "user=u password=PASS", " host=h password=PASS", "sslmode=disable password=PASS", "Password=PASS", "dbname=d;password=PASS", "password:PASS",
		"postgres user PASS host", "postgres/user/PASS/host", "postgres://user:\nPASS@host/db", "postgres://user:PASS@host\x00/db",
	} {
		if said := told(t, address); strings.Contains(said, "PASS") {
			t.Errorf("of %q is told:\n%s", address, said)
		}
	}
}

// The same for addresses assembled from right and wrong parts.
func TestMangledAddressKeepsItsPassword(t *testing.T) {
	t.Chdir(t.TempDir())
	rapid.Check(t, func(r *rapid.T) {
		draw := func(name string, of ...string) string { return rapid.SampledFrom(of).Draw(r, name) }
		scheme := draw("scheme", "postgres", "postgresql", "Postgres", "postgre", "psql", "pg", "pgsql", "mysql:", "jdbc:postgresql", "file:")
		slashes := draw("slashes", "://", ":/", ":", "//", "/", ":///", ";//", "：//", " ", ":\\\\", "=", "%3A//", ":// ")
		user := draw("user", "user", "us.er", "u%20r", "役員")
		colon := draw("colon", ":", ";", "：", "=", "%3A", " ", "/", ":1/", ":1#", ":1?", "|")
		at := draw("at", "@", "＠", "%40", "#", "", "/", " ", "@@", ":", ";")
		host := draw("host", "host", "127.0.0.1:1", "[::1]", "", "ho:st", "host:5432")
		rest := draw("rest", "/db", "", "/db?sslmode=disable", "/d/b", "?x", "/db#x", "/db?connect_timeout=1&y=:")
		if (colon == "/" || colon == ":1/") && at == "" {
			r.Skip("it is the name of a server or a database")
		}
		address := scheme + slashes + user + colon + "PASS" + at + host + rest
		if said := told(t, address); strings.Contains(said, "PASS") {
			r.Fatalf("of %q is told:\n%s", address, said)
		}
	})
}

// An existing file, or a file in an existing folder, may have any name.
func TestFileWithAnOddName(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	home := filepath.Join(t.TempDir(), "officer@example.jp")
	if err := os.Mkdir(home, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(home, "arpad.db")
	s, err := store.Create(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	odd := filepath.Join(home, "a:b@c.db")
	if _, err := store.Create(ctx, odd); !errors.Is(err, store.ErrAddress) {
		t.Errorf("%v", err)
	}
	if err := os.Rename(path, odd); err != nil {
		t.Fatal(err)
	}
	if _, err = store.Open(ctx, odd); !errors.Is(err, store.ErrMissing) { // the file exists, but holds no bureau
		t.Errorf("%v", err)
	}
	for _, name := range []string{odd, path, "nowhere/arpad.db", "postgres.db", "postgresql-backup.db"} {
		if got := store.Name(name); got != name {
			t.Errorf("%q is called %q", name, got)
		}
	}
}
