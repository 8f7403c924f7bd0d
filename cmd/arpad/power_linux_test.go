package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// A killed process leaves everything that it has written. After a power
// failure, what was not synced is on the disk or not, sector by sector. So a
// command is killed, and then its unsynced writes are undone.

// sector is the atomic unit of a disk, in bytes.
const sector = 512

// unsynced is the unsynced changes of a file.
type unsynced struct {
	synced [][2]int64 // from, to
	loose  [][2]int64 // written since
}

var (
	written = regexp.MustCompile(`(?m)^\d+ +pwrite64\(\d+<([^>]*)>, .*, (\d+), (\d+)\) += (\d+)`)
	synced  = regexp.MustCompile(`(?m)^\d+ +(?:fsync|fdatasync)\(\d+<([^>]*)>\) += 0`)
)

// disks returns the state of each file according to strace, and whether the
// names in the folder were synced.
func disks(log []byte, folder string) (files map[string]*unsynced, named bool) {
	files = map[string]*unsynced{}
	of := func(path []byte) *unsynced {
		name := string(path)
		if files[name] == nil {
			files[name] = &unsynced{}
		}
		return files[name]
	}
	for _, line := range regexp.MustCompile(`(?m)^.*$`).FindAll(log, -1) {
		if m := written.FindSubmatch(line); m != nil {
			length, _ := strconv.ParseInt(string(m[4]), 10, 64) // digits
			from, _ := strconv.ParseInt(string(m[3]), 10, 64)
			of(m[1]).loose = append(of(m[1]).loose, [2]int64{from, from + length})
		}
		if m := synced.FindSubmatch(line); m != nil {
			d := of(m[1])
			d.synced, d.loose = append(d.synced, d.loose...), nil
			named = named || string(m[1]) == folder
		}
	}
	return files, named
}

// fail restores the unsynced parts of a file for which lost returns true, and
// returns the number of bytes lost.
func (d *unsynced) fail(path string, before []byte, lost func() bool) (n int, err error) {
	now, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	for _, w := range d.loose {
		for from := w[0]; from < w[1]; {
			to := min(w[1], (from/sector+1)*sector)
			if lost() && !d.holds(from, to) && to <= int64(len(now)) {
				clear(now[from:to])
				if from < int64(len(before)) {
					copy(now[from:to], before[from:])
				}
				n += int(to - from)
			}
			from = to
		}
	}
	return n, os.WriteFile(path, now, 0o600)
}

// holds reports whether a part of a file contains something synced.
func (d *unsynced) holds(from, to int64) bool {
	for _, s := range d.synced {
		if from < s[1] && s[0] < to {
			return true
		}
	}
	return false
}

// powerFails removes the unsynced changes of a command for which lost returns
// true, and returns the number of bytes lost.
func (d *fixture) powerFails(log, before []byte, lost func() bool) (n int) {
	d.t.Helper()
	files, named := disks(log, d.folder)
	for path, file := range files {
		was := before
		if filepath.Base(path) != "arpad.db" {
			was = nil
		}
		less, err := file.fail(path, was, lost)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && path != d.folder {
			d.t.Fatal(err)
		}
		n += less
	}
	if err := os.RemoveAll(d.path("arpad.db-shm")); err != nil { // recreated on opening
		d.t.Fatal(err)
	}
	if !named && lost() {
		if err := os.RemoveAll(d.path("arpad.db-wal")); err != nil {
			d.t.Fatal(err)
		}
	}
	return n
}

// The power fails at any call, or right after the command has acknowledged: the
// old or the new state remains, and what was acknowledged is there.
func TestPowerFails(t *testing.T) {
	t.Parallel()
	for _, of := range tasks(t) {
		if of.effect == "" {
			continue // a backup is synced before it gets its name
		}
		t.Run(of.name, func(t *testing.T) {
			t.Parallel()
			from := newOffice(t, "arpad.db", of.steps...)
			before, err := os.ReadFile(from.at())
			if err != nil {
				t.Fatal(err)
			}
			old, bytes, kept := len(from.look()), 0, 0
			strikes := append(from.strikes(t, of), "") // done
			dice := rand.New(rand.NewPCG(5, 5))
			for _, strike := range sampled(strikes) {
				for _, lost := range []func() bool{func() bool { return true }, func() bool { return dice.IntN(2) == 0 }} {
					d := from.clone(t)
					inject := ""
					if strike != "" {
						inject = fmt.Sprintf(strike, "signal=SIGKILL")
					}
					got := d.trace(t, inject, of.args...)
					bytes += d.powerFails(got.log, before, lost)
					done := d.outcome(of, old)
					if done {
						kept++
					} else if got.out != "" {
						t.Errorf("%s: acknowledged and lost: %s", strike, got.out)
					}
				}
			}
			t.Logf("%d bytes were lost; %d times the new state was left", bytes, kept)
			if bytes == 0 || kept == 0 {
				t.Error("nothing was lost, or nothing was kept")
			}
		})
	}
}
