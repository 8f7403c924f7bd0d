package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// recordOutcomes runs the program, has officers act on what they see, and writes what they did
// and what came of it.
func recordOutcomes(t *testing.T) {
	names := []string{"demo"}
	for seed := range outcomeLives {
		names = append(names, fmt.Sprintf("life/%03d", seed))
	}
	scripts, found, err := outcomeScripts()
	if err != nil {
		t.Fatal(err)
	}
	names = append(names, slices.Sorted(maps.Keys(scripts))...)
	files := make([]txtar.File, len(names))
	t.Run("each", func(t *testing.T) {
		for i, name := range names {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				o, l, digest := outcomeOf(t, name, found)
				r := &outcomeRecorder{outcomeOffice: o, life: l, handled: map[string]string{}}
				if steps := scripts[name]; steps != nil {
					r.follow(steps)
				} else if l == nil {
					o.clock = "2024-10-22T12:00:00+09:00"
					r.see()
				} else {
					r.live()
				}
				files[i] = txtar.File{Name: strings.TrimSpace(name + " " + digest), Data: formatSteps(r.steps)}
			})
		}
	})
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // the level is one
	if _, err := w.Write(txtar.Format(&txtar.Archive{Files: append(files, found...)})); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(outcomesFile, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// outcomeScripts returns the scripts about offices, as commands that change something, and their files.
func outcomeScripts() (scripts map[string][]outcomeStep, files []txtar.File, err error) {
	scripts = map[string][]outcomeStep{}
	all, err := filepath.Glob("testdata/*.txtar")
	findings, _ := filepath.Glob("testdata/outcome/*.txtar") // the pattern is well formed
	all = append(all, findings...)
	changes := regexp.MustCompile("^(init|club add|(player|club|member) (add|set|import|merge|end)|report (submit|notice|match|check|correct|floor|answer|set-aside|admit|withhold|return|close)|" +
		"period (close|reopen|tick|publish)|fee paid|announce|inquiry|precedent|correct|correction) ")
	for _, path := range all {
		a, err := txtar.ParseFile(path)
		if err != nil {
			return nil, nil, err
		}
		name, clock := strings.TrimSuffix(filepath.Base(path), ".txtar"), "2024-01-22T09:00:00+09:00"
		var steps []outcomeStep
		for line := range strings.Lines(string(a.Comment)) {
			line = strings.TrimPrefix(strings.TrimSpace(line), "! ")
			if set, ok := strings.CutPrefix(line, "env ARPAD_CLOCK="); ok {
				clock = set
			}
			command, ok := strings.CutPrefix(line, "exec arpad ")
			if ok && changes.MatchString(command) && !strings.Contains(command, "--db") && !strings.Contains(command, "--as ''") {
				steps = append(steps, outcomeStep{clock: clock, args: scriptWords(command)})
			}
		}
		if len(steps) < 2 || steps[0].args[0] != "init" {
			continue
		}
		scripts["case/"+name] = steps
		for _, f := range a.Files {
			files = append(files, txtar.File{Name: "file/" + name + "/" + f.Name, Data: f.Data})
		}
	}
	return scripts, files, err
}

// scriptWords returns the words of a line of a script; ' quotes.
func scriptWords(line string) (words []string) {
	word, quoted, begun := "", false, false
	for _, c := range line + " " {
		switch {
		case c == '\'':
			quoted, begun = !quoted, true
		case c == ' ' && !quoted:
			if begun {
				words = append(words, word)
			}
			word, begun = "", false
		default:
			word, begun = word+string(c), true
		}
	}
	return words
}

// outcomeRecorder records what is done in an office.
type outcomeRecorder struct {
	*outcomeOffice
	life        *outcomeLife
	steps       []outcomeStep
	last        int  // how many steps there were at the last look
	began       bool // somebody has looked
	corrections int
	handled     map[string]string // how each report was when an officer last decided on it
	draft       []string          // labels of periods that are closed and not published
}

// do runs a command and returns whether it succeeded.
func (r *outcomeRecorder) do(args ...string) bool {
	status := r.run(args...).Status
	r.steps = append(r.steps, outcomeStep{clock: r.clock, args: args, status: status})
	return status == exitFine
}

// see looks at the reports.
func (r *outcomeRecorder) see() {
	lists := !r.began || len(r.steps) > 0 && slices.ContainsFunc(r.steps[r.last:], func(s outcomeStep) bool {
		return s.status == exitFine && (s.args[0] == "period" || s.args[0] == "correction")
	})
	r.steps = append(r.steps, outcomeStep{clock: r.clock, lists: lists, state: r.look(lists)})
	r.began, r.last = true, len(r.steps)
}

// follow runs the commands of a script.
func (r *outcomeRecorder) follow(steps []outcomeStep) {
	for _, s := range steps {
		r.clock = s.clock
		if r.do(s.args...) {
			r.see()
		}
	}
}
