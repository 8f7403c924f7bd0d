package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/store"
)

// canaries is what must not be seen where the public, or a reader of the log,
// looks: each stands once among the inputs.
var canaries = []string{"1987-06-05", "1987/06/05", "canary.", "@example.jp"}

// The opening list and the report of the canary test: people with births that
// nobody else has, and e-mail addresses.
const (
	canaryPlayers = `id,name,name_local,sex,birth,federation,club,standard,standard_games
N00000001,Aoki Ren,青木 蓮,m,1987-06-05,JPN,Minato Chess Club,1610,40
N00000002,Baba Mio,馬場 澪,w,1987-06-05,JPN,Minato Chess Club,1500,40
N00000003,Chiba Sota,千葉 颯太,m,1987-06-05,JPN,Minato Chess Club,1400,40
`
	canaryReport = `{"schema": "arpad.report/1", "name": "Minato Open", "organizer": "Minato Chess Club", "venue": "Hall", "city": "Minato",
"federation": "JPN", "start": "2024-01-06", "end": "2024-01-06", "time": "10:00", "responsible": "Aoki Ren", "submitted_by": "Aoki Ren",
"time_control": ["3600+30"], "sections": [{"name": "", "rounds": 3, "players": [
{"start_number": 1, "id": "N00000001", "name": "Aoki Ren", "sex": "m", "birth": "1987-06-05", "email": "canary.aoki@example.jp", "points": 2},
{"start_number": 2, "id": "N00000002", "name": "Baba Mio", "sex": "w", "birth": "1987-06-05", "email": "canary.baba@example.jp", "points": 1},
{"start_number": 3, "id": "N00000003", "name": "Chiba Sota", "sex": "m", "birth": "1987-06-05", "email": "canary.chiba@example.jp", "points": 0},
{"start_number": 4, "id": "", "name": "Doi Haruka", "sex": "w", "birth": "1987-06-05", "email": "canary.doi@example.jp", "points": 0}],
"games": [{"round": 1, "white": 1, "black": 2, "result": "1-0"}, {"round": 2, "white": 2, "black": 3, "result": "1-0"},
{"round": 3, "white": 3, "black": 1, "result": "0-1"}]}]}`
)

// No public list, explanation, log or message shows a birth, an e-mail address
// or a guardian, through the whole life of a report and of an erasure.
func TestPromise6NothingPersonalIsShown(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("ARPAD_DB", filepath.Join(folder, "arpad.db"))
	t.Setenv("ARPAD_OFFICER", "suzuki")
	players, report := filepath.Join(folder, "players.csv"), filepath.Join(folder, "report.json")
	write(t, players, []byte(canaryPlayers))
	write(t, report, []byte(canaryReport))
	for _, step := range []struct {
		day  string
		args []string
	}{
		{"2023-12-21", []string{"init", "--authority", "ncs", "--label", "2024-01", players}},
		{"2024-01-10", []string{"report", "submit", report}},
		{"2024-01-10", []string{"report", "submit", report}},
		{"2024-01-21", []string{"period", "close", "2024-02"}},
		{"2024-01-21", []string{"period", "publish", "2024-02"}},
		{"2024-01-21", []string{"period", "publish", "2024-02"}},
		{"2024-01-21", []string{"verify"}},
		{"2024-01-21", []string{"log"}},
		{"2024-01-21", []string{"log", "--format", "json"}},
		{"2024-01-21", []string{"doctor"}},
		{"2024-01-21", []string{"report", "submit", players}},
		{"2024-01-21", []string{"person", "erase", "N00000003", "--reason", "asked for"}},
		{"2024-01-21", []string{"person", "export", "N00000003"}},
		{"2024-01-21", []string{"verify"}},
		{"2024-01-21", []string{"explain", "--regulation", "japan", "--players", players, "--player", "N00000001", report}},
		{"2024-01-21", []string{"rate", "--regulation", "japan", "--players", players, report}},
		{"2024-01-21", []string{"rate", "--regulation", "japan", "--players", players, "--format", "json", report}},
	} {
		t.Setenv("ARPAD_CLOCK", step.day+"T12:00:00+09:00")
		for _, lang := range []string{"en", "ja"} {
			var out, problems bytes.Buffer
			status := run(append([]string{"--lang", lang}, step.args...), &out, &problems)
			if said := out.String() + problems.String(); said == "" {
				t.Errorf("%v says nothing", step.args)
			} else if word := sings(said); word != "" {
				t.Errorf("%v (%d) shows %s:\n%s", step.args, status, word, said)
			}
		}
	}
}

// What is stored beside the personal data and the sealed reports holds none of
// it: not the lists, the log, the reports' states, the records, the runs.
func TestPromise6NothingPersonalIsStoredBeside(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "arpad.db")
	t.Setenv("ARPAD_DB", path)
	players, report := filepath.Join(folder, "players.csv"), filepath.Join(folder, "report.json")
	write(t, players, []byte(canaryPlayers))
	write(t, report, []byte(canaryReport))
	t.Setenv("ARPAD_CLOCK", "2024-01-10T12:00:00+09:00")
	must(t, "init", "--authority", "ncs", "--label", "2024-01", players)
	must(t, "report", "submit", report)
	t.Setenv("ARPAD_CLOCK", "2024-01-21T12:00:00+09:00")
	must(t, "period", "close", "2024-02")
	must(t, "period", "publish", "2024-02")
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	seen := map[string]bool{}
	err = s.View(t.Context(), func(r bureau.Reader) error {
		kinds, err := r.Kinds()
		if err != nil {
			return err
		}
		for _, kind := range kinds {
			err := r.Scan(kind, "", "", func(key string, value []byte) (bool, error) {
				seen[kind] = true
				if word := sings(key + string(value)); (word != "") != (kind == "person") {
					t.Errorf("%s %q holds %q", kind, key, word)
				}
				return true, nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil || !seen["list"] || !seen["audit"] || !seen["person"] || !seen["report-understood"] {
		t.Fatal(seen, err)
	}
	var out, problems bytes.Buffer
	if run([]string{"person", "export", "N00000001"}, &out, &problems); sings(out.String()) == "" {
		t.Error("the person himself is not told his data")
	}
}

// sings gives the canary that a text holds, or nothing.
func sings(text string) string {
	for _, word := range canaries {
		if strings.Contains(text, word) {
			return word
		}
	}
	return ""
}

// What was forgotten cannot be read from the disk either.
func TestErasedIsNotOnTheDisk(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("ARPAD_DB", filepath.Join(folder, "arpad.db"))
	players, report := filepath.Join(folder, "players.csv"), filepath.Join(folder, "report.json")
	write(t, players, []byte(canaryPlayers))
	write(t, report, []byte(canaryReport))
	onDisk := func() bool {
		data, err := os.ReadFile(filepath.Join(folder, "arpad.db"))
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Contains(data, []byte("Chiba Sota")) || bytes.Contains(data, []byte("千葉"))
	}
	t.Setenv("ARPAD_CLOCK", "2024-01-10T12:00:00+09:00")
	must(t, "init", "--authority", "ncs", "--label", "2024-01", players)
	must(t, "report", "submit", report)
	if !onDisk() {
		t.Fatal("the name was never there")
	}
	must(t, "person", "erase", "N00000003", "--reason", "asked for")
	if onDisk() {
		t.Error("the name can still be read from the database file")
	}
}

// must runs the program, which must not find its arguments or input unusable.
func must(t *testing.T, args ...string) {
	t.Helper()
	var out, problems bytes.Buffer
	if run(args, &out, &problems) == exitUnusable {
		t.Fatal(args, out.String(), problems.String())
	}
}
