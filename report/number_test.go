package report_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// What no ID looks like, and one ID of two players, are found in whatever format the report came.
func TestDamagedFideIDs(t *testing.T) {
	for id, want := range map[string]string{
		"1234568": "", "01234568": "", "N00000007": "", "S-001": "", "B": "", "CM1": "", "Cup.json#2": "", "１２３４５６８": "", "": "",
		"1234567": "id-repeated", "'1234568'": "cell-impossible", "ENG": "cell-impossible", "1234568.0": "cell-impossible",
		"1.23457E+06": "cell-impossible", "11/01/1987": "cell-impossible", "1234 568": "cell-impossible",
	} {
		r := &report.Report{Name: "Spring Open", Start: 1, End: 1, Sections: []report.Section{{Players: []report.Player{
			{StartNumber: 1, Name: "Adams Ann", FideID: "1234567", Federation: "ENG"}, {StartNumber: 2, Name: "Baker Bob", FideID: id},
		}}}}
		found := report.Check(r)
		told := slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == want && f.Refuses })
		damaged := slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == "id-repeated" || f.ID == "cell-impossible" })
		if told != (want != "") || damaged != (want != "") {
			t.Errorf("%q: %v, want %q", id, found, want)
		}
	}
}
