package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// outcomeStep is a command with its exit status, or a look at what has come of all of them.
type outcomeStep struct {
	clock  string
	args   []string // none: a look
	status int
	lists  bool              // the look is at the lists, too
	state  map[string]string // after a look, what is new: by report or list
}

// An outcomeOffice is an office in a folder that commands are run in.
type outcomeOffice struct {
	t      *testing.T
	folder string
	clock  string
	seen   []outcomeReport   // at the last look
	state  map[string]string // that they are in, and the digests of lists
	asked  asked
}

// run runs a command.
func (o *outcomeOffice) run(args ...string) ran {
	o.t.Helper()
	here := slices.Clone(args)
	for i, arg := range here {
		here[i] = strings.NewReplacer("$DEMO", filepath.Join(root, "demo"), "$LISTS", filepath.Join(root, "report/testdata/lists")).Replace(arg)
	}
	r, err := give(order{Folder: o.folder, Args: here, Env: append(os.Environ(), "ARPAD_DB=arpad.db", "ARPAD_OFFICER=suzuki", "ARPAD_LANG=en", "ARPAD_CLOCK="+o.clock)})
	if err != nil {
		o.t.Fatal(err)
	}
	return r
}

// outcomeReport is a report as arpad report list shows it, as far as outcomes go.
type outcomeReport struct {
	Ref, State, Event, Period          string
	Players, Games, Counting, Warnings int
	Waits, Excluded                    []outcomeWait
	Fee                                struct{ Amount, Paid int }
	Alike                              []string
}

// outcomeWait is a question.
type outcomeWait struct {
	What, Section, Clause string
	Start                 int
}

// parse runs a command that writes a document.
func (o *outcomeOffice) parse(d any, args ...string) {
	if r := o.run(args...); json.Unmarshal([]byte(r.Out), d) != nil {
		o.t.Fatalf("%v: %d\n%s%s", args, r.Status, r.Out, r.Err)
	}
}

// look returns the outcome of each report, and the digest of each list if wanted, as far as they
// are not as at the last look.
func (o *outcomeOffice) look(lists bool) map[string]string {
	now := maps.Clone(o.state)
	if now == nil {
		now = map[string]string{}
	}
	var d struct{ Reports []outcomeReport }
	o.parse(&d, "report", "list", "--format", "json")
	o.seen = d.Reports
	for _, r := range o.seen {
		words := []string{r.State, r.Period, fmt.Sprintf("%d players, %d of %d games count, fee %d of %d", r.Players, r.Counting, r.Games, r.Fee.Paid, r.Fee.Amount)}
		for n, all := range [][]outcomeWait{r.Waits, r.Excluded} {
			if len(all) > 0 {
				words = append(words, []string{"asks", "leaves out"}[n]+questions(all))
			}
		}
		if len(r.Alike) > 0 {
			words = append(words, "alike "+strings.Join(r.Alike, " "))
		}
		now[r.Ref] = strings.Join(words, "; ")
		o.asked.add(r.Ref, now[r.Ref])
	}
	var index struct {
		Lists []struct {
			Label, Digest string
			Revision      int
		}
	}
	if lists {
		o.parse(&index, "list", "--index", "--format", "json")
	}
	for _, l := range index.Lists {
		now[fmt.Sprintf("list %s r%d", l.Label, l.Revision)] = l.Digest[:12]
	}
	news := map[string]string{}
	for key, is := range now {
		if o.state[key] != is {
			news[key] = is
		}
	}
	o.state = now
	return news
}

// questions returns questions as text: those of one kind about a section are counted, and of entries their start
// numbers are told.
func questions(all []outcomeWait) string {
	of := map[string][]string{}
	for _, w := range all {
		key := strings.TrimSuffix(" "+w.What+" "+w.Section, " ")
		of[key] = append(of[key], fmt.Sprint(w.Start))
	}
	text := ""
	for _, key := range slices.Sorted(maps.Keys(of)) {
		slices.Sort(of[key])
		numbers := strings.Join(of[key], ",")
		if strings.Trim(numbers, "0,") == "" {
			numbers = fmt.Sprint("x", len(of[key]))
		}
		text += key + " " + numbers
	}
	return text
}

// formatSteps writes steps as text, parseSteps reads them.
func formatSteps(steps []outcomeStep) []byte {
	var out bytes.Buffer
	clock := ""
	for _, s := range steps {
		if s.clock != clock {
			clock = s.clock
			fmt.Fprintf(&out, "@%s\n", clock)
		}
		if s.args != nil {
			fmt.Fprintf(&out, "$%d %s\n", s.status, strings.Join(s.args, "\t"))
			continue
		}
		out.WriteString(map[bool]string{false: "?\n", true: "??\n"}[s.lists])
		for _, key := range slices.Sorted(maps.Keys(s.state)) {
			fmt.Fprintf(&out, "=%s: %s\n", key, s.state[key])
		}
	}
	return out.Bytes()
}

func parseSteps(data []byte) (steps []outcomeStep) {
	clock := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		switch line[0] {
		case '@':
			clock = line[1:]
		case '$':
			status, command, _ := strings.Cut(line[1:], " ")
			n, _ := strconv.Atoi(status) // a number that is none is not 0
			steps = append(steps, outcomeStep{clock: clock, args: strings.Split(command, "\t"), status: n})
		case '?':
			steps = append(steps, outcomeStep{clock: clock, lists: line == "??", state: map[string]string{}})
		case '=':
			key, is, _ := strings.Cut(line[1:], ": ")
			steps[len(steps)-1].state[key] = is
		}
	}
	return steps
}

// outcomeDifference is a place where the outcome is another one now.
type outcomeDifference struct{ key, from, to string }

// replay runs the commands of steps, and returns where their outcomes differ, each difference once.
func (o *outcomeOffice) replay(steps []outcomeStep) (all []outcomeDifference) {
	before, noted := map[string]string{}, map[outcomeDifference]bool{}
	note := func(d outcomeDifference) {
		if !noted[d] {
			noted[d] = true
			all = append(all, d)
		}
	}
	for _, s := range steps {
		o.clock = s.clock
		if s.args != nil {
			if r := o.run(s.args...); r.Status != s.status {
				note(outcomeDifference{strings.Join(s.args, " "), fmt.Sprint(s.status), fmt.Sprint(r.Status)})
			}
			continue
		}
		maps.Copy(before, s.state)
		o.look(s.lists)
		for _, key := range slices.Sorted(maps.Keys(before)) {
			if o.state[key] != before[key] {
				note(outcomeDifference{key, before[key], o.state[key]})
			}
		}
		for _, key := range slices.Sorted(maps.Keys(o.state)) {
			if _, ok := before[key]; !ok {
				note(outcomeDifference{key, "", o.state[key]})
			}
		}
	}
	return all
}

// outcomeOf returns an office for a part of the recorded outcomes, and the digest of its files.
func outcomeOf(t *testing.T, name string, files []txtar.File) (*outcomeOffice, *outcomeLife, string) {
	o := &outcomeOffice{t: t, folder: t.TempDir(), asked: asked{}}
	if script, ok := strings.CutPrefix(name, "case/"); ok {
		for _, f := range files {
			if file, ok := strings.CutPrefix(f.Name, "file/"+script+"/"); ok {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(o.folder, file)), 0o755); err != nil {
					t.Fatal(err)
				}
				write(t, filepath.Join(o.folder, file), f.Data)
			}
		}
		return o, nil, ""
	}
	if name == "demo" {
		_, o.folder = newTwoYears(t)
		return o, nil, ""
	}
	seed, err := strconv.ParseUint(strings.TrimPrefix(name, "life/"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	l := newOutcomeLife(seed)
	digest := sha256.New()
	for _, file := range l.names() {
		fmt.Fprintln(digest, file)
		digest.Write(l.files[file])
		write(t, filepath.Join(o.folder, file), l.files[file])
	}
	if l.failed != nil {
		t.Fatal(l.failed)
	}
	return o, l, fmt.Sprintf("%x", digest.Sum(nil)[:8])
}
