package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/synth"
	_ "github.com/arpadchess/arpad/internal/test/draw" // the same cases in every run
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/json"
)

const small = `{"schema": "arpad.report/1", "name": "Open", "organizer": "Club", "venue": "Hall", "city": "Minato", "federation": "JPN",
 "start": "2023-02-01", "end": "2023-02-02", "time": "10:00", "received": "2023-02-03", "responsible": "Aoki Ren",
 "submitted_by": "Baba Mio", "qualified": ["Chiba Ai"], "type": "standard", "time_control": ["5400+30", "900+10"],
 "fide_event": true, "team": true, "braille": true, "meeting": true, "dispensation": "flood", "age_year": 2024, "system": "other",
 "sections": [{"name": "A", "group": "u8-u10", "rounds": 2, "unrated_floor": 500, "type": "rapid", "time_control": ["900+10"],
   "players": [{"start_number": 1, "id": "N1", "name": "Aoki Ren", "name_local": "青木 蓮", "sex": "m", "birth": "2015-03-04", "title": "FM",
     "federation": "JPN", "club": "Club", "email": "aoki@example.jp", "fide_id": 123, "rating": 1600, "points": 1.5, "rank": 1},
    {"start_number": 2, "id": "", "name": "Baba Mio", "birth": "2016", "rating": null}],
   "games": [{"round": 1, "date": "2023-02-01", "white": 1, "black": 2, "result": "1/2-1/2", "unrated": true}],
   "byes": [{"round": 2, "player": 1, "kind": "pairing"}]}]}`

func TestRead(t *testing.T) {
	points := rating.Score(3)
	want := &report.Report{
		File: "open.json", Name: "Open", Organizer: "Club", Venue: "Hall", City: "Minato", Federation: "JPN",
		Start: civil.Of(2023, 2, 1), End: civil.Of(2023, 2, 2), Time: "10:00", Received: civil.Of(2023, 2, 3),
		Responsible: "Aoki Ren", SubmittedBy: "Baba Mio", Qualified: []string{"Chiba Ai"}, Type: rating.Standard,
		TimeControl: []report.TimeControl{"5400+30", "900+10"}, FIDEEvent: true, Team: true, Braille: true, Meeting: true,
		Dispensation: "flood", AgeYear: 2024, System: report.OtherSystem,
		Sections: []report.Section{{
			Name: "A", Group: report.Under8And10, Rounds: 2, UnratedFloor: 500, Type: rating.Rapid, TimeControl: []report.TimeControl{"900+10"},
			Players: []report.Player{
				{StartNumber: 1, ID: "N1", Name: "Aoki Ren", NameLocal: "青木 蓮", Sex: "m", Birth: 20150304, Title: "FM", Federation: "JPN",
					Club: "Club", Email: "aoki@example.jp", FideID: "123", Rating: 1600, Points: &points, Rank: 1},
				{StartNumber: 2, Name: "Baba Mio", Birth: civil.BirthIn(2016)},
			},
			Games: []report.Game{{Round: 1, Date: civil.Of(2023, 2, 1), White: 1, Black: 2, Result: report.Drawn, Unrated: true}},
			Byes:  []report.Bye{{Round: 2, Player: 1, Kind: report.PairingBye}},
		}},
	}
	got, findings := json.Read(small, "open.json")
	if diff := cmp.Diff(want, got, cmpopts.IgnoreTypes(finding.At{})); diff != "" || len(findings) > 0 {
		t.Error(diff, findings)
	}
}

// Errors are found, with their place; nothing is misinterpreted.
func TestReadWrong(t *testing.T) {
	for _, c := range []struct {
		text, id     string
		line, column int32
	}{
		{``, "json-truncated", 1, 1},
		{`{"schema": "arpad.report/1"`, "json-truncated", 1, 28},
		{`{"schema": "arpad.report/1"} x`, "json-continues", 1, 30},
		{`{"schema": "arpad.report/2", "sections": []}`, "schema-unknown", 1, 0},
		{`[]`, "value-wrong", 1, 1},
		{"{\"schema\": \"arpad.report/1\",\n \"name\": 5}", "value-wrong", 2, 10},
		{"{\"schema\": \"arpad.report/1\",\n \"start\": \"2023-02-30\"}", "value-impossible", 2, 11},
		{"{\"schema\": \"arpad.report/1\",\n \"name\": \"A\", \"name\": \"B\"}", "key-repeated", 2, 15},
		{"{\"schema\": \"arpad.report/1\",\n \"sections\": [{\"players\": [{\"rating\": -5}]}]}", "value-impossible", 2, 39},
		{"{\"schema\": \"arpad.report/1\",\n \"sections\": [{\"games\": [{\"result\": \"\"}]}]}", "result-missing", 2, 26},
		{"{\"schema\": \"arpad.report/1\",\n \"sections\": [{\"games\": [{\"result\": null}]}]}", "result-missing", 2, 26},
		{"{\"schema\": \"arpad.report/1\",\n \"sections\": [{\"byes\": [{\"round\": 1}]}]}", "bye-without-kind", 2, 25},
		{"{\"schema\": \"arpad.report/1\",\n \"type\": \"Standard\"}", "value-impossible", 2, 10},
		{"{\"schema\": \"arpad.report/1\",\n \"time_control\": [\"1500+10\", \"90'\"]}", "value-impossible", 2, 30},
		{"{\"schema\": \"arpad.report/1\",\n \"age_year\": 1e99}", "value-wrong", 2, 14},
	} {
		_, findings := json.Read(c.text, "wrong.json")
		if !slices.ContainsFunc(findings, func(f finding.Finding) bool {
			return f.ID == c.id && f.At == finding.At{Line: c.line, Column: c.column} && f.Refuses
		}) {
			t.Errorf("%s: %+v", c.text, findings)
		}
	}
	_, findings := json.Read(`{"schema": "arpad.report/1", "colour": {"a": [1, {}]}, "sections": []}`, "unknown.json")
	if len(findings) != 1 || findings[0].ID != "key-unknown" || findings[0].Severity != finding.Info {
		t.Error(findings)
	}
}

func TestOverlay(t *testing.T) {
	r, _ := json.Read(small, "open.json")
	findings := json.Overlay(`{"received": "2023-05-05", "group": "u8", "rounds": 9, "team": false, "sections": [{"unrated_floor": 400}]}`, "x", r)
	if len(findings) > 0 || r.Received != civil.Of(2023, 5, 5) || r.Team || r.Sections[0].Group != report.Under8 || r.Sections[0].Rounds != 9 ||
		r.Sections[0].UnratedFloor != 400 || r.Name != "Open" || len(r.Sections) != 1 || len(r.Sections[0].Players) != 2 {
		t.Errorf("%v %+v", findings, r)
	}
}

// Reading what was written returns the same report, for everything that a
// report can contain.
func TestRoundTrip(t *testing.T) {
	whole, _ := json.Read(small, "open.json")
	reports := synth.New(3, synth.Size{Players: 80}).Events(738_890, 739_000, synth.Volume{})
	for _, r := range append(reports, whole) {
		var out bytes.Buffer
		if err := json.Write(&out, r); err != nil {
			t.Fatal(err)
		}
		again, findings := json.Read(out.String(), r.File)
		if diff := cmp.Diff(r, again, cmpopts.IgnoreTypes(finding.At{}), cmpopts.EquateEmpty()); diff != "" || len(findings) > 0 {
			t.Fatal(diff, findings)
		}
	}
}

// Whatever the bytes, reading does not panic, and what was read can be written
// and read back unchanged.
func FuzzRead(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(strings.ReplaceAll(small, "\n", "\r\n")))
	files, _ := filepath.Glob("../../demo/*/*.json")
	for _, path := range files {
		if data, err := os.ReadFile(path); err == nil {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, findings := json.Read(string(text), "fuzz.json")
		report.Check(r)
		if slices.ContainsFunc(findings, func(f finding.Finding) bool { return f.Refuses }) {
			return
		}
		var first, second bytes.Buffer
		if err := json.Write(&first, r); err != nil {
			t.Fatal(err)
		}
		again, findings := json.Read(first.String(), "fuzz.json")
		if err := json.Write(&second, again); err != nil {
			t.Fatal(err)
		}
		if first.String() != second.String() {
			t.Fatalf("written:\n%s\nread and written again:\n%s\n%v", first.String(), second.String(), findings)
		}
	})
}

// The standard library is the oracle of what is JSON: a text that is not is refused, and
// of one that is nothing else is said to be wrong.
func TestWhatIsNotJSONIsRefused(t *testing.T) {
	seen := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(small)
		for range rapid.IntRange(0, 3).Draw(t, "edits") {
			at := rapid.IntRange(0, len(text)-1).Draw(t, "at")
			put := rapid.SampledFrom([]string{"", "", "{", "}", "[", "]", `"`, ",", ":", "\\", "\\ud800", "\xff", "0", "-", "1e", "null", "tru", "\n", "\x00", " "}).Draw(t, "put")
			text = slices.Concat(text[:at], []byte(put), text[at+rapid.IntRange(0, 1).Draw(t, "over"):])
		}
		broken := func(f finding.Finding) bool {
			return slices.Contains([]string{"not-json", "json-truncated", "json-continues"}, f.ID)
		}
		_, findings := json.Read(string(text), "a.json")
		valid := stdjson.Valid(text)
		seen[valid]++
		if valid && slices.ContainsFunc(findings, broken) || !valid && !slices.ContainsFunc(findings, func(f finding.Finding) bool { return f.Refuses }) {
			t.Fatalf("valid %t: %v\n%s", valid, findings, text)
		}
	})
	if seen[true] == 0 || seen[false] == 0 {
		t.Error("only one case was tried", seen)
	}
}
