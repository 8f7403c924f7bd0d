package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// cureLine matches a command line in a text.
var cureLine = regexp.MustCompile(`arpad (?:'[^']*'|\.\w|[^,.'。、)])+`)

// cured is what report show says of a report.
type cured struct {
	Findings  []struct{ ID, Message string }
	Waits     []struct{ What, Section string }
	Revisions []struct {
		Number int
		Digest string
	}
	text string // as people read it
}

// cure returns what stands below a finding: its cure with the commands.
func (c *cured) cure(message string) string {
	_, below, _ := strings.Cut(c.text, message)
	_, below, _ = strings.Cut(below, "\n")
	lines := strings.Split(below, "\n")
	n := slices.IndexFunc(lines, func(line string) bool { return !strings.HasPrefix(line, "        ") })
	return strings.Join(lines[:max(0, n)], "\n")
}

// newest returns the number of the newest file.
func (c *cured) newest() (n int) {
	for _, r := range c.Revisions {
		if r.Digest != "" {
			n = r.Number
		}
	}
	return n
}

// has reports whether a question of a kind is there, as a finding or open.
func (c *cured) has(id, message string) bool {
	for _, f := range c.Findings {
		if f.ID == id && f.Message == message {
			open := slices.ContainsFunc(c.Waits, func(w struct{ What, Section string }) bool { return w.What == id })
			asked := slices.Contains(stating, id)
			return open || asked
		}
	}
	return false
}

// stating are the findings that are cured by a statement: nothing is left of them.
var stating = []string{"no-date", "date-ambiguous", "date-unreadable", "type-missing", "report-lacks"}

// Each cure that the sessions show is a command that works as it is shown, once what is in
// capitals is filled in, and what it cures is gone then.
func TestCuresOfTheSessionsWork(t *testing.T) {
	p := scripts(t, databases["SQLite"], "")
	found, err := filepath.Glob("testdata/report-*.txtar")
	if err != nil || len(found) < 10 {
		t.Fatal(len(found), err)
	}
	p.Files = found
	var lock sync.Mutex // the sessions run at the same time
	tried := map[string]int{}
	again := func(cure string) bool {
		lock.Lock()
		defer lock.Unlock()
		tried[cure]++
		return tried[cure] <= 2
	}
	t.Cleanup(func() {
		if len(tried) < 10 {
			t.Errorf("the sessions show %d kinds of cures: %v", len(tried), tried)
		}
	})
	runScriptsWith(t, p, func(ts *testscript.TestScript, neg bool, args []string) {
		ref := regexp.MustCompile(`\d{4}-\d\d-\d{4}`).FindString(printedByWorker(ts, neg, args).Out)
		if len(args) < 2 || args[0] != "report" || !slices.Contains([]string{"submit", "state"}, args[1]) || ref == "" || slices.Contains(args, "--dry-run") || slices.Contains(args, "--db") {
			return
		}
		before := curedIn(ts, ts.MkAbs("."), ref)
		for _, f := range before.Findings {
			for _, line := range cureLine.FindAllString(before.cure(f.Message), -1) {
				if !strings.HasPrefix(line, "arpad report ") || strings.HasPrefix(line, "arpad report match") || strings.HasPrefix(line, "arpad report show") {
					continue
				}
				if strings.Contains(line, "REF") || strings.Contains(line, "QUESTION") || !strings.Contains(line, ref) {
					ts.Fatalf("%s: the command does not say what it is about: %s", f.ID, line)
				}
				if !before.has(f.ID, f.Message) || !again(f.ID+": "+strings.Join(strings.Fields(line)[:3], " ")) {
					continue
				}
				folder, err := os.MkdirTemp("", "cure")
				ts.Check(err)
				ts.Check(os.CopyFS(folder, os.DirFS(ts.MkAbs("."))))
				day := ts.Getenv("ARPAD_CLOCK")[:len("2006-01-02")]
				filled := strings.NewReplacer("CLUB", "'Minato Chess Club'", "NAME", "N00000001", "TYPE", "standard", "PLACE", "Hall", "HH:MM", "10:00", "YYYY-MM-DD", day,
					"count|exclude", "count", "TEXT", "checked", "FILE", fmt.Sprint(before.newest()), "FLOOR", "600").Replace(line)
				r := orderIn(ts, folder, shellWords(filled)[1:])
				if r.Status != exitFine {
					ts.Fatalf("%s: %s: exit status %d: %s%s", f.ID, filled, r.Status, r.Out, r.Err)
				}
				if after := curedIn(ts, folder, ref); after.has(f.ID, f.Message) {
					ts.Fatalf("%s: after %s it is still there: %s", f.ID, filled, f.Message)
				}
				ts.Check(os.RemoveAll(folder))
			}
		}
	})
}

// curedIn returns what report show says of a report in a folder.
func curedIn(ts *testscript.TestScript, folder, ref string) *cured {
	r := orderIn(ts, folder, []string{"report", "show", "--format", "json", ref})
	c := &cured{}
	if r.Status == exitFine { // a session may refuse to show it
		ts.Check(json.Unmarshal([]byte(r.Out), c))
		c.text = orderIn(ts, folder, []string{"report", "show", ref}).Out
	}
	return c
}
