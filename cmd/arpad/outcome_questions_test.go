package main

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// questionsFile has how many questions of each kind the program before asked, and how many this one
// does, of the reports of the demo and of all lives: by UPDATE=1 in a soak it is written.
const questionsFile = "testdata/questions.txt"

// received is why there are a few more of the questions that any report may be asked.
const received = "UM1: a report that contradicts itself is received, and what else there is to ask of it is asked"

// Why this program asks more or fewer questions, by their kind.
var questionReasons = map[string]string{
	"announcement-near": announcedNear, "rounds-unplayed": wholeEvent, "reporter-missing": atOnce, "games-differ": contradicts, "points-differ": contradicts,
	"fee": received, "fee-elsewhere": received, "fee-overdue": received, "player": received,
	"entry-differs": laterFile, "non-member": laterFile,
	"changed-after-decision": "a life goes on otherwise after a question that was not asked before",
}

// asked is how many questions of each kind a report was asked at most at once, by report.
type asked map[string]map[string]int

// countOf ends a question as outcomes tell of it.
var countOf = regexp.MustCompile(`^(x\d+|\d+(,\d+)*)$`)

// add notes the questions of the outcome of a report.
func (a asked) add(ref, outcome string) {
	_, asks, _ := strings.Cut(outcome, "; asks ")
	asks, _, _ = strings.Cut(asks, ";")
	of, what, last, counted := map[string]int{}, "", 0, true
	for _, word := range strings.Fields(asks) {
		switch counts := countOf.MatchString(word); {
		case counts:
			if counted { // what was before it is the name of a section
				of[what] -= last
			}
			if last = strings.Count(word, ",") + 1; word[0] == 'x' {
				last, _ = strconv.Atoi(word[1:]) // of digits
			}
			of[what] += last
			counted = true
		case counted:
			what, counted = word, false
		}
	}
	for what, n := range of {
		if a[ref] == nil {
			a[ref] = map[string]int{}
		}
		a[ref][what] = max(a[ref][what], n)
	}
}

// askedBefore returns what was asked when steps were recorded.
func askedBefore(steps []outcomeStep) asked {
	a := asked{}
	for _, s := range steps {
		for ref, is := range s.state {
			a.add(ref, is)
		}
	}
	return a
}

// questionTable counts questions: by kind, before and now, in the demo and in the lives.
type questionTable map[string]*[4]int

func (q questionTable) add(a asked, column int) {
	for _, of := range a {
		for what, n := range of {
			if q[what] == nil {
				q[what] = &[4]int{}
			}
			q[what][column] += n
		}
	}
}

// check compares the table with the file, or writes it. Of some lives only the demo is compared.
func (q questionTable) check(t *testing.T, all bool) {
	t.Helper()
	text := fmt.Sprintf("%-24s %6s %6s %6s %6s  %s\n", "question", "demo", "now", "lives", "now", "why")
	for _, what := range slices.Sorted(maps.Keys(q)) {
		n, why := q[what], questionReasons[what]
		differ := n[0] != n[1] || n[2] != n[3]
		if all && differ != (why != "") {
			t.Errorf("%s: %v, and the reason is %q", what, *n, why)
		}
		text += strings.TrimRight(fmt.Sprintf("%-24s %6d %6d %6d %6d  %s", what, n[0], n[1], n[2], n[3], why), " ") + "\n"
	}
	if all && os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(questionsFile, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(questionsFile)
	if err != nil {
		t.Fatal(err)
	}
	if all && string(want) != text {
		t.Errorf("%s is not\n%s", questionsFile, text)
	}
	for line := range strings.Lines(string(want)) {
		f := strings.Fields(line)
		if n := q[f[0]]; n != nil && (f[1] != fmt.Sprint(n[0]) || f[2] != fmt.Sprint(n[1])) {
			t.Errorf("%s: in the demo it was asked %d times before and %d times now, not as %s says", f[0], n[0], n[1], questionsFile)
		}
	}
}
