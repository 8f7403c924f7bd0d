package intake_test

import (
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// A table without rounds waits for the pairings in Japan and counts under NSCL (Reading G16); the
// pairings take its place.
func TestTableWithoutRounds(t *testing.T) {
	t.Parallel()
	for edition, want := range map[string]bool{"ncs-2022": true, "nscl": false} {
		c := newCell(bureauOf(t, edition), edition)
		c.files[0].Sections[0].NoRounds = true
		ref := c.submit(c.files[0], "", bureautest.JSONFile, true).Report.Ref
		if r := c.d.Report(ref); strings.Contains(asked(r), "rounds") != want || !want && r.Counting == 0 {
			t.Errorf("%s: %s, asks %q, %d games count", edition, r.State, asked(r), r.Counting)
		}
		again := c.event()
		c.submit(again, ref, bureautest.JSONFile, true)
		if r := c.d.Report(ref); strings.Contains(asked(r), "rounds") || r.Counting != len(again.Sections[0].Games) {
			t.Errorf("%s: with the pairings it is %s, asks %q, %d games count", edition, r.State, asked(r), r.Counting)
		}
	}
}
