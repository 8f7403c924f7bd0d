package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/soak"
)

// The sweeps repeat a command, each time with a fault in another of its calls
// that change a file.

// sampled returns the part of a sweep that is run: three or four from all over it with the last
// one, or all.
func sampled[T any](all []T) (some []T) {
	step := max(1, len(all)/3)
	if soak.Full() {
		step = 1
	}
	for i := len(all) - 1; i >= 0; i -= step {
		some = append(some, all[i])
	}
	return some
}

// strikes returns an injection for each call of a command on the fixture's
// files: "pwrite64:%s:when=3".
func (d *fixture) strikes(t *testing.T, of task) (at []string) {
	t.Helper()
	quiet := d.clone(t).trace(t, "", of.args...)
	if quiet.err != nil || len(quiet.calls) == 0 {
		t.Fatalf("%v: %v\n%s", quiet.calls, quiet.err, quiet.out)
	}
	count := map[string]int{}
	for _, call := range quiet.calls {
		count[call]++
		at = append(at, fmt.Sprintf("inject=%s:%%s:when=%d", call, count[call]))
	}
	t.Logf("%d calls that change a file: %v", len(quiet.calls), count)
	return at
}

// Killed at every call that changes a file, a command leaves the old or the new
// state, and repeating it takes effect once.
func TestKilledAtEveryCall(t *testing.T) {
	for _, of := range tasks(t) {
		t.Run(of.name, func(t *testing.T) {
			t.Parallel()
			from := newOffice(t, "arpad.db", of.steps...)
			old, before, after := len(from.look()), 0, 0
			for _, strike := range sampled(from.strikes(t, of)) {
				d := from.clone(t)
				got := d.trace(t, fmt.Sprintf(strike, "signal=SIGKILL"), of.args...)
				if !killed(got.err) {
					t.Errorf("%s: not killed: %v\n%s", strike, got.err, got.out)
				}
				if open := d.open(); len(open) > 0 {
					t.Errorf("%s: anybody can read %v", strike, open)
				}
				done := d.outcome(of, old)
				if done {
					after++
				} else {
					before++
				}
				if got.out != "" && !done {
					t.Errorf("%s: acknowledged and lost: %s", strike, got.out)
				}
			}
			t.Logf("killed %d times: %d left the old state, %d the new one", before+after, before, after)
			if before == 0 || after == 0 {
				t.Error("nothing was killed before, or nothing behind the commit")
			}
		})
	}
}

// open returns the files of a backup, complete or not, that others than the
// owner can read.
func (d *fixture) open() (files []string) {
	d.t.Helper()
	found, err := filepath.Glob(d.path("kept.db*"))
	if err != nil {
		d.t.Fatal(err)
	}
	for _, path := range found {
		if info, err := os.Stat(path); err != nil {
			d.t.Fatal(err)
		} else if info.Mode().Perm()&0o077 != 0 {
			files = append(files, path)
		}
	}
	return files
}

// A call fails, once or from then on. The command succeeds, or says what
// happened, what is kept and how to resolve it. What it acknowledged is there,
// and once the disk works again, it goes on.
func TestEveryCallFails(t *testing.T) {
	t.Parallel()
	for _, of := range tasks(t) {
		t.Run(of.name, func(t *testing.T) {
			t.Parallel()
			from := newOffice(t, "arpad.db", of.steps...)
			var faults []string
			for _, strike := range from.strikes(t, of) {
				for _, fault := range []string{"error=EIO", "error=ENOSPC"} {
					once := fmt.Sprintf(strike, fault)
					faults = append(faults, once, once+"+")
				}
			}
			slices.Sort(faults)
			old, fine, failed := len(from.look()), 0, 0
			for _, fault := range sampled(faults) {
				d := from.clone(t)
				got := d.trace(t, fault, of.args...)
				if got.hits == 0 {
					t.Errorf("%s: nothing failed: %v\n%s", fault, got.err, got.out)
				}
				if got.err == nil {
					fine++
				} else {
					failed++
				}
				d.afterFault(of, old, fault, got.out, got.err)
			}
			t.Logf("%d commands did what they were asked to do, %d said why not", fine, failed)
			if failed == 0 {
				t.Error("no command noticed anything")
			}
		})
	}
}

// Killed or hindered at every call, a backup in the place of an earlier one leaves one of them that
// can be restored, and the next one leaves nothing else.
func TestReplacedBackupCanBeRestored(t *testing.T) {
	t.Parallel()
	from := newOffice(t, "arpad.db")
	from.do("backup", "kept.db")
	before := len(from.look())
	from.do("player", "add", "name=Mori Ai")
	over := task{args: []string{"backup", "kept.db", "--force"}}
	var strikes []string
	for _, strike := range from.strikes(t, over) {
		if soak.Full() || !strings.Contains(strike, "pwrite64") { // which fills the new one, beside the old
			strikes = append(strikes, strike)
		}
	}
	old, anew := 0, 0
	for n, strike := range strikes {
		for m, fault := range []string{"signal=SIGKILL", "error=EIO", "error=ENOSPC"} {
			if !soak.Full() && n%3 != m {
				continue // by default one after the other
			}
			d := from.clone(t)
			got := d.trace(t, fmt.Sprintf(strike, fault), over.args...)
			again := d.clone(t)
			if err := errors.Join(os.Remove(again.at()), store.Restore(t.Context(), d.path("kept.db"), again.at())); err != nil {
				t.Errorf("%s %s: %v", strike, fault, err)
				continue
			}
			switch n := len(again.lookAt("database-older")); {
			case n > before:
				anew++
			case got.err == nil:
				t.Errorf("%s %s: acknowledged, and the old one is there", strike, fault)
			default:
				old++
			}
			d.do(over.args...)
			sum, err := os.ReadFile(d.path("kept.db.sha256"))
			left, failed := filepath.Glob(d.path("kept.db*"))
			if err := errors.Join(err, failed); err != nil || strings.Count(string(sum), "\n") != 1 || len(left) != 2 {
				t.Errorf("%s %s: the next one leaves %v, %q: %v", strike, fault, left, sum, err)
			}
		}
	}
	t.Logf("%d times the old backup was left, %d times the new one", old, anew)
	if old == 0 || anew == 0 {
		t.Error("nothing was killed before, or nothing behind")
	}
}

// afterFault checks how a command ended after a fault, and what is left.
func (d *fixture) afterFault(of task, old int, fault, said string, err error) {
	d.t.Helper()
	var exit interface{ ExitCode() int }
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != exitFailed) {
		d.t.Errorf("%s: ended with %v:\n%s", fault, err, said)
	}
	if err != nil && !inWords(said) {
		d.t.Errorf("%s: said no more than\n%s", fault, said)
	}
	if err == nil {
		d.checkErased(of)
	}
	acknowledged := err == nil || !strings.HasPrefix(said, "arpad: ")
	done := d.outcome(of, old)
	if acknowledged && !done {
		d.t.Errorf("%s: acknowledged and lost:\n%s", fault, said)
	}
	if done && strings.Contains(said, "Nothing was stored") {
		d.t.Errorf("%s: kept, and said otherwise:\n%s", fault, said)
	}
}

// inWords reports whether a failed command named a file and a cure.
func inWords(said string) bool {
	_, sentence, _ := strings.Cut(said, "arpad: ")
	named := func(file string) bool { return strings.Contains(sentence, file) }
	cure := strings.Contains(sentence, "epeat the command") || strings.Contains(sentence, "run arpad proof checkpoint")
	return cure && slices.ContainsFunc([]string{"arpad.db", "kept.db", "postgres://", officeKey}, named)
}
