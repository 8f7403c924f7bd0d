package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/arpadchess/arpad/internal/test/soak"
)

// outcomesFile has the outcomes of the program before intake was split into reading, checking and writing: states,
// questions and numbers of the demo, of lives of offices, and of the scripts of that time. Only that
// program may record them:
//
//	git worktree add /tmp/before c9305bfd
//	cp cmd/arpad/outcome*_test.go /tmp/before/cmd/arpad/
//	(cd /tmp/before && RECORD=1 go test ./cmd/arpad -run 'TestOutcomesAreAsBefore$' -timeout 1h)
//	cp /tmp/before/cmd/arpad/testdata/outcomes.txtar.gz cmd/arpad/testdata/
//	git worktree remove --force /tmp/before
const outcomesFile = "testdata/outcomes.txtar.gz"

// outcomeLives is how many lives are recorded.
const outcomeLives = 200

// wantedDifference is a difference that is wanted: why, the life or script that it is in, and there the
// first one: parts of the command, report or list, of what was, and of what is. The others there follow from it.
type wantedDifference struct{ why, where, key, from, to string }

// Why outcomes differ, by the number of the finding.
const (
	backAgain   = "V11: the last file that was submitted counts, also one that came before"
	secondCheck = "a second check changes nothing: an answer to entry-contradicts stays"
)

var wanted = []wantedDifference{
	{backAgain, "life/000", "2025-06-0002", "14 players, 13 of 13 games count, fee 0 of 0", "14 players, 48 of 48 games count, fee 0 of 0"},
	{backAgain, "life/005", "e2-whole.trf", "1", "0"},
	{secondCheck, "life/031", "2015-11-0005", "withheld", "admitted"},
	{backAgain, "life/037", "e0-whole.json", "1", "0"},
	{backAgain, "life/052", "e0-whole.trf", "0", "1"},
	{backAgain, "life/054", "e0-whole.json", "1", "0"},
	{backAgain, "life/058", "e0-whole.json", "0", "1"},
	{backAgain, "life/059", "e0-whole.json", "1", "0"},
	{backAgain, "life/088", "e3-whole.json", "1", "0"},
	{backAgain, "life/093", "e0-whole.json", "1", "0"},
	{backAgain, "life/110", "2023-06-0002", "returned", "withheld"},
	{backAgain, "life/112", "e3-whole.json", "1", "0"},
	{backAgain, "life/113", "e1-whole.trf", "1", "0"},
	{backAgain, "life/115", "report correct 2015-11-0003", "0", "1"},
	{backAgain, "life/116", "e1-whole.xml", "1", "0"},
	{backAgain, "life/117", "e1-whole.json", "1", "0"},
	{backAgain, "life/131", "e1-whole.json", "1", "0"},
	{backAgain, "life/134", "2023-06-0002", "returned", "withheld"},
	{secondCheck, "life/140", "2023-06-0001", "withheld", "admitted"},
	{secondCheck, "life/145", "2015-11-0003", "withheld", "admitted"},
	{backAgain, "life/146", "2023-07-0001", "9 players, 16 of 16 games count, fee 0 of 600", "9 players, 16 of 16 games count, fee 0 of 400"},
	{backAgain, "life/162", "e4-whole.json", "1", "0"},
	{backAgain, "life/177", "list 2024-02 r1", "3b4b8ecde7d4", "6ab6d8dc97b6"},
	{backAgain, "life/181", "2015-11-0001", "12 players, 11 of 11 games count, fee 0 of 0", "12 players, 27 of 27 games count, fee 0 of 0"},
	{backAgain, "life/185", "e2-whole.json", "1", "0"},
	{secondCheck, "life/188", "2023-06-0001", "11 players, 11 of 18 games count, fee 2200 of 2200", "11 players, 14 of 18 games count, fee 2200 of 2200"},
	{backAgain, "life/190", "2019-09-0002", "10 players, 10 of 10 games count, fee 0 of 0", "10 players, 20 of 20 games count, fee 0 of 0"},
}

// TestOutcomesAreAsBefore finds each state, question and number of the recorded outcomes again, but for
// the differences that are wanted.
func TestOutcomesAreAsBefore(t *testing.T) {
	t.Parallel()
	if os.Getenv("RECORD") != "" {
		recordOutcomes(t)
		return
	}
	packed, err := os.ReadFile(outcomesFile)
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	used, begun, ended := map[int]bool{}, 0, 0
	t.Run("each", func(t *testing.T) {
		files := txtar.Parse(text).Files
		for i, f := range files {
			name, digest, _ := strings.Cut(f.Name, " ")
			const some = 8 // lives of so many one, and those that are not as before
			if strings.HasPrefix(name, "file/") || strings.HasPrefix(name, "life/") && i%soak.Of(some, 1) != 0 &&
				!slices.ContainsFunc(wanted, func(w wantedDifference) bool { return w.where == name }) {
				continue
			}
			begun++
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				o, _, of := outcomeOf(t, name, files)
				if of != digest {
					t.Fatalf("the files are other ones: record the outcomes again (see %s)", outcomesFile)
				}
				for i, d := range o.replay(parseSteps(f.Data)) {
					n := slices.IndexFunc(wanted, func(w wantedDifference) bool {
						return w.where == name && (i > 0 || strings.Contains(d.key, w.key) && strings.Contains(d.from, w.from) && strings.Contains(d.to, w.to))
					})
					if n < 0 {
						t.Errorf("%s, %s: %q became %q", name, d.key, d.from, d.to)
						return // what follows may follow from it
					}
					mu.Lock()
					used[n] = true
					mu.Unlock()
				}
				mu.Lock()
				defer mu.Unlock()
				ended++
			})
		}
	})
	for n, d := range wanted {
		if !used[n] && begun == ended { // none is left out by -run, and none has failed
			t.Errorf("no difference is as %v", d)
		}
	}
}
