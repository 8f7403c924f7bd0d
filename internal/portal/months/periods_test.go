package months_test

import (
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/portal/months"
)

// After a list has come out, the next one is that of the next period which is over and not published, also one of the same day.
func TestNextDue(t *testing.T) {
	t.Parallel()
	of := func(label string, last int, state lists.PeriodState) lists.Period {
		return lists.Period{Label: label, Days: civil.Range{From: civil.Of(2024, 10, last), To: civil.Of(2024, 10, last)}, State: state}
	}
	all := []lists.Period{of("a", 5, lists.Published), of("b", 5, lists.Drafted), of("c", 5, lists.Published), of("d", 6, lists.Open), of("e", 7, lists.Open)}
	for label, want := range map[string]string{"a": "b", "b": "d", "c": "d", "d": "", "e": ""} {
		if got := months.NextDue(all, label, civil.Of(2024, 10, 7)); got != want {
			t.Errorf("after %s comes %q, not %q", label, got, want)
		}
	}
}
