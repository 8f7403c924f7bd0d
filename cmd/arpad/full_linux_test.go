package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/test/need"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/soak"
)

// limitedRun runs a command with room for a number of bytes; afterwards there is
// room again.
type limitedRun func(d *fixture, of task, room int) (said string, err error)

// growRoom runs each command repeatedly, first with no room and then with some pages
// more each time, in a long sweep with one more, until it succeeds without hindrance.
func growRoom(t *testing.T, run limitedRun) {
	for _, of := range tasks(t) {
		t.Run(of.name, func(t *testing.T) {
			t.Parallel()
			from := newOffice(t, "arpad.db", of.steps...)
			old, failed, fine := len(from.look()), 0, 0
			const page, plenty = 4096, 1 << 20 // bytes
			for room := 0; room < plenty; room += page * soak.Of(20, 1) {
				d := from.clone(t)
				said, err := run(d, of, room)
				hindered := err != nil || d.has("arpad.db-wal")
				if err == nil {
					fine++
				} else {
					failed++
				}
				d.afterFault(of, old, fmt.Sprintf("room for %d bytes", room), said, err)
				if !hindered {
					break
				}
			}
			t.Logf("%d commands found no room, %d did what they were asked to do", failed, fine)
			if failed == 0 || fine == 0 {
				t.Error("there was room from the beginning, or never")
			}
		})
	}
}

// The size of files is limited.
func TestFilesAreLimited(t *testing.T) {
	const block = 512 // bytes, the unit of ulimit in sh
	growRoom(t, func(d *fixture, of task, room int) (string, error) {
		limited := d.under(t.Context(), []string{"sh", "-c", `ulimit -f "$0" && exec "$@"`, strconv.Itoa(room / block)}, of.args...)
		out, err := limited.CombinedOutput()
		return string(out), err
	})
}

// The disk, a small one in memory, is full.
func TestDiskIsFull(t *testing.T) {
	const disk = 4 << 20 // bytes
	mayMount(t)
	growRoom(t, func(d *fixture, of task, room int) (string, error) {
		files := map[string][]byte{"arpad.db": nil, officeKey: nil, officeKey + office.CheckpointFile: nil}
		for name := range files {
			data, err := os.ReadFile(d.path(name))
			if err != nil {
				return "", err
			}
			files[name] = data
		}
		if err := syscall.Mount("arpad", d.folder, "tmpfs", 0, fmt.Sprintf("size=%d", disk)); err != nil {
			return "", err
		}
		d.t.Cleanup(func() {
			// A process that is just starting may still have files open.
			if err := syscall.Unmount(d.folder, unix.MNT_DETACH); err != nil {
				d.t.Error(err)
			}
		})
		for name, data := range files {
			write(d.t, d.path(name), data)
		}
		d.fill(room)
		out, err := d.command(d.t.Context(), of.args...).CombinedOutput()
		if remove := os.Remove(d.path("ballast")); remove != nil {
			d.t.Fatal(remove)
		}
		return string(out), err
	})
}

// All that only reads works on a disk that nobody can write to, and what writes says that
// it cannot.
func TestDiskIsReadOnly(t *testing.T) {
	t.Parallel()
	mayMount(t)
	d := newOffice(t, "arpad.db", readSteps(t)...)
	d.onSmallDisk(t)
	if err := syscall.Mount("", d.folder, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	d.reads(t)
	report, err := filepath.Abs("../../demo/japan/reports/new-year-rapid.trf")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := d.command(t.Context(), "report", "submit", report).CombinedOutput(); err == nil || !strings.Contains(string(out), "Nothing was stored") {
		t.Errorf("a report is submitted: %v: %s", err, out)
	}
}

// All that only reads works on a full disk, as long as there is room for what readers and
// writers share of the log, 32 kB; without it, that is said.
func TestReadingNeedsHardlyAnyRoom(t *testing.T) {
	t.Parallel()
	const hardlyAny = 64 << 10
	mayMount(t)
	d := newOffice(t, "arpad.db", readSteps(t)...)
	d.onSmallDisk(t)
	d.fill(hardlyAny)
	d.reads(t)
	if err := os.Remove(d.path("ballast")); err != nil {
		t.Fatal(err)
	}
	d.fill(0)
	if out, err := d.command(t.Context(), "list").CombinedOutput(); err == nil || !strings.Contains(string(out), "There is no room for arpad.db") {
		t.Errorf("%v: %s", err, out)
	}
}

// onSmallDisk moves the bureau to a small disk in memory.
func (d *fixture) onSmallDisk(t *testing.T) {
	t.Helper()
	files := map[string][]byte{}
	for _, name := range []string{"arpad.db", officeKey, officeKey + office.CheckpointFile} {
		data, err := os.ReadFile(d.path(name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = data
	}
	if err := syscall.Mount("arpad", d.folder, "tmpfs", 0, "size=8m"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(d.folder, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	for name, data := range files {
		write(t, d.path(name), data)
	}
}

// mayMount ends a test that mounts a disk if this process has no right to. With that right, a
// failure to mount is an error.
func mayMount(t *testing.T) {
	t.Helper()
	var rights [2]unix.CapUserData
	if err := unix.Capget(&unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}, &rights[0]); err != nil {
		t.Fatal(err)
	}
	if rights[0].Effective&(1<<unix.CAP_SYS_ADMIN) == 0 {
		need.Missing(t, "this process may not mount a disk: run the tests as root, or with CAP_SYS_ADMIN")
	}
}

// fill leaves the given number of free bytes on the fixture's disk.
func (d *fixture) fill(room int) {
	d.t.Helper()
	free := func() int {
		n, known := office.FreeSpace(d.path("arpad.db"))
		if !known {
			d.t.Fatal("nobody knows how full the disk is")
		}
		return int(n)
	}
	write(d.t, d.path("ballast"), make([]byte, free()-room))
	if left := free(); left != room {
		d.t.Fatalf("there is room for %d bytes, not for %d", left, room)
	}
}

// After a server's disk was full, everything acknowledged is there, and the
// server goes on once there is room again.
func TestServersDiskIsFull(t *testing.T) {
	mayMount(t)
	disk := t.TempDir()
	if err := syscall.Mount("arpad", disk, "tmpfs", 0, "size=200m,mode=1777"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			t.Error(err)
		}
	})
	if err := os.Chmod(filepath.Dir(disk), 0o755); err != nil { // the server runs as another user
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", disk)
	server := pgtest.New(t)
	d := newOffice(t, server.Database(t))
	d.clock = "2024-01-10T09:00:00+09:00"
	old, reports, failed := len(d.look()), d.smallReports(12), 0
	ballast := filepath.Join(disk, "ballast")
	if err := os.WriteFile(ballast, make([]byte, 200<<20), 0o600); !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	for _, report := range reports {
		out, err := d.command(t.Context(), "report", "submit", report).CombinedOutput()
		var exit *exec.ExitError
		switch said := string(out); {
		case err == nil && strings.Contains(said, "admitted"):
		case errors.As(err, &exit) && exit.ExitCode() == exitFailed && strings.Contains(said, "There is no room") && strings.Contains(said, "Nothing was stored"):
			failed++
		default:
			t.Fatalf("%v: %s", err, said)
		}
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	there := len(d.look()) - old
	t.Logf("%d reports found room, %d did not", there, failed)
	if failed == 0 || there+failed != len(reports) {
		t.Error("something was lost, or there was room")
	}
	d.do(append([]string{"report", "submit"}, reports...)...)
	if now := d.look(); len(now) != old+len(reports) {
		t.Errorf("%d reports are there", len(now)-old)
	}
}
