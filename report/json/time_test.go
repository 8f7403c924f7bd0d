package json_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	rjson "github.com/arpadchess/arpad/report/json"
)

// A bare number from 30 to 300 is minutes, and said to be; N+I is seconds (Reading G6).
func TestTimeControlCodes(t *testing.T) {
	for text, want := range map[string]report.TimeControl{"60": "3600", "30": "1800", "300": "18000", "301": "301", "90+30": "90+30", "180+2": "180+2", "300+3": "300+3", "300+0": "300+0"} {
		r, found := rjson.Read(`{"schema": "arpad.report/1", "time_control": ["`+text+`"]}`, "r.json")
		said := slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == "time-control-minutes" && f.Line == 1 })
		if !slices.Equal(r.TimeControl, []report.TimeControl{want}) || said != (string(want) != text) {
			t.Errorf("%s is read as %v, %v; want %s", text, r.TimeControl, found, want)
		}
	}
}
