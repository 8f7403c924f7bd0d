package main

import (
	"bytes"
	"html"
	"os"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
)

// testdata reads a file of a bureau with two lists.
func testdata(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A visitor is told what was proved, and where it failed if it did: by the step, and by the
// player if it is a number. Nothing is said to be right after that.
func TestCheckSaysWhatWasProved(t *testing.T) {
	bundle, key, checkpoint, leaves := testdata(t, "bundle.json"), strings.TrimSpace(testdata(t, "key.pub")), testdata(t, "checkpoint.txt"), testdata(t, "leaves.txt")
	const number = `"id":"N00000001"`
	at := strings.Index(bundle, number)
	changed := bundle[:at] + strings.Replace(bundle[at:], `"to":{"standard":{"rating":2026`, `"to":{"standard":{"rating":2126`, 1)
	for name, c := range map[string]struct {
		bundle, key, checkpoint, leaves string
		done                            int // steps
		failed                          string
		names                           string
	}{
		"right":                 {bundle, key, checkpoint, leaves, 6, "", "recalculated, it is the same"},
		"no log":                {bundle, key, "", "", 5, "", "no log to compare with"},
		"a digit":               {changed, key, checkpoint, leaves, 4, "numbers", "N00000001, Standard: here it is 2126, recalculated it is 2026"},
		"a result":              {strings.Replace(bundle, `"result":"1-0"`, `"result":"0-1"`, 1), key, checkpoint, leaves, 3, "again", "N00000001"},
		"a leaf of the log":     {bundle, key, checkpoint, strings.Replace(leaves, "period", "pexiod", 1), 5, "since", ""},
		"a log that is shorter": {bundle, key, checkpoint, leaves[:strings.Index(leaves, "\n")+1], 5, "since", ""},
		"another key":           {bundle, strings.Replace(key, "arpad/ncs+", "arpad/other+", 1), checkpoint, leaves, 1, "signature", ""},
		"no bundle":             {"{}", key, checkpoint, leaves, 0, "fetch", ""},
	} {
		for _, lang := range explain.Languages {
			task := &task{Lang: lang, Up: "../../../", Key: c.key, Player: "N00000001", Kind: "standard", Checkpoint: c.checkpoint, Leaves: c.leaves}
			shown := 0
			said, err := task.check([]byte(c.bundle), func(html string) {
				if shown++; !strings.Contains(html, "<progress") {
					t.Errorf("%s: meanwhile there is no progress: %s", name, html)
				}
			})
			if err != nil || shown == 0 {
				t.Fatalf("%s: %v, %d times something was shown", name, err, shown)
			}
			if done := strings.Count(said, `<li class="ok">`); done != c.done {
				t.Errorf("%s: %d steps are done: %s", name, done, said)
			}
			p := explain.New(lang)
			if c.failed != "" && (strings.Count(said, `<li class="no">`) != 1 || !strings.Contains(html.UnescapeString(said), p.Text("web.check.no-"+c.failed, nil))) {
				t.Errorf("%s: %s did not fail: %s", name, c.failed, said)
			}
			if c.failed != "" == strings.Contains(said, p.Text("web.check.title-ok", nil)) {
				t.Errorf("%s is said to be right, or not: %s", name, said)
			}
			if lang == "en" && !strings.Contains(said, c.names) {
				t.Errorf("%s: %q is not said: %s", name, c.names, said)
			}
			for _, raw := range []string{"web.check", "finding.", "<no value>"} {
				if strings.Contains(said, raw) {
					t.Errorf("%s: %s is said", name, raw)
				}
			}
		}
	}
	if !bytes.Contains([]byte(changed), []byte(number)) {
		t.Fatal("the bundle does not have the player")
	}
}
