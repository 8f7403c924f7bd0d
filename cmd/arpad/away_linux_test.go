package main

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/test/pgtest"
)

// running is a server in a process of its own.
type running struct {
	*exec.Cmd
	t       *testing.T
	address string
	said    *bufio.Scanner
}

// serveAlone starts a server in a process of its own.
func (d *fixture) serveAlone(t *testing.T) *running {
	t.Helper()
	r := &running{t: t}
	r.Cmd, r.address, r.said = d.server(t, "--rate", "0")
	return r
}

// promised is how long an answer takes at most while the database is away: 2 s, and some more on a busy machine.
const promised = 10 * time.Second

// answers fetches an address, which is answered within the time that is promised while the
// database is away.
func (r *running) answers(path string, status int) fetched {
	r.t.Helper()
	begun := time.Now()
	got := fetch(r.t, http.MethodGet, r.address+path, nil)
	if took := time.Since(begun); got.status != status || took > promised {
		r.t.Errorf("%s: status %d after %s, want %d within %s", path, got.status, took, status, promised)
	}
	if again := got.header.Get("Retry-After"); (again != "") != (status == http.StatusServiceUnavailable) {
		r.t.Errorf("%s: status %d, Retry-After %q", path, got.status, again)
	}
	return got
}

// ends has the server end, and returns what it has said.
func (r *running) ends() (said string) {
	r.t.Helper()
	if err := r.Process.Signal(syscall.SIGTERM); err != nil {
		r.t.Error(err)
	}
	for r.said.Scan() {
		said += r.said.Text() + "\n"
	}
	if err := r.Wait(); err != nil {
		r.t.Errorf("the server ends with %v", err)
	}
	return said
}

// While the database is away, a server says so at once: pages in memory go on with a line that they
// are not current, and the others are refused for now. When it is back, so are they.
func TestServesWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	const kept, document, line = "/en/players/N00000001/", "/api/v1/players/N00000001", "Not current"
	for name, begin := range map[string]func(t *testing.T) (db string, leave, back func(*fixture) error){
		"PostgreSQL stopped": func(t *testing.T) (string, func(*fixture) error, func(*fixture) error) {
			server := pgtest.New(t)
			return server.Database(t), func(*fixture) error { return server.Halt() }, func(*fixture) error { return server.Run() }
		},
		"SQLite's file gone": func(*testing.T) (string, func(*fixture) error, func(*fixture) error) {
			move := func(from, to string) func(*fixture) error {
				return func(d *fixture) error { return os.Rename(d.path(from), d.path(to)) }
			}
			return "arpad.db", move("arpad.db", "away.db"), move("away.db", "arpad.db")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db, leave, back := begin(t)
			d := newOffice(t, db)
			server := d.serveAlone(t)
			for _, path := range []string{kept, document} {
				if got := server.answers(path, http.StatusOK); got.header.Get("Age") != "" || strings.Contains(string(got.body), line) {
					t.Errorf("%s is not current: %v", path, got.header)
				}
			}
			if err := leave(d); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				for server.answers("/healthz", http.StatusOK); string(fetch(t, http.MethodGet, server.address+"/readyz", nil).body) == "ready\n"; { // for a second it was looked at
				}
				server.answers("/readyz", http.StatusServiceUnavailable)
				for _, path := range []string{kept, document} {
					got := server.answers(path, http.StatusOK)
					if said := strings.Contains(string(got.body), line); got.header.Get("Age") == "" || said != (path == kept) {
						t.Errorf("%s: does not say that it is not current: %t, %v", path, said, got.header)
					}
				}
				for _, path := range []string{"/ja/players/N00000001/", "/en/search/?q=aoki", "/en/players/N00000001/history.csv", "/api/v1/players/N00000002", "/api/v1/players?q=aoki"} {
					if got := server.answers(path, http.StatusServiceUnavailable); len(got.body) == 0 {
						t.Errorf("%s: an empty answer", path)
					}
				}
			}
			if err := back(d); err != nil {
				t.Fatal(err)
			}
			for begun := time.Now(); fetch(t, http.MethodGet, server.address+"/readyz", nil).status != http.StatusOK; {
				if time.Since(begun) > promised {
					t.Fatal("it is back, and the server is not ready")
				}
			}
			if got := server.answers(kept, http.StatusOK); got.header.Get("Age") != "" || strings.Contains(string(got.body), line) {
				t.Errorf("it is back, and the page says that it is not current: %v", got.header)
			}
			server.answers("/ja/players/N00000001/", http.StatusOK)
			if said := server.ends(); strings.Count(said, "/readyz: ") != 1 {
				t.Errorf("the log does not say once that the database was away:\n%s", said)
			}
		})
	}
}

// A database that is replaced under a running server is opened anew: the site shows what is in the
// new one, though nothing tells that the number of an action is another one.
func TestDatabaseIsReplaced(t *testing.T) {
	t.Parallel()
	d := newOffice(t, "arpad.db")
	d.do("backup", "kept.db")
	copyTo(t, d.checkpoint(), d.path("kept.checkpoint"))
	d.do("player", "set", "N00000001", "club=Club of Before", "--reason", "moved")
	server := d.serveAlone(t)
	const page = "/en/players/N00000001/"
	shows := func(club string) {
		t.Helper()
		const soon = 10 * time.Second
		for end := time.Now().Add(soon); ; {
			got := fetch(t, http.MethodGet, server.address+page, nil)
			if strings.Contains(string(got.body), club) {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("the page does not show %s: %d", club, got.status)
			}
		}
	}
	shows("Club of Before")
	for n := range 2 {
		for _, beside := range []string{"", "-wal", "-shm"} {
			if err := os.Rename(d.path("arpad.db"+beside), d.path(fmt.Sprint("before", n, beside))); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
		}
		copyTo(t, d.path("kept.checkpoint"), d.checkpoint())
		d.do("restore", "kept.db")
		club := fmt.Sprint("Club of Afterwards ", n)
		d.do("player", "set", "N00000001", "club="+club, "--reason", "moved")
		shows(club)
	}
	server.ends()
}
