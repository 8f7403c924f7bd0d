package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/tamper"
	"github.com/arpadchess/arpad/internal/test/pgtest"
)

// fixture is a folder with a bureau, used by the program: this test's own
// binary, which is the program if it is called arpad.
type fixture struct {
	t      *testing.T
	folder string
	db     string // address of the database: arpad.db in the folder, or on a server
	clock  string
}

// databases returns the address of a new database of each kind, by name.
var databases = map[string]func(testing.TB) string{
	"SQLite":     func(testing.TB) string { return "arpad.db" },
	"PostgreSQL": pgtest.Database,
}

// shortTimeout is an address parameter that reduces the program's patience from
// thirty to two seconds.
const shortTimeout = "&connect_timeout=2"

// onEach runs a test with each kind of database.
func onEach(t *testing.T, test func(t *testing.T, db string)) {
	for name, address := range databases {
		t.Run(name, func(t *testing.T) { test(t, address(t)) })
	}
}

func (d *fixture) path(name string) string { return filepath.Join(d.folder, name) }

// at returns the database address as seen from outside the folder.
func (d *fixture) at() string {
	if d.onServer() {
		return d.db
	}
	return d.path(d.db)
}

// onServer reports whether the database is on a server.
func (d *fixture) onServer() bool { return d.db != "arpad.db" }

// command returns a run of the program.
func (d *fixture) command(ctx context.Context, args ...string) *exec.Cmd {
	return d.under(ctx, nil, args...)
}

// under returns a run of the program, wrapped in another program if one is
// given with its options.
func (d *fixture) under(ctx context.Context, other []string, args ...string) *exec.Cmd {
	args = append(append(other[:len(other):len(other)], "arpad"), args...)
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	c.Dir, c.Env = d.folder, d.env()
	return c
}

// env returns the environment of the program.
func (d *fixture) env() []string {
	return append(os.Environ(), "ARPAD_DB="+d.db, "ARPAD_OFFICER=suzuki", "ARPAD_CLOCK="+d.clock, "ARPAD_KEY_FILE="+officeKey)
}

// exitStatus is how a worker's command ended, if it is not exitFine.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprint("exit status ", int(s)) }

// ExitCode is as of an exec.ExitError.
func (s exitStatus) ExitCode() int { return int(s) }

// run has a worker run a command, where the process does not matter. It returns its output,
// and an exitStatus if it failed.
func (d *fixture) run(args ...string) (said string, err error) {
	r, err := give(order{Folder: d.folder, Env: d.env(), Args: args, Together: true})
	if err == nil && r.Status != exitFine {
		err = exitStatus(r.Status)
	}
	return r.Out, err
}

// oneThread restricts the program to one thread, because strace counts calls by
// thread.
const oneThread = "ARPAD_ONE_THREAD=1"

func init() {
	if os.Getenv("ARPAD_ONE_THREAD") != "" {
		runtime.LockOSThread()
	}
}

func (d *fixture) do(args ...string) {
	d.t.Helper()
	if said, err := d.run(args...); err != nil {
		d.t.Fatalf("%v: %v\n%s", args, err, said)
	}
}

// offices are the files of the bureaus that were made in files, by the steps that made them.
var offices struct {
	sync.Mutex
	files map[string]map[string][]byte
}

// newOffice makes a bureau by running steps, or copies one that was made by the same steps.
func newOffice(t *testing.T, db string, steps ...[]string) *fixture {
	t.Helper()
	d := &fixture{t: t, folder: t.TempDir(), db: db, clock: "2024-01-22T09:00:00+09:00"}
	offices.Lock()
	made := offices.files[fmt.Sprint(steps)]
	offices.Unlock()
	if made != nil && !d.onServer() {
		for name, data := range made {
			write(t, d.path(name), data)
		}
		return d
	}
	opening, err := filepath.Abs("../../demo/japan/opening.csv")
	if err != nil {
		t.Fatal(err)
	}
	d.do("init", "--authority", "ncs", "--label", "2024-01", "--set", "non_members=count", "--reason", "as the board has decided", opening)
	for _, step := range steps {
		d.clock = "2024-01-10T12:00:00+09:00"
		if step[0] != "report" {
			d.clock = "2024-01-22T09:00:00+09:00"
		}
		d.do(step...)
	}
	d.clock = "2024-01-22T09:00:00+09:00"
	if d.onServer() {
		return d
	}
	made = map[string][]byte{}
	for _, file := range []string{d.at(), d.path(officeKey), d.checkpoint()} {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		made[filepath.Base(file)] = data
	}
	offices.Lock()
	defer offices.Unlock()
	if offices.files == nil {
		offices.files = map[string]map[string][]byte{}
	}
	offices.files[fmt.Sprint(steps)] = made
	return d
}

// clone returns a copy of the fixture in a folder of its own.
func (d *fixture) clone(t *testing.T) *fixture {
	t.Helper()
	other := &fixture{t: t, folder: t.TempDir(), db: d.db, clock: d.clock}
	files := []string{"arpad.db", officeKey, officeKey + office.CheckpointFile, "kept.db", "kept.db.sha256", "arpad.db" + store.WorkFile}
	if d.onServer() {
		other.db = pgtest.Copy(t, d.db)
		files = files[1:]
	}
	for _, name := range files {
		if always := strings.Contains(name, "key") || name == "arpad.db"; always || d.has(name) {
			copyTo(t, d.path(name), other.path(name))
		}
	}
	if d.has("backup") {
		if err := os.CopyFS(other.path("backup"), os.DirFS(d.path("backup"))); err != nil {
			t.Fatal(err)
		}
	}
	return other
}

// officeKey is the key file's name.
const officeKey = "office.key"

// checkpoint returns the file of the last checkpoint.
func (d *fixture) checkpoint() string { return d.path(officeKey) + office.CheckpointFile }

// proofProblems returns the ids of the problems between a bureau and its last
// checkpoint.
func (d *fixture) proofProblems(s bureau.Store) (ids []string) {
	d.t.Helper()
	key, err := tamper.OpenKey(d.path(officeKey))
	if err != nil {
		d.t.Fatal(err)
	}
	found, err := (&tamper.Guard{Store: s, Key: key, File: d.checkpoint()}).Examine(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	for _, f := range found {
		ids = append(ids, f.ID)
	}
	return ids
}

// look opens the bureau and returns the actions of its log, but for the leaf that the first
// one of a day brings. Everything must be
// sound, except that the last signature may be missing.
func (d *fixture) look() (actions []string) { return d.lookAt("checkpoint-behind") }

// lookAt is look with other tolerated problems with the last checkpoint.
func (d *fixture) lookAt(mayBe ...string) (actions []string) {
	d.t.Helper()
	ctx := d.t.Context()
	s, err := store.Open(ctx, d.at())
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			d.t.Error(err)
		}
	}()
	b := &bureau.Bureau{Store: s, Clock: time.Now}
	if faults, err := care.Verify(ctx, b, nil); err != nil || len(faults) > 0 {
		d.t.Fatalf("verify: %v, %v", faults, err)
	}
	for _, id := range d.proofProblems(s) {
		if !slices.Contains(mayBe, id) {
			d.t.Errorf("the last checkpoint: %s", id)
		}
	}
	err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		log, err := bureau.Entries.All(r, "")
		for _, e := range log {
			if e.Action != "leaf.day" {
				actions = append(actions, e.Action)
			}
		}
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return actions
}
