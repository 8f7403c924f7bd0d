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
//	cp -r cmd/arpad/testdata/outcome /tmp/before/cmd/arpad/testdata/
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
	backAgain     = "V11: the last file that was submitted counts, also one that came before"
	wholeEvent    = "F7: who sends fewer rounds than they state is asked, under every text"
	contradicts   = "UM1: of a file that contradicts itself only the game, or the entry, waits"
	unidentified  = "C34, N12: an unknown entry holds its section in South Africa, and the whole meet of the NSCL"
	atOnce        = "UM7: all that is missing is asked at once"
	officerToo    = "UH5: an officer may answer what the sender is asked"
	announcedNear = "G12: an announcement of nearly this event is asked about"
	lateGrant     = "C31: a late request for fewer rounds is the officer's choice"
	exactName     = "V1: a name that is exactly another player's contradicts the ID"
	cutFile       = "V12: a broken file never spoils a sound one"
	certain       = "UH4: entries of which it is certain who they are go in with one command"
	secondCheck   = "a second check changes nothing: an answer to entry-contradicts stays"
	drafted       = "F1: a file that comes between draft and publication is received, and the draft is made again"
	laterFile     = "3(3): a file that comes after an officer's word, and names somebody else, is asked about"
	shifted       = "R5: a row with fewer cells than its header is no game, and says where it is"
	credited      = "G15: what was paid for a report that was closed is credit"
)

var wanted = []wantedDifference{
	{contradicts, "life/002", "cut-e4-whole.trf", "1", "0"},
	{contradicts, "life/133", "cut-e0-whole.trf", "1", "0"},
	{contradicts, "life/138", "cut-e1-whole.trf", "1", "0"},
	{contradicts, "life/161", "2024-01-0001", "", "returned; 2024-02; 0 players, 0 of 0 games count, fee 0 of 0"},
	{officerToo, "life/026", "report answer 2023-07-0002 reporter-missing=count", "1", "0"},
	{officerToo, "life/048", "report answer 2022-10-0002 reporter-missing=exclude", "1", "0"},
	{officerToo, "life/081", "report answer 2023-12-0001 reporter-missing=exclude", "1", "0"},
	{officerToo, "life/174", "report answer 2022-10-0001 reporter-missing=count", "1", "0"},
	{drafted, "life/040", "e0-again.trf", "1", "0"},
	{drafted, "life/052", "period publish Sapporo Sakura Meeting, August 2019", "0", "1"},
	{backAgain, "life/054", "e0-whole.json", "1", "0"},
	{shifted, "life/056", "2023-06-0001", "waiting; 2023-08; 10 players, 10 of 10 games count", ""},
	{backAgain, "life/058", "2019-08-0001", "asks entry-contradicts 5,6", "15 of 15 games count"},
	{backAgain, "life/059", "e0-whole.json", "1", "0"},
	{credited, "life/060", "2022-11-0002", "fee 0 of 1800; asks fee x1", "fee 0 of 1800"},
	{backAgain, "life/088", "e3-whole.json", "1", "0"},
	{backAgain, "life/093", "e0-whole.json", "1", "0"},
	{drafted, "life/100", "e0-whole.json", "1", "0"},
	{backAgain, "life/113", "e1-whole.trf", "1", "0"},
	{drafted, "life/124", "e0-whole.json", "1", "0"},
	{backAgain, "life/131", "e1-whole.json", "1", "0"},
	{backAgain, "life/134", "2023-06-0002", "returned", "withheld"},
	{laterFile, "life/136", "2019-08-0001", "admitted", "asks entry-differs"},
	{secondCheck, "life/140", "2023-06-0001", "withheld", "admitted"},
	{backAgain, "life/146", "2023-07-0001", "9 players, 16 of 16 games count, fee 0 of 600", "9 players, 16 of 16 games count, fee 0 of 400"},
	{backAgain, "life/162", "e4-whole.json", "1", "0"},
	{secondCheck, "life/188", "2023-06-0001", "11 players, 11 of 18 games count, fee 2200 of 2200", "11 players, 14 of 18 games count, fee 2200 of 2200"},
	{drafted, "life/196", "e1-whole.trf", "1", "0"},
	{exactName, "case/namesakes", "report submit --from Aoki Ren open.json", "0", "1"},
	{cutFile, "case/cut", "report submit --from Aoki Ren", "1", "0"},
	{cutFile, "case/cut-later", "report submit --from Aoki Ren", "1", "0"},
	{certain, "case/certain", "report match 2024-01-0001 --accept certain", "2", "0"},
	{lateGrant, "case/register-chessa", "announce dispense A2015-0005 --reason too late", "1", "0"},
	{announcedNear, "demo", "2024-10-0005", "withheld; 2024-11; 10 players, 13 of 16 games count, fee 0 of 0; asks entry-differs Open x1 player Open 3", "withheld; 2024-11; 10 players, 13 of 16 games count, fee 0 of 0; asks announcement-near x1 entry-differs Open x1 player Open 3"},
	{unidentified, "life/000", "2024-06-0002", "waiting; 2024-07; 11 players, 29 of 29 games count, fee 0 of 0; asks player Open 11", "waiting; 2024-07; 11 players, 0 of 29 games count, fee 0 of 0; asks player Open 11"},
	{wholeEvent, "life/005", "2024-01-0001", "withheld; 2024-02; 12 players, 0 of 6 games count, fee 0 of 0; asks rounds-unplayed Open x1", "waiting; 2024-02; 12 players, 0 of 6 games count, fee 0 of 0; asks rounds-unplayed Open x1"},
	{wholeEvent, "life/023", "2024-01-0002", "withheld; 2024-02; 12 players, 0 of 9 games count, fee 0 of 0; asks rounds-unplayed Open x1", "waiting; 2024-02; 12 players, 0 of 9 games count, fee 0 of 0; asks rounds-unplayed Open x1"},
	{wholeEvent, "life/031", "2015-11-0001", "withheld; 2015-12; 12 players, 0 of 15 games count, fee 0 of 0; asks rounds-unplayed Open x1", "waiting; 2015-12; 12 players, 0 of 15 games count, fee 0 of 0; asks rounds-unplayed Open x1"},
	{contradicts, "life/037", "2015-11-0001", "returned; 2015-12; 12 players, 27 of 27 games count, fee 0 of 0", "withheld; 2015-12; 12 players, 26 of 27 games count, fee 0 of 0; asks games-differ Open x1"},
	{atOnce, "life/039", "2023-12-0001", "waiting; 2024-02; 10 players, 17 of 17 games count, fee 0 of 0; asks organizer-missing x1", "waiting; 2024-02; 10 players, 17 of 17 games count, fee 0 of 0; asks organizer-missing x1 reporter-missing x1"},
	{wholeEvent, "life/055", "2015-11-0001", "withheld; 2015-12; 12 players, 0 of 5 games count, fee 0 of 0; asks rounds-unplayed Open x1", "waiting; 2015-12; 12 players, 0 of 5 games count, fee 0 of 0; asks rounds-unplayed Open x1"},
	{wholeEvent, "life/079", "2015-11-0001", "withheld; 2015-12; 12 players, 0 of 11 games count, fee 0 of 0; asks rounds-unplayed Open x1", "waiting; 2015-12; 12 players, 0 of 11 games count, fee 0 of 0; asks rounds-unplayed Open x1"},
	{contradicts, "life/087", "2023-12-0001", "returned; 2024-02; 0 players, 0 of 0 games count, fee 0 of 0", "waiting; 2024-02; 9 players, 14 of 14 games count, fee 0 of 0; asks player Open 10 points-differ Open x1"},
	{wholeEvent, "life/095", "2024-01-0001", "withheld; 2024-02; 12 players, 0 of 5 games count, fee 0 of 0; asks rounds-unplayed Open x1", "waiting; 2024-02; 12 players, 0 of 5 games count, fee 0 of 0; asks rounds-unplayed Open x1"},
	{atOnce, "life/102", "2022-11-0001", "asks entry-differs Open x9", "asks entry-differs Open x9 non-member Open x9"},
	{unidentified, "life/103", "2015-11-0001", "waiting; 2015-12; 11 players, 21 of 21 games count, fee 0 of 0; asks player Open 11", "waiting; 2015-12; 11 players, 0 of 21 games count, fee 0 of 0; asks player Open 11"},
	{wholeEvent, "life/110", "report submit --organizer Kanazawa Minato Chess Club --responsible Hattori Ryoichiro --start 2023-06-13 --end 2023-06-20 --type standard --from Hattori Ryoichiro e0-stage.trf", "0", "1"},
	{wholeEvent, "life/111", "report submit --from Shinohara Shuhei e1-stage.json", "0", "1"},
	{contradicts, "life/112", "2019-09-0003", "", "returned; Kanazawa Minato Meeting, September 2019; 0 players, 0 of 0 games count, fee 0 of 0"},
	{unidentified, "life/115", "2015-11-0001", "waiting; 2015-12; 8 players, 12 of 12 games count, fee 0 of 0; asks player 10,11,2,3", "waiting; 2015-12; 8 players, 0 of 12 games count, fee 0 of 0; asks player 10,11,2,3"},
	{contradicts, "life/116", "2023-06-0002", "returned; 2023-08; 9 players, 15 of 15 games count, fee 1800 of 0", "waiting; 2023-08; 9 players, 12 of 15 games count, fee 1800 of 1800; asks points-differ Open x1"},
	{wholeEvent, "life/117", "report submit --from Iwasaki Takaaki e0-stage.json", "0", "1"},
	{wholeEvent, "life/119", "2024-01-0001", "withheld; 2024-02; 12 players, 0 of 16 games count, fee 0 of 0; asks rounds-unplayed Open x1", "waiting; 2024-02; 12 players, 0 of 16 games count, fee 0 of 0; asks rounds-unplayed Open x1"},
	{atOnce, "life/135", "2023-12-0001", "waiting; 2024-02; 9 players, 16 of 16 games count, fee 0 of 0; asks organizer-missing x1", "waiting; 2024-02; 9 players, 16 of 16 games count, fee 0 of 0; asks organizer-missing x1 reporter-missing x1"},
	{unidentified, "life/143", "2024-01-0003", "waiting; 2024-02; 11 players, 22 of 22 games count, fee 0 of 0; asks player Open 8", "waiting; 2024-02; 11 players, 0 of 22 games count, fee 0 of 0; asks player Open 8"},
	{unidentified, "life/145", "2015-11-0003", "waiting; 2015-12; 11 players, 21 of 21 games count, fee 0 of 0; asks player 12", "waiting; 2015-12; 11 players, 0 of 21 games count, fee 0 of 0; asks player 12"},
	{wholeEvent, "life/151", "2015-11-0003", "withheld; 2015-12; 11 players, 0 of 15 games count, fee 0 of 0; asks player Open 10 rounds-unplayed Open x1", "waiting; 2015-12; 11 players, 0 of 15 games count, fee 0 of 0; asks player Open 10 rounds-unplayed Open x1"},
	{contradicts, "life/159", "2023-12-0002", "returned; 2024-02; 0 players, 0 of 0 games count, fee 0 of 0", "waiting; 2024-02; 9 players, 11 of 14 games count, fee 0 of 0; asks points-differ Open x1"},
	{contradicts, "life/167", "2024-01-0001", "returned; 2024-02; 0 players, 0 of 0 games count, fee 0 of 0", "withheld; 2024-02; 12 players, 24 of 25 games count, fee 0 of 0; asks games-differ Open x1"},
	{wholeEvent, "life/175", "2015-11-0003", "withheld; 2015-12; 12 players, 0 of 11 games count, fee 0 of 0; asks rounds-unplayed Open x1", "waiting; 2015-12; 12 players, 0 of 11 games count, fee 0 of 0; asks rounds-unplayed Open x1"},
	{officerToo, "life/177", "report answer 2024-01-0001 reporter-missing=exclude --reason asked the club", "1", "0"},
	{wholeEvent, "life/181", "2015-11-0001", "withheld; 2015-12; 12 players, 0 of 11 games count, fee 0 of 0; asks rounds-unplayed Open x1", "waiting; 2015-12; 12 players, 0 of 11 games count, fee 0 of 0; asks rounds-unplayed Open x1"},
	{unidentified, "life/185", "2024-01-0003", "waiting; 2024-02; 11 players, 23 of 23 games count, fee 0 of 0; asks player Open 12", "waiting; 2024-02; 11 players, 0 of 23 games count, fee 0 of 0; asks player Open 12"},
	{wholeEvent, "life/190", "report submit --replaces --from Sudo Tomonori e4-other.json", "0", "1"},
	{unidentified, "life/191", "2024-01-0001", "waiting; 2024-02; 11 players, 22 of 22 games count, fee 0 of 0; asks player Open 11", "waiting; 2024-02; 11 players, 0 of 22 games count, fee 0 of 0; asks player Open 11"},
	{wholeEvent, "life/199", "2015-11-0001", "withheld; 2015-12; 12 players, 0 of 17 games count, fee 0 of 0; asks rounds-unplayed Open x1", "waiting; 2015-12; 12 players, 0 of 17 games count, fee 0 of 0; asks rounds-unplayed Open x1"},
}

// wantedRule is why the outcome of a report is another one in many lives, and how that is seen.
type wantedRule struct {
	why string
	is  func(from, to string) bool
}

// wantedRules are the differences that occur in many lives: by the first outcome of a report that is another one.
var wantedRules = []wantedRule{
	{wholeEvent, func(_, to string) bool { return strings.Contains(to, "rounds-unplayed") }},
	{atOnce, func(from, to string) bool {
		return strings.Contains(from, "organizer-missing") && strings.Contains(to, "organizer-missing") && strings.Contains(to, "reporter-missing")
	}},
	{unidentified, func(from, to string) bool {
		return strings.Contains(from, "asks player") && strings.Contains(to, "asks player") && strings.Contains(to, " 0 of ")
	}},
	{contradicts, func(_, to string) bool {
		return strings.Contains(to, "points-differ") || strings.Contains(to, "games-differ")
	}},
}

// byRule reports whether the first outcome of a report that differs is wanted by a rule.
func byRule(all []outcomeDifference) bool {
	n := slices.IndexFunc(all, func(d outcomeDifference) bool { return strings.Contains(d.from+d.to, " games count") })
	return n >= 0 && slices.ContainsFunc(wantedRules, func(r wantedRule) bool { return r.is(all[n].from, all[n].to) })
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
	used, begun, ended := map[int]bool{}, map[string]bool{}, map[string]bool{}
	table, parts, counted := questionTable{}, 0, 0 // of the demo and lives
	t.Run("each", func(t *testing.T) {
		files := txtar.Parse(text).Files
		for i, f := range files {
			name, digest, _ := strings.Cut(f.Name, " ")
			const some = 16 // of so many lives one is replayed; all in a soak
			if strings.HasPrefix(name, "file/") || strings.HasPrefix(name, "life/") && !soak.Turn(i, some) {
				continue
			}
			begun[name] = true
			if !strings.HasPrefix(name, "case/") {
				parts++
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				o, _, of := outcomeOf(t, name, files)
				if of != digest {
					t.Fatalf("the files are other ones: record the outcomes again (see %s)", outcomesFile)
				}
				steps := parseSteps(f.Data)
				differences := o.replay(steps)
				if column := 2; !strings.HasPrefix(name, "case/") {
					if name == "demo" {
						column = 0
					}
					mu.Lock()
					counted++
					table.add(askedBefore(steps), column)
					table.add(o.asked, column+1)
					mu.Unlock()
				}
				for i, d := range differences {
					n := slices.IndexFunc(wanted, func(w wantedDifference) bool {
						return w.where == name && (i > 0 || strings.Contains(d.key, w.key) && strings.Contains(d.from, w.from) && strings.Contains(d.to, w.to))
					})
					if n < 0 && byRule(differences) {
						break
					}
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
				ended[name] = true
			})
		}
	})
	if counted == parts { // none is left out by -run
		table.check(t, soak.Full())
	}
	for n, d := range wanted {
		if !used[n] && begun[d.where] && len(begun) == len(ended) { // none is left out by -run, and none has failed
			t.Errorf("no difference is as %v", d)
		}
	}
}
