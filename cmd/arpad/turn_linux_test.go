package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/work"
)

// turned is a routine that is exposed to faults.
type turned struct {
	routine string
	at      string     // when it happens
	steps   [][]string // commands before it
	kept    bool       // it leaves something in the log, or letters
}

// turnedTasks returns what happens by itself.
func turnedTasks(t *testing.T) []turned {
	t.Helper()
	report, err := filepath.Abs("../../demo/japan/reports/new-year-rapid.trf")
	if err != nil {
		t.Fatal(err)
	}
	submit, remind := []string{"report", "submit", "--from", "club", report}, []string{"schedule", "run", "remind"}
	planned := [][]string{submit, {"period", "close", "2024-02"}, {"period", "plan", "2024-02"}}
	return []turned{
		{"publish", "2024-02-02T09:00:00+09:00", planned, true},
		{"overdue", "2024-03-22T09:00:00+09:00", [][]string{submit}, false},
		{"backup", "2024-01-22T09:00:00+09:00", nil, false},
		{"try", "2024-01-23T09:00:00+09:00", [][]string{{"schedule", "run", "backup"}}, false},
		{"verify", "2024-01-23T09:00:00+09:00", nil, false},
		{"sweep", "2024-06-22T09:00:00+09:00", [][]string{remind}, false},
		{"remind", "2024-02-22T09:00:00+09:00", [][]string{
			{"club", "add", "name=Tsuru"}, {"club", "contact", "Tsuru", "--email", "tsuru@example.jp"}, remind,
			{"announce", "add", "Winter Cup", "--club", "Tsuru", "--start", "2024-02-10", "--rounds", "3", "--time-control", "3600"},
		}, true},
		{"alarm", "2024-01-23T09:00:00+09:00", append(slices.Clone(planned), []string{"period", "close", "2024-02"}, []string{"account", "invite", "ando@example.jp", "--role", "officer"}), true},
	}
}

// inWork calls f with the work database, after whoever was killed has lost the turn.
func (d *fixture) inWork(f func(ctx context.Context, s *work.Store) error) {
	d.t.Helper()
	ctx := d.t.Context()
	of, err := store.Open(ctx, d.at())
	if err != nil {
		d.t.Fatal(err)
	}
	kept, err := work.Open(ctx, of, time.Now)
	if err == nil {
		_, err = kept.Lease(ctx, "clock", "test", time.Now().Add(3*time.Minute), time.Minute, 0)
		err = errors.Join(err, kept.Release(ctx, "clock", "test"), f(ctx, kept), kept.Close())
	}
	if err := errors.Join(err, of.Close()); err != nil {
		d.t.Fatal(err)
	}
}

// letters returns the letters, and those of the turns that were done.
func (d *fixture) letters() (all []string) {
	d.t.Helper()
	d.inWork(func(ctx context.Context, s *work.Store) error {
		return s.Letters(ctx, "", "", func(l *work.Letter) bool {
			all = append(all, l.Kind+" to "+l.Receiver)
			return true
		})
	})
	slices.Sort(all)
	return all
}

// aboutBackups is what the doctor says of backups.
var aboutBackups = regexp.MustCompile(`(?m)^.*backups? in .*\n`)

// afterTurn returns what a routine leaves: the log, letters, and what the doctor says. Every backup can be restored, and nothing else is
// in their folder.
func (d *fixture) afterTurn() (log, letters []string, doctor string) {
	d.t.Helper()
	letters, log = d.letters(), d.lookAt()
	said, _ := d.run("doctor") // what it finds is compared
	entries, err := os.ReadDir(d.path("backup"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		d.t.Fatal(err)
	}
	for _, e := range entries {
		name, rest, is := strings.Cut(e.Name(), office.CopyFile)
		switch {
		case is && rest == "":
			if err := store.Restore(d.t.Context(), d.path(filepath.Join("backup", name+office.CopyFile)), filepath.Join(d.t.TempDir(), "restored.db")); err != nil {
				d.t.Errorf("%s: %v", e.Name(), err)
			}
		case !is || rest != store.SumFile && rest != store.WorkFile:
			d.t.Errorf("in the folder of backups is %s", e.Name())
		}
	}
	return log, letters, aboutBackups.ReplaceAllString(said, "")
}

// Killed, or hindered by a full or a failing disk, at every call that changes a file, what happens by itself is made up for once by the
// next turn: the same log and the same letters as without a fault, no half backup, and nothing for the doctor.
func TestTurnsAreMadeUpFor(t *testing.T) {
	for _, of := range turnedTasks(t) {
		t.Run(of.routine, func(t *testing.T) {
			t.Parallel()
			from := newOffice(t, "arpad.db")
			for _, step := range of.steps {
				from.do(step...)
			}
			from.inWork(func(ctx context.Context, s *work.Store) error {
				return errors.Join(s.Shown(ctx, "tsuru@example.jp"), s.Shown(ctx, "ando@example.jp"))
			})
			from.clock = of.at
			run := []string{"schedule", "run", of.routine}
			before, lettersBefore := from.look(), from.letters()
			quiet := from.clone(t)
			quiet.do(run...)
			log, letters, doctor := quiet.afterTurn()
			if of.kept && slices.Equal(log, before) && slices.Equal(letters, lettersBefore) {
				t.Fatalf("it leaves nothing: %v, %v", log, letters)
			}
			hurt := 0
			for n, strike := range sampled(from.strikes(t, task{args: run})) {
				for m, fault := range []string{"signal=SIGKILL", "error=ENOSPC"} {
					if !soak.Full() && n%2 != m {
						continue // by default one after the other
					}
					d := from.clone(t)
					got := d.trace(t, fmt.Sprintf(strike, fault), run...)
					if got.err != nil {
						hurt++
					}
					for _, later := range []string{"09:03:00", "09:06:00"} {
						d.clock = strings.Replace(of.at, "09:00:00", later, 1)
						d.inWork(func(context.Context, *work.Store) error { return nil })
						if said, err := d.run(run...); err != nil {
							t.Errorf("%s %s: it cannot be made up for: %v\n%s", strike, fault, err, said)
						}
					}
					l, told, found := d.afterTurn()
					if !slices.Equal(l, log) || !slices.Equal(told, letters) || found != doctor {
						t.Errorf("%s %s: there are %v, %v, and the doctor says %q; want %v, %v, %q", strike, fault, l, told, found, log, letters, doctor)
					}
				}
			}
			if hurt == 0 {
				t.Error("nothing was hindered")
			}
		})
	}
}
