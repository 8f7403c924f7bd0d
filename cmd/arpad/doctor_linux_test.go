package main

import (
	"database/sql"
	"os"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/settle"
	"github.com/arpadchess/arpad/internal/test/pgtest"
)

// says runs a command and checks what it says, and whether it is content.
func (d *fixture) says(t *testing.T, content bool, want string, args ...string) {
	t.Helper()
	said, err := d.run(args...)
	if (err == nil) != content || !strings.Contains(said, want) {
		t.Errorf("%v: %v, without %q:\n%s", args, err, want, said)
	}
}

// Who serves, publishes and asks the doctor is told of a key or a database that everybody on the machine
// can read or write.
func TestModesAreChecked(t *testing.T) {
	t.Parallel()
	from := newOffice(t, "arpad.db", []string{"period", "close", "2024-02"})
	publish := []string{"period", "publish", "--reason", "before its day", "2024-02"}
	for _, file := range []string{"arpad.db", officeKey} {
		for _, c := range []struct {
			mode os.FileMode
			open bool
		}{{0o600, false}, {0o640, false}, {0o644, true}, {0o602, true}} {
			d := from.clone(t)
			if err := os.Chmod(d.path(file), c.mode); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{{"doctor"}, {"serve", "--print", "/en/"}, publish} {
				said, err := d.run(args...)
				if told := strings.Contains(said, file+" can be read"); told != c.open || args[0] != "doctor" && err != nil {
					t.Errorf("%v, %s with mode %o: told %t, %v\n%s", args, file, c.mode, told, err, said)
				}
			}
		}
	}
}

// What a killed command has left is named by the doctor, and to whoever erases a person, unless
// a process is still writing it.
func TestUnfinishedFilesAreNamed(t *testing.T) {
	t.Parallel()
	d := newOffice(t, "arpad.db")
	const left, named = "kept.db.arpad-part", "kept.db.arpad-part was left unfinished"
	if got := d.trace(t, "inject=fsync:signal=SIGKILL:when=1", "backup", "kept.db"); !killed(got.err) || !d.has(left) {
		t.Fatalf("not killed: %v\n%s", got.err, got.out)
	}
	d.says(t, false, named, "doctor")
	d.says(t, true, named, "person", "erase", "N00000003", "--yes", "--reason", "asked for")
	held, err := os.Open(d.path(left))
	if err == nil {
		err = settle.Hold(held)
	}
	if err != nil {
		t.Fatal(err)
	}
	if said, _ := d.run("doctor"); strings.Contains(said, named) {
		t.Errorf("a process is writing it: %s", said)
	}
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	d.do("backup", "kept.db")
	if said, _ := d.run("doctor"); strings.Contains(said, named) {
		t.Errorf("it is gone: %s", said)
	}
}

// A trigger that somebody has put into the database is named before it changes anything.
func TestTriggersAreNamed(t *testing.T) {
	t.Parallel()
	onEach(t, func(t *testing.T, db string) {
		t.Parallel()
		d := newOffice(t, db)
		d.do("verify")
		if d.onServer() {
			for _, statement := range []string{
				`CREATE FUNCTION sly() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`,
				`CREATE TRIGGER sly BEFORE UPDATE ON person FOR EACH ROW EXECUTE FUNCTION sly()`,
			} {
				if err := pgtest.Exec(t.Context(), d.db, statement); err != nil {
					t.Fatal(err)
				}
			}
		} else {
			file, err := sql.Open("sqlite", d.at())
			if err == nil {
				_, err = file.Exec("CREATE TRIGGER sly AFTER UPDATE ON person BEGIN UPDATE person SET name = 'Mori Ai' WHERE number = 1; END")
			}
			if err == nil {
				err = file.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		const named = "trigger sly ON person"
		d.says(t, false, named, "verify")
		d.says(t, false, named, "doctor")
	})
}

// A clock that shows no day of ours is refused in words.
func TestClockOutOfRange(t *testing.T) {
	t.Parallel()
	d := newOffice(t, "arpad.db")
	for clock, content := range map[string]bool{
		"1999-12-31T23:59:59Z": true, "2124-01-01T00:00:00+09:00": true,
		"9999-12-31T23:59:59Z": false, "0001-01-01T00:00:00Z": false, "3000-01-01T00:00:00Z": false, "yesterday": false,
	} {
		d.clock = clock
		want := ""
		if !content {
			want = "ARPAD_CLOCK"
		}
		d.says(t, content, want, "today")
		if said, _ := d.run("today"); strings.Contains(said, "panic") || strings.Contains(said, "goroutine") {
			t.Errorf("%s: %s", clock, said)
		}
	}
}
