package json_test

import (
	"testing"

	"github.com/arpadchess/arpad/report"
	rjson "github.com/arpadchess/arpad/report/json"
)

// Sections u12 to u20 are open ones, which is said (Reading C35); other words are refused.
func TestOlderAgeGroups(t *testing.T) {
	for group, want := range map[string]string{"u12": "group-open", "u20": "group-open", "u10": "", "u9": "value-impossible"} {
		r, found := rjson.Read(`{"schema": "arpad.report/1", "sections": [{"name": "A", "group": "`+group+`"}]}`, "r.json")
		said := ""
		if len(found) > 0 {
			said = found[0].ID
		}
		if said != want || want == "group-open" && (r.Sections[0].Group != report.Open || found[0].Reading != "C35") {
			t.Errorf("%s: %v %v, want %q", group, r.Sections, found, want)
		}
	}
}
