package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/arpadchess/arpad/store"
)

// deed is a command whose faults are looked at.
type deed struct {
	name   string
	steps  [][]string // what comes before it
	args   []string
	effect string // its action in the log; a backup has none
}

// A report of somebody who is registered twice.
const eveningReport = `{"schema": "arpad.report/1", "responsible": "Aoki Ren", "name": "Club Evening", "start": "2024-01-09", "end": "2024-01-09", "type": "standard",
"sections": [{"name": "Evening", "rounds": 1,
"players": [{"start_number": 1, "id": "N00000014", "name": "Sinichi Ito"}, {"start_number": 2, "id": "N00000001", "name": "Aoki Ren"}],
"games": [{"round": 1, "white": 1, "black": 2, "result": "1-0"}]}]}`

// erased is the name of who is erased.
const erased = "Chiba Sota"

// deeds are the commands that must stand every fault.
func deeds(t *testing.T) []deed {
	t.Helper()
	report, err := filepath.Abs("../../demo/japan/reports/new-year-rapid.trf")
	if err != nil {
		t.Fatal(err)
	}
	evening := filepath.Join(t.TempDir(), "evening.json")
	write(t, evening, []byte(eveningReport))
	submit := []string{"report", "submit", "--from", "club", report}
	shut, publish := []string{"period", "close", "2024-02"}, []string{"period", "publish", "--reason", "before its day", "2024-02"}
	withdraw := []string{"correct", "withdraw", "--reason", "a friendly match", "2024-01-0001"}
	twice := []string{"player", "add", "name=Sinichi Ito"}
	return []deed{
		{"submit", nil, submit, "report.submit"},
		{"publish", [][]string{submit, shut}, publish, "list.publish"},
		{"correct", [][]string{submit, shut, publish, withdraw}, []string{"correction", "accept", "--reason", "confirmed", "C1"}, "correction.accept"},
		{"merge", [][]string{twice, twice, {"report", "submit", evening}}, []string{"player", "merge", "N00000014", "N00000013", "--reason", "one person"}, "player.merge"},
		{"erase", [][]string{submit, shut, publish}, []string{"person", "erase", "N00000003", "--yes", "--reason", "asked for"}, "person.erase"},
		{"backup", [][]string{submit, shut}, []string{"backup", "kept.db"}, ""},
	}
}

// begun reports whether the command has begun to work: the log is beside the
// database, or there is a piece of the backup.
func (of deed) begun(d *fixture) bool {
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

// outcome reports whether a command has done what it was given to do, and gives it
// once more: it comes to one effect.
func (d *fixture) outcome(of deed, old int) (done bool) {
	d.t.Helper()
	done = len(d.look()) > old || of.effect == "" && d.has("kept.db")
	out, err := d.command(d.t.Context(), of.args...).CombinedOutput()
	var exit *exec.ExitError
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
	d.silent(of)
	return done
}

// silent sees that who was erased stands in no file any more.
func (d *fixture) silent(of deed) {
	d.t.Helper()
	if left := d.holds(erased); of.effect == "person.erase" && len(left) > 0 {
		d.t.Errorf("%s was erased and stands in %v", erased, left)
	}
}

// holds names the files of the desk in which a text stands.
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

// has reports whether there is a file on the desk.
func (d *fixture) has(name string) bool {
	_, err := os.Stat(d.path(name))
	return err == nil
}
