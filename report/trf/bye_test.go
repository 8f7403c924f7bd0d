package trf_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/trf"
)

// Older programs write byes as results without an opponent.
func TestByesOfOlderPrograms(t *testing.T) {
	text := "012 Old\n042 2011/09/30\n"
	for i, line := range []string{" 1.5    1  0000 - =     2 w 1", " 1.0    2  0000 - 1     1 b 0", " 0.0    3  0000 - 0          "} {
		text += fmt.Sprintf("001 %4d      %-33s %4d JPN             %-10s %s\n", i+1, fmt.Sprint("Aoki ", i), 1500, "", line)
	}
	r, found := trf.Read(text, "old.trf", 0)
	want := []report.Bye{{Round: 1, Player: 1, Kind: report.HalfBye}, {Round: 1, Player: 2, Kind: report.FullBye}, {Round: 1, Player: 3, Kind: report.ZeroBye}}
	if diff := cmp.Diff(want, r.Sections[0].Byes, cmpopts.IgnoreTypes(finding.At{})); diff != "" {
		t.Error(diff)
	}
	if found = append(found, report.Check(r)...); !slices.Equal(ids(found), []string{"bye-form", "one-date", "rounds-assumed"}) {
		t.Error(found)
	}
}

// The points may contain byes that stand in blank rounds, at most a point for each.
func TestPointsOfByesThatAreBlank(t *testing.T) {
	for points, want := range map[string]string{" 1.0": "", " 1.5": "points-surplus", " 2.0": "points-surplus", " 2.5": "points-differ", " 0.5": "points-differ"} {
		text := "012 Old\n042 2011/09/30\nXXR 2\n"
		for i, line := range []string{points + "    1               2 w 1", " 0.0    2               1 b 0", " 1.0    3     4 w 1  0000 - Z", " 0.0    4     3 b 0  0000 - Z"} {
			text += fmt.Sprintf("001 %4d      %-33s %4d JPN             %-10s %s\n", i+1, fmt.Sprint("Aoki ", i), 1500, "", line)
		}
		r, found := trf.Read(text, "old.trf", 0)
		found = append(found, report.Check(r)...)
		got := slices.DeleteFunc(ids(found), func(id string) bool { return id == "one-date" || id == "rounds-assumed" || id == "rounds-unplayed" })
		if want == "" && len(got) > 0 || want != "" && !slices.Equal(got, []string{want}) {
			t.Errorf("%s: got %v, want %s", points, got, want)
		}
	}
}
