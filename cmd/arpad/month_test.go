package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// A month of each authority, from the first report to the list. No command settles two things that it does not list.
func TestMonths(t *testing.T) {
	p := scripts(t, databases["SQLite"], "")
	setup := p.Setup
	p.Setup = func(e *testscript.Env) error {
		e.Setenv("MONTH", filepath.Join(root, "cmd/arpad/testdata/month"))
		return setup(e)
	}
	p.Cmds["same"] = sameColumns
	for _, name := range []string{"japan", "chessa", "nscl"} {
		p.Files = append(p.Files, filepath.Join("testdata/month", name+".txtar"))
	}
	runScriptsWith(t, p, listsWhatItSettles)
}

// monthly matches a command of a month.
var monthly = regexp.MustCompile(`(?m)^(?:! )?exec arpad `)

// The month of Japan needs at most a third of the commands that it needed with the program of f632b20.
func TestMonthNeedsAThird(t *testing.T) {
	count := map[string]int{}
	for _, name := range []string{"japan.txtar", "japan-before.txt"} {
		text, err := os.ReadFile(filepath.Join("testdata/month", name))
		if err != nil {
			t.Fatal(err)
		}
		_, month, begins := strings.Cut(string(text), "\n# The month begins.")
		month, _, ends := strings.Cut(month, "\n# The month ends.")
		if !begins || !ends {
			t.Fatal(name, "does not say when the month begins and ends")
		}
		count[name] = len(monthly.FindAllString(month, -1))
	}
	t.Log(count)
	if now, before := count["japan.txtar"], count["japan-before.txt"]; now == 0 || 3*now > before {
		t.Errorf("%d commands, and %d before: more than a third", now, before)
	}
}

// sameColumns checks that a table has the columns of another one, with the same rows: same stdout before.csv.
func sameColumns(ts *testscript.TestScript, _ bool, args []string) {
	table := func(name string) (head []string, rows [][]string) {
		all, err := csv.NewReader(strings.NewReader(ts.ReadFile(name))).ReadAll()
		ts.Check(err)
		return all[0], all[1:]
	}
	head, rows := table(args[0])
	wantHead, want := table(args[1])
	if len(rows) != len(want) || len(want) == 0 {
		ts.Fatalf("%d rows, want %d", len(rows), len(want))
	}
	for n, name := range wantHead {
		at := slices.Index(head, name)
		if at < 0 {
			ts.Fatalf("no column %s", name)
		}
		for i := range want {
			if rows[i][at] != want[i][n] {
				ts.Fatalf("%s: %s is %s, want %s", want[i][0], name, rows[i][at], want[i][n])
			}
		}
	}
}

// deciding are the commands by which an officer settles what is asked.
var deciding = [][]string{{"report", "match"}, {"report", "answer"}, {"player", "stated"}, {"fee", "paid"}, {"fee", "overdue"}, {"period", "tick"}}

// listsWhatItSettles has a worker run the program for a script, and fails if that settles several things that it does not list.
func listsWhatItSettles(ts *testscript.TestScript, neg bool, args []string) {
	decides := func(d []string) bool { return len(args) > 1 && slices.Equal(args[:2], d) }
	if !slices.ContainsFunc(deciding, decides) || slices.Contains(args, "--new") { // that names its only entry
		doneByWorker(ts, neg, args)
		return
	}
	before := settled(ts)
	lines := strings.Split(printedByWorker(ts, neg, args).Out, "\n")
	now := settled(ts)
	maps.DeleteFunc(now, func(key, _ string) bool { return before[key] != "" })
	if len(now) < 2 {
		return
	}
	for key, words := range now {
		at := slices.IndexFunc(lines, regexp.MustCompile(words).MatchString)
		if at < 0 {
			ts.Fatalf("it has settled %d things, and does not list %s: no line has %s", len(now), key, words)
		}
		lines[at] = "" // each has a line of its own
	}
}

// settled returns what is settled in a bureau: who entries are, answers, payments, ticks and the register of players. With
// each is a pattern of a line that lists it.
func settled(ts *testscript.TestScript) map[string]string {
	all := map[string]string{}
	read := func(to any, args ...string) string {
		r := orderIn(ts, ts.MkAbs("."), args)
		if to != nil && r.Status == exitFine {
			ts.Check(json.Unmarshal([]byte(r.Out), to))
		}
		return r.Out
	}
	var list struct {
		Reports []struct {
			Ref     string
			Replies []struct{ What, Section, About string }
			Matches []struct {
				Section, Player string
				Start           int
			}
			Fee struct{ Paid int }
		}
	}
	read(&list, "report", "list", "--format", "json")
	for _, r := range list.Reports {
		for _, a := range r.Replies {
			all[fmt.Sprint(r.Ref, a)] = a.What + "=(count|exclude)"
		}
		for _, m := range r.Matches {
			all[fmt.Sprint(r.Ref, m)] = fmt.Sprintf("player %d( is|:)", m.Start)
		}
		all[fmt.Sprint(r.Ref, r.Fee)] = "^" + r.Ref
	}
	for _, label := range regexp.MustCompile(`(?m)^\S+`).FindAllString(read(nil, "period", "list"), -1) {
		var review struct {
			Checks []struct {
				Key    string
				Ticked bool
			}
		}
		read(&review, "period", "review", "--format", "json", label)
		for _, c := range review.Checks {
			if c.Ticked {
				all[c.Key] = "^" + regexp.QuoteMeta(c.Key)
			}
		}
	}
	for row := range strings.Lines(read(nil, "player", "export", "--private")) {
		id, _, _ := strings.Cut(row, ",")
		all[row] = id
	}
	return all
}
