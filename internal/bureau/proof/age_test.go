package proof_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// disclosed returns what is disclosed of the newest list, without its leaves and
// commitments, whose salts differ.
func disclosed(d *bureautest.Bureau) (text string) {
	d.T.Helper()
	d.Look(func(r bureau.Reader) error {
		all, err := lists.AllPublications(r)
		d.Must(err)
		is, err := proof.Disclose(r, all[len(all)-1])
		d.Must(err)
		data, err := json.MarshalIndent([]any{is.Players, is.Records}, "", " ")
		text = string(data)
		return err
	})
	return text
}

// A bundle tells of an age group only under a regulation that rates by it, and never by
// the name of a section.
func TestBundleTellsNoAgeGroup(t *testing.T) {
	t.Parallel()
	for authority, asks := range map[string]bool{"ncs": false, "nscl": false, "chessa": true} {
		t.Run(authority, func(t *testing.T) {
			d := bureautest.Sixteen(t, authority)
			d.Live(1, 1, func(_ int, r *report.Report) *report.Report {
				r.AgeYear, r.Sections[0].Group, r.Sections[0].Name = 2024, report.Under10, "Under 10 boys"
				return r
			})
			text := disclosed(d)
			for _, word := range []string{`"age_year"`, `"group"`} {
				if strings.Contains(text, word) != asks {
					t.Errorf("the bundle has %s: %v, want %v", word, !asks, asks)
				}
			}
			if strings.Contains(text, "boys") {
				t.Error("the bundle has the name of a section")
			}
			d.Verified()
		})
	}
}

// Births that lead to the same K lead to the same bundle.
func TestBundleTellsNoMoreOfABirthThanK(t *testing.T) {
	t.Parallel()
	for _, authority := range []string{"ncs", "nscl", "chessa"} {
		t.Run(authority, func(t *testing.T) {
			told := func(year int) string {
				d := bureautest.Sixteen(t, authority)
				for n := range bureautest.People {
					birth, _ := civil.NewBirth(year+n%5, 1+n%12, 1+n%28)
					d.Set(d.ID(n), "birth="+birth.String())
				}
				d.Live(1, 2, nil)
				return disclosed(d)
			}
			for _, years := range [][2]int{{1950, 1985}, {2007, 2009}} { // adults; juniors older than ten
				if diff := cmp.Diff(told(years[0]), told(years[1])); diff != "" {
					t.Errorf("born about %v: %s", years, diff)
				}
			}
		})
	}
}
