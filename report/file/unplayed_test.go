package file_test

import (
	"os"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
)

// A pairing without a result refuses a report; in one that is not finished it is returned
// apart, whatever the format.
func TestUnfinishedReports(t *testing.T) {
	trf, err := os.ReadFile("../../demo/japan/reports/spring-cup.trf")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(string(trf)) {
		if strings.HasPrefix(line, "001    1 ") || strings.HasPrefix(line, "001    6 ") { // they play each other in round 5
			line = strings.TrimRight(line, "01\r\n") + " \n"
		}
		lines = append(lines, line)
	}
	for name, c := range map[string]struct {
		text  string
		games int
	}{
		"round5.trf": {strings.Join(lines, ""), 29},
		"round2.json": {`{"schema": "arpad.report/1", "name": "Open", "start": "2024-01-01", "sections": [{"players": [{"start_number": 1, "name": "A"},
{"start_number": 6, "name": "B"}], "games": [{"round": 1, "white": 6, "black": 1, "result": "1-0"}, {"round": 5, "white": 1, "black": 6}]}]}`, 1},
	} {
		if r, found := file.Read([]byte(c.text), name, ""); r != nil {
			t.Errorf("%s is read in spite of %v", name, found)
		}
		r, unplayed, found := file.ReadUnfinished([]byte(c.text), name, file.As{})
		if r == nil {
			t.Fatalf("%s: %v", name, found)
		}
		if len(unplayed) != 1 || unplayed[0].Section != 0 || unplayed[0].Game.Round != 5 || unplayed[0].Game.White != 1 || unplayed[0].Game.Black != 6 {
			t.Errorf("%s: without a result are %+v", name, unplayed)
		}
		if played := r.Sections[0].Games; len(played) != c.games {
			t.Errorf("%s has %d games, want %d", name, len(played), c.games)
		}
		for _, f := range report.Check(r) {
			if f.Refuses {
				t.Errorf("%s: %v", name, f)
			}
		}
	}
	if r, unplayed, found := file.ReadUnfinished([]byte("nothing"), "x", file.As{}); r != nil || unplayed != nil || len(found) == 0 {
		t.Error("nothing is a report")
	}
}
