package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
)

// nobody is an unprivileged user; file permissions do not restrict root.
const nobody = 65534

// unprivileged makes an unprivileged user the owner of the fixture's files, and returns
// the attributes that run a command as that user.
func (d *fixture) unprivileged() *syscall.SysProcAttr {
	d.t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	err := errors.Join(os.Chown(d.folder, nobody, nobody), os.Chown(d.path("arpad.db"), nobody, nobody), os.Chown(d.path(officeKey), nobody, nobody), os.Chown(d.checkpoint(), nobody, nobody))
	program, missing := exec.LookPath("arpad")
	for _, folder := range []string{filepath.Dir(d.folder), filepath.Dir(program), filepath.Dir(filepath.Dir(program))} {
		err = errors.Join(err, missing, os.Chmod(folder, 0o755))
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
}

// flip changes a byte of the database.
func (d *fixture) flip(where func([]byte) int) error {
	data, err := os.ReadFile(d.path("arpad.db"))
	if err == nil {
		data[where(data)] ^= 1
		err = os.WriteFile(d.path("arpad.db"), data, 0o600)
	}
	return err
}

// Each failure of a database is reported in both languages, with its cure.
func TestTroubleIsExplained(t *testing.T) {
	t.Parallel()
	from := newOffice(t, "arpad.db")
	add, list := []string{"player", "add", "name=Mori Ai"}, []string{"list"}
	for name, c := range map[string]struct {
		befall func(*fixture) error
		args   []string
		en, ja string
	}{
		"a file that may not be written":   {func(d *fixture) error { return os.Chmod(d.path("arpad.db"), 0o400) }, add, "the permissions", "権限"},
		"a folder that may not be written": {func(d *fixture) error { return os.Chmod(d.folder, 0o500) }, add, "the permissions", "権限"},
		"a file that may not be read":      {func(d *fixture) error { return os.Chmod(d.path("arpad.db"), 0) }, list, "the permissions", "権限"},
		"a folder in place of a file": {func(d *fixture) error {
			return errors.Join(os.Remove(d.path("arpad.db")), os.Mkdir(d.path("arpad.db"), 0o700))
		}, list, "the permissions", "権限"},
		"another file": {func(d *fixture) error {
			return os.WriteFile(d.path("arpad.db"), bytes.Repeat([]byte("garbage"), 1000), 0o600)
		}, list, "the last backup", "最新のバックアップ"},
		"a damaged page": {func(d *fixture) error {
			return d.flip(func([]byte) int { return 100 }) // the type byte of the root page
		}, list, "the last backup", "最新のバックアップ"},
		"a document that was changed": {func(d *fixture) error {
			return d.flip(func(data []byte) int { return bytes.Index(data, []byte(`settings{"authority"`)) + 12 })
		}, list, "The settings", "設定"},
	} {
		t.Run(name, func(t *testing.T) {
			d := from.clone(t)
			who := d.unprivileged()
			if err := c.befall(d); err != nil {
				t.Fatal(err)
			}
			for lang, words := range map[string]string{"en": c.en, "ja": c.ja} {
				command := d.command(t.Context(), append([]string{"--lang", lang}, c.args...)...)
				command.SysProcAttr = who
				out, err := command.CombinedOutput()
				var exit *exec.ExitError
				if !errors.As(err, &exit) || exit.ExitCode() != exitFailed || !strings.Contains(string(out), words) {
					t.Errorf("%v: %s", err, out)
				}
			}
			if err := os.Chmod(d.folder, 0o700); err != nil {
				t.Error(err)
			}
		})
	}
}

// A completed action stays completed even if its output cannot be written.
func TestOutputHasNoRoom(t *testing.T) {
	t.Parallel()
	from := newOffice(t, "arpad.db")
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = full.Close() }() // it cannot be written to
	for lang, words := range map[string]string{"en": "The command has been carried out", "ja": "処理は終わりました"} {
		d := from.clone(t)
		old := len(d.look())
		c := d.command(t.Context(), "--lang", lang, "player", "add", "name=Mori Ai")
		var said bytes.Buffer
		c.Stdout, c.Stderr = full, &said
		err := c.Run()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != exitFailed || !strings.Contains(said.String(), words) {
			t.Errorf("%v: %s", err, said.String())
		}
		if now := d.look(); len(now) != old+1 {
			t.Errorf("the log goes on with %v", now[old:])
		}
	}
}

// A command waits for a database held by others for half a minute, or as long
// as the server's address says.
func TestDatabaseIsHeld(t *testing.T) {
	t.Parallel() // it waits as long as a command does
	erase := []string{"person", "erase", "N00000003", "--yes", "--reason", "asked for"}
	for name, c := range map[string]struct {
		hold func(*store.Store, func() error) error
		args []string
	}{
		"by who writes": {func(s *store.Store, f func() error) error {
			return s.Update(t.Context(), func(bureau.Writer) error { return f() })
		}, []string{"player", "add", "name=Mori Ai"}},
		"by who reads, so that what is erased stays in the log": {func(s *store.Store, f func() error) error {
			return s.View(t.Context(), func(r bureau.Reader) error {
				_, err := r.Kinds() // holds the database from here on
				return errors.Join(err, f())
			})
		}, erase},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onEach(t, func(t *testing.T, db string) {
				d := newOffice(t, db) // a server of its own, which has one writer for all copies of a fixture
				if d.onServer() {
					d.db += shortTimeout
				}
				s, err := store.Open(context.Background(), d.at())
				if err != nil {
					t.Fatal(err)
				}
				err = c.hold(s, func() error {
					out, err := d.command(t.Context(), c.args...).CombinedOutput()
					var exit *exec.ExitError
					if !errors.As(err, &exit) || exit.ExitCode() != exitFailed || !strings.Contains(string(out), "locked by others") {
						t.Errorf("%v: %s", err, out)
					}
					return nil
				})
				if err := errors.Join(err, s.Close()); err != nil {
					t.Error(err)
				}
				d.do(c.args...)
				d.checkErased(task{effect: "person." + c.args[1]})
			})
		})
	}
}

// After a failed sync, the state of the disk is unknown, so the process writes
// nothing more: of two reports the second is not begun.
func TestNothingIsWrittenAfterAFailedSync(t *testing.T) {
	t.Parallel()
	from := newOffice(t, "arpad.db")
	reports, err := filepath.Abs("../../demo/japan/reports")
	if err != nil {
		t.Fatal(err)
	}
	submit := []string{"report", "submit", filepath.Join(reports, "new-year-rapid.trf"), filepath.Join(reports, "winter-open.json")}
	old := len(from.look())
	for _, n := range []int{1, 3} { // the sync of the log's head, and of the commit; the second is of the folder
		d := from.clone(t)
		got := d.trace(t, fmt.Sprintf("inject=fsync:error=EIO:when=%d", n), submit...)
		if got.hits != 1 || slices.Contains(got.behind, "pwrite64") || !strings.Contains(got.out, "is not known") {
			t.Errorf("%d failed; behind it: %v\n%s", got.hits, got.behind, got.out)
		}
		if now := d.look(); len(now) > old+1 {
			t.Errorf("the log goes on with %v", now[old:])
		}
		d.do(submit...)
		if now := d.look(); len(now) != old+2 {
			t.Errorf("the log goes on with %v", now[old:])
		}
	}
}

// A command that is stopped while it waits ends at once, and nothing is kept.
func TestCommandIsStopped(t *testing.T) {
	t.Parallel()
	onEach(t, commandIsStopped)
}

func commandIsStopped(t *testing.T, db string) {
	d := newOffice(t, db)
	s, err := store.Open(t.Context(), d.at())
	if err != nil {
		t.Fatal(err)
	}
	old := len(d.look())
	var said bytes.Buffer
	c := d.command(t.Context(), "player", "add", "name=Mori Ai")
	c.Stdout, c.Stderr = &said, &said
	err = s.Update(t.Context(), func(bureau.Writer) error {
		err := errors.Join(c.Start(), d.awaitAll(t, []*exec.Cmd{c}), c.Process.Signal(syscall.SIGTERM))
		_ = c.Wait() // the exit status is checked
		return err
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	if c.ProcessState.ExitCode() != exitFailed || !strings.Contains(said.String(), "The command was stopped.") {
		t.Errorf("%v: %s", c.ProcessState, said.String())
	}
	if now := d.look(); len(now) != old {
		t.Errorf("the log goes on with %v", now[old:])
	}
}

// An error about lack of room names the right file.
func TestTroubleNamesTheFile(t *testing.T) {
	t.Parallel()
	const full = "/dev/full"
	f, err := os.OpenFile(full, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = named{f}.Write([]byte("a page"))
	t.Cleanup(func() { _ = f.Close() })
	var trouble *store.Trouble
	if !errors.As(err, &trouble) || trouble.File != full || trouble.What != store.Full {
		t.Errorf("%v", err)
	}
}
