package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/soak"
)

// race runs commands at the same time: each is held before its first write
// until all have opened the database. It returns the outputs, with exit
// statuses.
func (d *fixture) race(t *testing.T, commands ...[]string) []string {
	t.Helper()
	s, err := store.Open(t.Context(), d.at())
	if err != nil {
		t.Fatal(err)
	}
	runs, said := make([]*exec.Cmd, len(commands)), make([]string, len(commands))
	outputs := make([]strings.Builder, len(commands))
	err = s.Update(t.Context(), func(bureau.Writer) error {
		for i, args := range commands {
			runs[i] = d.command(t.Context(), args...)
			runs[i].Stdout, runs[i].Stderr = &outputs[i], &outputs[i]
			if err := runs[i].Start(); err != nil {
				return err
			}
		}
		return d.awaitAll(t, runs)
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	for i, c := range runs {
		_ = c.Wait() // the exit status is checked
		said[i] = fmt.Sprintf("%d: %s", c.ProcessState.ExitCode(), outputs[i].String())
	}
	return said
}

// awaitAll waits until all processes have opened the database. None may write.
func (d *fixture) awaitAll(t *testing.T, runs []*exec.Cmd) error {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	there := d.openFile
	if d.onServer() {
		c, err := pgx.Connect(t.Context(), d.db)
		if err != nil {
			return err
		}
		defer func() { _ = c.Close(t.Context()) }() // read only
		there = func([]*exec.Cmd) (n int, err error) {
			err = c.QueryRow(t.Context(), "SELECT count(*) FROM pg_locks JOIN pg_database ON oid = database "+
				"WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted").Scan(&n)
			return n, err
		}
	}
	for range tick.C {
		n, err := there(runs)
		if err != nil || n == len(runs) {
			return err
		}
		for _, c := range runs {
			if ended(c.Process.Pid) {
				return fmt.Errorf("%v ended before it was let go: %v", c.Args, c.Stdout)
			}
		}
	}
	return nil
}

// openFile returns the number of processes that have the database and its log
// open.
func (d *fixture) openFile(runs []*exec.Cmd) (n int, err error) {
	for _, c := range runs {
		found, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", c.Process.Pid))
		if err != nil {
			return 0, err
		}
		open := func(fd string) bool {
			to, err := os.Readlink(fd)
			return err == nil && to == d.at()+"-wal"
		}
		if slices.ContainsFunc(found, open) {
			n++
		}
	}
	return n, nil
}

// ended reports whether a process has ended but was not waited for.
func ended(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(stat), ") Z ")
}

// byChance are the kinds that depend on chance: encrypted documents, salts, and what has
// digests of salted documents.
var byChance = []string{"report-key", "report-bytes", "report-beside", "report-understood", "statement", "salt", "commitment", "audit-writes", "audit-head", "leaf-edge"}

// documents returns everything stored that does not depend on chance.
func (d *fixture) documents(t *testing.T) map[string]string {
	t.Helper()
	s, err := store.Open(t.Context(), d.at())
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	err = s.View(t.Context(), func(r bureau.Reader) error {
		kinds, err := r.Kinds()
		if err != nil {
			return err
		}
		for _, kind := range kinds {
			err := r.Scan(kind, "", "", func(key string, stored []byte) (bool, error) {
				value, err := bureau.OpenDocument(kind, key, stored)
				all[kind+" "+key] = salted.ReplaceAllString(string(value), "")
				return true, err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	maps.DeleteFunc(all, func(name, _ string) bool {
		kind, _, _ := strings.Cut(name, " ")
		return slices.Contains(byChance, kind)
	})
	return all
}

// salted matches the digests that depend on a salt, and the salts.
var salted = regexp.MustCompile(`,"(people|because|writes|prev|hash|nonce)":"[^"]*"`)

// newRaceOffice returns a fixture on the day of publishing the list 2024-03, with a
// proposed correction of the previous list, and a player registered twice, once
// with a game.
func newRaceOffice(t *testing.T, db string) *fixture {
	t.Helper()
	demo, err := filepath.Abs("../../demo/japan")
	if err != nil {
		t.Fatal(err)
	}
	d := &fixture{t: t, folder: t.TempDir(), db: db}
	write(t, d.path("evening.json"), []byte(strings.ReplaceAll(eveningReport, "2024-01-09", "2024-02-09")))
	for _, step := range []struct {
		day  string
		args []string
	}{
		{"2023-12-21", []string{"init", "--authority", "ncs", "--label", "2024-01", "--set", "non_members=count", "--reason", "as the board has decided", demo + "/opening.csv"}},
		{"2024-01-09", []string{"report", "submit", demo + "/reports/winter-open.json", demo + "/reports/new-year-rapid.trf"}},
		{"2024-01-21", []string{"period", "close", "2024-02"}},
		{"2024-01-21", []string{"period", "tick", "2024-02", "all", "--reason", "seen"}},
		{"2024-01-21", []string{"period", "publish", "--reason", "before its day", "2024-02"}},
		{"2024-02-10", []string{"player", "add", "name=Sinichi Ito"}},
		{"2024-02-10", []string{"player", "add", "name=Sinichi Ito"}},
		{"2024-02-10", []string{"report", "submit", d.path("evening.json")}},
		{"2024-02-10", []string{"correct", "withdraw", "--reason", "a friendly match", "2024-01-0001"}},
		{"2024-02-21", []string{"period", "close", "2024-03"}},
		{"2024-02-21", []string{"period", "tick", "2024-03", "all", "--reason", "seen"}},
	} {
		d.clock = step.day + "T12:00:00+09:00"
		d.do(step.args...)
	}
	return d
}

// A list is published while somebody accepts a correction, submits a late
// report or merges two players. The result is as if one had followed the other.
func TestPublicationAgainstOthers(t *testing.T) {
	t.Parallel()
	spring, err := filepath.Abs("../../demo/japan/reports/spring-cup.trf")
	if err != nil {
		t.Fatal(err)
	}
	onEach(t, func(t *testing.T, db string) {
		from := newRaceOffice(t, db)
		for name, other := range map[string][]string{
			"correction": {"correction", "accept", "C1", "--reason", "confirmed"},
			"report":     {"report", "submit", spring},
			"merge":      {"player", "merge", "N00000014", "N00000013", "--reason", "one person"},
		} {
			t.Run(name, func(t *testing.T) { from.publishesAgainst(t, other) })
		}
	})
}

func (d *fixture) publishesAgainst(t *testing.T, other []string) {
	publish := []string{"period", "publish", "--reason", "before its day", "2024-03"}
	before, after := d.clone(t), d.clone(t)
	published, done := before.say(publish), before.say(other)
	orders := []string{before.result(t, published, done)}
	done, published = after.say(other), after.say(publish)
	orders = append(orders, after.result(t, published, done))
	if orders[0] == orders[1] {
		t.Fatal("the order makes no difference")
	}
	times, first := soak.Of(2, 8), 0
	for range times {
		now := d.clone(t)
		said := now.race(t, publish, other)
		switch now.result(t, said...) {
		case orders[0]:
			first++
		case orders[1]:
		default:
			t.Fatalf("as in neither order:\n%s\n%s", said[0], said[1])
		}
	}
	t.Logf("the publication was first %d times of %d", first, times)
}

// say runs a command and returns its output and exit status.
func (d *fixture) say(args []string) string {
	d.t.Helper()
	said, err := d.run(args...)
	status, failed := errors.AsType[exitStatus](err)
	if err != nil && !failed {
		d.t.Fatal(err)
	}
	return fmt.Sprintf("%d: %s", status, said)
}

// result returns the outputs and everything stored, which must be sound.
func (d *fixture) result(t *testing.T, said ...string) string {
	t.Helper()
	d.look()
	all := d.documents(t)
	var b strings.Builder
	fmt.Fprintf(&b, "%q\n", said)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "%s %q\n", name, all[name])
	}
	return b.String()
}

// Two officers publish the same draft at the same time, ten times, a hundred with
// ARPAD_SOAK=1: there is one list, and the other officer is told why not.
func TestTwoOfficersPublishAtOnce(t *testing.T) {
	t.Parallel()
	onEach(t, twoOfficersPublish)
}

func twoOfficersPublish(t *testing.T, db string) {
	report, err := filepath.Abs("../../demo/japan/reports/new-year-rapid.trf")
	if err != nil {
		t.Fatal(err)
	}
	publish := []string{"period", "publish", "--reason", "before its day", "2024-02"}
	from := newOffice(t, db, []string{"report", "submit", "--from", "club", report}, []string{"period", "close", "2024-02"})
	for range soak.Of(5, 50) {
		d := from.clone(t)
		old, published, refused := len(d.look()), 0, 0
		for _, said := range d.race(t, publish, publish) {
			switch {
			case strings.HasPrefix(said, "0: "):
				published++
			case strings.HasPrefix(said, "1: ") && strings.Contains(said, "has already been published"):
				refused++
			default:
				t.Error(said)
			}
		}
		if now := d.look(); published != 1 || refused != 1 || len(now) != old+1 {
			t.Fatalf("%d published, %d were refused, and the log goes on with %v", published, refused, now[old:])
		}
	}
}
