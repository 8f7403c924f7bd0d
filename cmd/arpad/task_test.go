package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/arpadchess/arpad/internal/store"
)

// task is a command that is exposed to faults.
type task struct {
	name   string
	steps  [][]string // commands before it
	args   []string
	effect string // its action in the log; empty for a backup
}

// A report with a player who is registered twice.
const eveningReport = `{"schema": "arpad.report/1", "responsible": "Aoki Ren", "name": "Club Evening", "start": "2024-01-09", "end": "2024-01-09", "type": "standard",
"sections": [{"name": "Evening", "rounds": 1,
"players": [{"start_number": 1, "id": "N00000014", "name": "Sinichi Ito"}, {"start_number": 2, "id": "N00000001", "name": "Aoki Ren"}],
"games": [{"round": 1, "white": 1, "black": 2, "result": "1-0"}]}]}`

// erased is the name of the erased person.
const erased = "Chiba Sota"

// tasks returns the commands that must withstand every fault.
func tasks(t *testing.T) []task {
	t.Helper()
	report, err := filepath.Abs("../../demo/japan/reports/new-year-rapid.trf")
	if err != nil {
		t.Fatal(err)
	}
	evening := filepath.Join(sharedFolder, "evening.json") // the same for all, so that offices are made once
	if _, err := os.Stat(evening); err != nil {
		write(t, evening, []byte(eveningReport))
	}
	submit := []string{"report", "submit", "--from", "club", report}
	shut, publish := []string{"period", "close", "2024-02"}, []string{"period", "publish", "--reason", "before its day", "2024-02"}
	withdraw := []string{"correct", "withdraw", "--reason", "a friendly match", "2024-01-0001"}
	twice := []string{"player", "add", "name=Sinichi Ito"}
	return []task{
		{"submit", nil, submit, "report.submit"},
		{"publish", [][]string{submit, shut}, publish, "period.publish"},
		{"correct", [][]string{submit, shut, publish, withdraw}, []string{"correction", "accept", "--reason", "confirmed", "C1"}, "correction.accept"},
		{"merge", [][]string{twice, twice, {"report", "submit", evening}}, []string{"player", "merge", "N00000014", "N00000013", "--reason", "one person"}, "player.merge"},
		{"erase", [][]string{submit, shut, publish}, []string{"person", "erase", "N00000003", "--yes", "--reason", "asked for"}, "person.erase"},
		{"backup", [][]string{submit, shut}, []string{"backup", "kept.db"}, ""},
	}
}

// begun reports whether the command has begun to write: the log exists, or a
// part of the backup.
func (of task) begun(d *fixture) bool {
	if of.effect != "" {
		return d.has("arpad.db-wal")
	}
	return d.has("kept.db.arpad-part") || d.has("kept.db")
}

// killed reports whether a process ended by SIGKILL.
func killed(err error) bool {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return false
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// outcome reports whether a command has taken effect, and repeats it: it takes
// effect exactly once.
func (d *fixture) outcome(of task, old int) (done bool) {
	d.t.Helper()
	done = len(d.look()) > old || of.effect == "" && d.has("kept.db")
	out, err := d.run(of.args...)
	var exit interface{ ExitCode() int }
	if err != nil && (!done || !errors.As(err, &exit) || exit.ExitCode() != exitRefused && of.effect != "") {
		d.t.Errorf("%v cannot be repeated: %v\n%s", of.args, err, out)
	}
	if of.effect == "" {
		if err := store.Restore(d.t.Context(), d.path("kept.db"), d.path("again.db")); err != nil {
			d.t.Error(err)
		}
	}
	if final := d.lookAt(); of.effect != "" && (len(final) != old+1 || final[old] != of.effect) {
		d.t.Errorf("after %v and once again the log goes on with %v", of.args, final[old:])
	}
	d.checkErased(of)
	return done
}

// checkErased checks that no file contains the erased person any more.
func (d *fixture) checkErased(of task) {
	d.t.Helper()
	if left := d.holds(erased); of.effect == "person.erase" && len(left) > 0 {
		d.t.Errorf("%s was erased but is in %v", erased, left)
	}
}

// holds returns the files of the fixture that contain a text.
func (d *fixture) holds(text string) (names []string) {
	d.t.Helper()
	found, err := os.ReadDir(d.folder)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, file := range found {
		data, err := os.ReadFile(d.path(file.Name()))
		if err != nil {
			d.t.Fatal(err)
		}
		if strings.Contains(string(data), text) {
			names = append(names, file.Name())
		}
	}
	return names
}

// has reports whether a file of the fixture exists.
func (d *fixture) has(name string) bool {
	_, err := os.Stat(d.path(name))
	return err == nil
}
