package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/store"
)

// race runs commands at once: each is kept from writing until all of them have
// the database open, and then all are let go. It gives what each said, with its
// exit status.
func (d *desk) race(t *testing.T, commands ...[]string) []string {
	t.Helper()
	s, err := store.Open(t.Context(), d.path("arpad.db"))
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
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for i, c := range runs {
			for !d.opened(c.Process.Pid) {
				if <-tick.C; ended(c.Process.Pid) {
					return fmt.Errorf("%v ended before it was let go: %s", commands[i], outputs[i].String())
				}
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
	for i, c := range runs {
		_ = c.Wait() // its exit status is looked at
		said[i] = fmt.Sprintf("%d: %s", c.ProcessState.ExitCode(), outputs[i].String())
	}
	return said
}

// opened says whether a process has the database open.
func (d *desk) opened(pid int) bool {
	found, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil {
		return false
	}
	for _, fd := range found {
		if to, err := os.Readlink(fd); err == nil && to == d.path("arpad.db-wal") {
			return true
		}
	}
	return false
}

// ended says whether a process has ended, and nobody has asked how.
func ended(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(stat), ") Z ")
}

// documents gives all that is kept but for what depends on chance: what is
// encrypted, and the commitments with their salts.
func (d *desk) documents(t *testing.T) map[string]string {
	t.Helper()
	s, err := store.Open(t.Context(), d.path("arpad.db"))
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
			err := r.Scan(kind, "", "", func(key string, value []byte) (bool, error) {
				all[kind+" "+key] = string(value)
				return true, nil
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
		return slices.Contains([]string{"report-key", "report-bytes", "report-beside", "report-understood", "salt", "commitment", "leaf"}, kind)
	})
	return all
}

// pressing gives an office on the day on which the list 2024-03 is to be
// published: a correction of the list before it is proposed, and somebody is
// registered twice, once with a game.
func pressing(t *testing.T) *desk {
	t.Helper()
	demo, err := filepath.Abs("../../demo/japan")
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, program: binary(t), folder: t.TempDir()}
	write(t, d.path("evening.json"), []byte(strings.ReplaceAll(eveningReport, "2024-01-09", "2024-02-09")))
	for _, step := range []struct {
		day  string
		args []string
	}{
		{"2023-12-21", []string{"init", "--authority", "ncs", "--label", "2024-01", demo + "/opening.csv"}},
		{"2024-01-09", []string{"report", "submit", demo + "/reports/winter-open.json", demo + "/reports/new-year-rapid.trf"}},
		{"2024-01-21", []string{"period", "close", "2024-02"}},
		{"2024-01-21", []string{"period", "tick", "2024-02", "all", "--reason", "seen"}},
		{"2024-01-21", []string{"period", "publish", "2024-02"}},
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

// A list is published while somebody accepts a correction, hands in a late
// report or merges two players: it is as if one had been done after the other.
func TestPublicationAgainstOthers(t *testing.T) {
	spring, err := filepath.Abs("../../demo/japan/reports/spring-cup.trf")
	if err != nil {
		t.Fatal(err)
	}
	from, publish := pressing(t), []string{"period", "publish", "2024-03"}
	for name, other := range map[string][]string{
		"correction": {"correction", "accept", "C1", "--reason", "confirmed"},
		"report":     {"report", "submit", spring},
		"merge":      {"player", "merge", "N00000014", "N00000013", "--reason", "one person"},
	} {
		t.Run(name, func(t *testing.T) {
			before, after := from.again(t), from.again(t)
			published, done := before.say(publish), before.say(other)
			results := []string{before.result(t, published, done)}
			done, published = after.say(other), after.say(publish)
			results = append(results, after.result(t, published, done))
			if results[0] == results[1] {
				t.Fatal("the order makes no difference")
			}
			came := [2]int{}
			const times = 12
			for range times {
				d := from.again(t)
				said := d.race(t, publish, other)
				i := slices.Index(results, d.result(t, said...))
				if i < 0 {
					t.Fatalf("neither order:\n%s\n%s", said[0], said[1])
				}
				came[i]++
			}
			t.Logf("of %d times the publication was first %d times", times, came[0])
		})
	}
}

// say gives what a command says, with its exit status.
func (d *desk) say(args []string) string {
	c := d.command(d.t.Context(), args...)
	out, _ := c.CombinedOutput() // its exit status is looked at
	return fmt.Sprintf("%d: %s", c.ProcessState.ExitCode(), out)
}

// result is what was said, and all that is kept; which is sound.
func (d *desk) result(t *testing.T, said ...string) string {
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
