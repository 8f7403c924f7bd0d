package desk_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// Precedents are found by words in both scripts and by their clause, the nearest first.
func TestNearPrecedents(t *testing.T) {
	b := bureautest.Empty(t, "jcf").Bureau
	for _, p := range []desk.Precedent{
		{Title: "A report came late because its organiser was in hospital", Clause: "3(5)", Text: "The games count."},
		{Title: "Membership had ended, renewed afterwards", Clause: "3(4)", Text: "Renewed within the period: the games count."},
		{Title: "会員資格が切れた後の更新", Clause: "3(4)", Text: "算入期間のうちに更新されたときは算入する。"},
	} {
		p.By = "Suzuki"
		if _, err := desk.AddPrecedent(t.Context(), b, p); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		words, clause string
		want          []string
	}{
		{"", "", []string{"P3", "P2", "P1"}},
		{"membership ended before the event", "", []string{"P2"}},
		{"RENEWED", "", []string{"P2"}},
		{"games", "", []string{"P2", "P1"}},
		{"games hospital", "", []string{"P1", "P2"}},
		{"会員資格", "", []string{"P3"}},
		{"更新が遅れた会員", "", []string{"P3"}},
		{"", "3(4)", []string{"P3", "P2"}},
		{"late report", "3(4)", []string{"P1", "P3", "P2"}},
		{"chess960", "", nil},
		{"had", "", []string{"P2"}}, // nothing else is asked
		{"?!", "", []string{"P3", "P2", "P1"}},
		{"?!", "9(9)", nil},
	} {
		var got []string
		err := b.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
			near, err := desk.NearPrecedents(b, r, c.words, c.clause)
			for _, p := range near {
				got = append(got, p.Name())
			}
			return err
		})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q, %q: got %v, want %v (%v)", c.words, c.clause, got, c.want, err)
		}
	}
}
