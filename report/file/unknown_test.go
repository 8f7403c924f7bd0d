package file_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
)

// What a format does not know is named once, and so is what is misspelt: the ratings of everybody, or all
// forfeits, are gone with it.
func TestUnknownColumnsAndAttributesAreNamed(t *testing.T) {
	event := specimen.Upload(&report.Report{Name: "Spring Open", Sections: []report.Section{{
		Players: []report.Player{{StartNumber: 1, Name: "Adams, Ann"}, {StartNumber: 2, Name: "Baker, Ben"}},
		Games:   []report.Game{{Round: 1, White: 1, Black: 2, Result: report.WhiteByForfeit}, {Round: 2, White: 2, Black: 1, Result: report.Drawn}},
	}}})
	const table = "No.,Name,%,FED,TB2,1.Rd,2.Rd,Pts.\n1,Adams Ann,1900,ENG,0,2w1,2b½,1.5\n2,Baker Ben,1800,ENG,0,1b0,1w½,½\n"
	for name, c := range map[string]struct{ data, id, text string }{
		"an upload":               {string(event), "", ""},
		"a misspelt attribute":    {string(bytes.ReplaceAll(event, []byte(`forfeit="`), []byte(`forfeits="`))), "attribute-unknown", "forfeits"},
		"a crosstable":            {string(bytes.Replace([]byte(table), []byte("%"), []byte("Rtg"), 1)), "", ""},
		"a misspelt column":       {string(bytes.Replace([]byte(table), []byte("%"), []byte("Ello"), 1)), "table-column-unknown", "Ello"},
		"a column of the site's":  {string(bytes.Replace([]byte(table), []byte("%"), []byte("Rp"), 1)), "", ""},
		"a column of our own day": {string(bytes.Replace([]byte(table), []byte("%"), []byte("Prize"), 1)), "table-column-unknown", "Prize"},
	} {
		r, found := file.Read([]byte(c.data), "event", "")
		all := slices.DeleteFunc(slices.Clone(found), func(f finding.Finding) bool { return f.ID != "attribute-unknown" && f.ID != "table-column-unknown" })
		if r == nil || len(r.Sections) != 1 || len(r.Sections[0].Games) != 2 {
			t.Errorf("%s: %+v, %v", name, r, found)
			continue
		}
		if c.id == "" && len(all) == 0 {
			continue
		}
		if len(all) != 1 || all[0].ID != c.id || all[0].Value("text")+all[0].Value("column") != `"`+c.text+`"` && all[0].Value("text")+all[0].Value("column") != c.text {
			t.Errorf("%s: %v", name, all)
		}
	}
}
